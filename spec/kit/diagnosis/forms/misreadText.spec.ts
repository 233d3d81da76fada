/**
 * The UTF-8 of a body read in another encoding: whichever it was, and whatever became of bytes that are no letter in it, the report is
 * exact, and names the encoding.
 */
import { assert, suite } from '../../../support/suite.ts'
import { findingOn } from './changes.ts'

const misread = suite('UTF-8 that was read in another encoding')

const body = '{"payer":"张伟","remark":"请尽快发货，谢谢！","count":2}'

for (const charset of ['gbk', 'big5', 'shift_jis', 'euc-kr', 'windows-1251', 'windows-1253', 'koi8-r'])
  misread(`${charset}: the UTF-8 of the wrong letters`, () => {
    const signed = new TextDecoder(charset).decode(Buffer.from(body))
    const found = findingOn({ body }, { body: signed })
    assert.is(found.id, 'body-encoding')
    assert.match(found.what, new RegExp(`read the UTF-8 bytes of the body as ${charset}\\. This gave wrong letters`))
  })

misread('Windows-1252, as .NET and as Java read it', () => {
  const sent = '{"a":"“été à Ý”"}'
  const letters = Buffer.from(sent).toString('latin1')
  const windows = (lacking: string): string =>
    letters.replace(/[\u0080-\u009f]/g, (c) => {
      const letter = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'.charAt(c.charCodeAt(0) - 0x80)
      return letter === c && lacking !== '' ? lacking : letter
    })
  for (const lacking of ['', '\ufffd']) {
    const found = findingOn({ body: sent }, { body: windows(lacking) })
    assert.match(found.what, /read the UTF-8 bytes of the body as windows-1252/)
  }
})
