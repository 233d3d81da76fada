/**
 * Bodies whose UTF-8 a program read in the encoding of its platform: `new String(bytes)` of Java on a Chinese Windows reads GBK, and
 * makes other letters of `é` or `中`, and U+FFFD of bytes that are no letter. The program then signs the UTF-8 of what it has read, or
 * writes that text in the wrong encoding again, with a question mark for each letter that was none.
 */
import type * as Bytes from '../../../core/Bytes.ts'
import { latin1 } from '../Received.ts'
import type { Telling } from '../Telling.ts'
import { charsets, decodeCharset, encodeInCharset, utf8 } from './charsets.ts'
import { windows1252 } from './lostLetters.ts'
import type { Form } from './Respelling.ts'

/** Windows in languages with alphabets, Latin-9, and KOI8-R. */
const singleByteCharsets: ReadonlyArray<string> = [
  'windows-1250',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'windows-874',
  'iso-8859-2',
  'iso-8859-15',
  'koi8-r',
]

/** Windows-1252 leaves five codes open: the web and .NET read control characters there, and Java U+FFFD. */
export const readWindows1252 = (bytes: Bytes.Bytes, isStrict: boolean): string =>
  latin1(bytes).replace(/[\u0080-\u009f]/g, (c) => {
    const letter = windows1252.charAt(c.charCodeAt(0) - 0x80)
    return isStrict && letter === c ? '\ufffd' : letter
  })

/** Two bytes that are a letter of GB2312, which has fewer letters than GBK. */
const isInGb2312 = (lead: number, trail: number): boolean =>
  trail >= 0xa1 && trail <= 0xfe && ((lead >= 0xa1 && lead <= 0xa9) || (lead >= 0xb0 && lead <= 0xf7))

/**
 * The text of GB2312, with `mark` for what is no letter. PHP (`mb_convert_encoding`) takes two bytes for one mark if the first of them may begin
 * a letter, and Python takes one.
 */
const readGb2312 = (bytes: Bytes.Bytes, mark: string, taken: 1 | 2): string => {
  let text = ''
  for (let i = 0; i < bytes.length; i++) {
    const [lead = 0, trail = 0] = bytes.subarray(i, i + 2)
    if (lead < 0x80) text += String.fromCharCode(lead)
    else {
      const isLead = lead >= 0xa1 && lead <= 0xfe
      const letter = isLead && isInGb2312(lead, trail) ? decodeCharset('gbk', bytes.subarray(i, i + 2)) : ''
      const isLetter = letter.length === 1 && !/[\ufffd\ue000-\uf8ff]/.test(letter)
      text += isLetter ? letter : mark
      if (isLetter || (isLead && taken === 2 && trail >= 0x80)) i++
    }
  }
  return text
}

const readAs = 'utf-8 read as '
const writtenAgain = ', and written in it again'

/** The forms of a body in UTF-8 that has letters beyond ASCII. An encoding that the platform lacks makes none. */
export function* misreadText(bytes: Bytes.Bytes): Generator<Form<Bytes.Bytes>> {
  yield [`${readAs}windows-1252`, utf8(readWindows1252(bytes, false))]
  yield [`${readAs}windows-1252, U+FFFD for what it lacks`, utf8(readWindows1252(bytes, true))]
  yield [`${readAs}gb2312, ? for what it lacks`, utf8(readGb2312(bytes, '?', 2))]
  yield [`${readAs}gb2312, U+FFFD for what it lacks`, utf8(readGb2312(bytes, '\ufffd', 1))]
  yield [`${readAs}gb2312, nothing for what it lacks`, utf8(readGb2312(bytes, '', 1))]
  for (const charset of [...charsets, 'gb18030', 'euc-jp', ...singleByteCharsets]) {
    const misread = decodeCharset(charset, bytes)
    if (misread === '') continue
    yield [`${readAs}${charset}`, utf8(misread)]
    if (misread.includes('\ufffd'))
      yield [`${readAs}${charset}, ? for what it lacks`, utf8(misread.replaceAll('\ufffd', '?'))]
    if (charsets.includes(charset)) yield [`${readAs}${charset}${writtenAgain}`, encodeInCharset(charset, misread)]
  }
}

/** The words for such a form. */
export const misreadTelling = (detail: string): Telling | undefined => {
  if (!detail.startsWith(readAs)) return undefined
  const charset = detail.slice(readAs.length).replace(/,.*$/, '')
  return {
    what: detail.endsWith(writtenAgain)
      ? `The caller read the UTF-8 bytes of the body as ${charset}, and wrote the text as ${charset} again before signing. This lost some letters.`
      : `The caller read the UTF-8 bytes of the body as ${charset}. This gave wrong letters, and it signed the UTF-8 of these letters.`,
    remedy:
      'When you convert bytes to text, name UTF-8, and do not use the default of the platform: new String(bytes, StandardCharsets.UTF_8) or EntityUtils.toString(entity, UTF_8) in Java, Encoding.UTF8 in .NET.',
  }
}
