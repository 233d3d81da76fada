/**
 * A guess for a request whose signed text was not found: the one thing to look at first. A clue in the request must speak for it;
 * without a clue there is no guess. Each clue must be rare in right requests: the spec measures that at most 1 % have it.
 */

import * as E from 'fp-ts/lib/Either.js'
import * as Bytes from '../../core/Bytes.ts'
import type { Case } from './Case.ts'
import {
  declaredCharset,
  declaredCodings,
  declaredLength,
  headerNamed,
  isUtf8,
  originalTarget,
} from './evidenceHeaders.ts'
import { isJson } from './forms/isJson.ts'
import { splitTarget } from './forms/percent.ts'

/** The path of a URL, with a host or without. */
const pathOfUrl = (url: string): string => splitTarget(url.replace(/^[a-z]+:\/\/[^/?#]*/i, '').replace(/#.*/s, ''))[0]

export interface Guess {
  /** The id of a mistake of the catalogue. */
  readonly id: string
  /** The clue in the request, in a few words. */
  readonly because: string
  /** The clue in a sentence. */
  readonly what: string
  /** What may have happened. Nothing is proven, so it says nothing to do. */
  readonly remedy: string
}

export interface Clue extends Guess {
  /** Whether the request has the clue. `text` is the body, if it is UTF-8. */
  readonly speaks: (request: Case, text: string | undefined) => boolean
}

/** A variable in the notation of templates, routes and shells. */
const unfilled =
  /\{\{[^{}]*\}\}|\$\{\w+\}|\$[A-Za-z_]\w*|%7B\w+%7D|\/:[A-Za-z]\w*|<[a-z_]+>|\/(?:undefined|null|NaN)(?=[/?]|$)/i

/** Requests of these methods have a body, as a rule. */
const usuallyWithBody: ReadonlyArray<string> = ['POST', 'PUT', 'PATCH']

/** Tools in which people write `{{id}}` into a URL, and sign it in a script. */
const toolsWithVariables = /^(?:PostmanRuntime|insomnia|Apifox|bruno)/i

/** A number of three digits and more, perhaps after letters, a UUID, or eight hexadecimal digits and more: `8812`, `SO-2019`, `a1b2c3d4`. */
const idLike = '(?:(?:[A-Za-z]{1,8}[-_]?)?\\d{3,}|(?=[a-f-]{0,35}\\d)[\\da-f]{8}[\\da-f-]*)'

/** A segment that may be an id. A version such as `v1` is none, and a single digit is one only at the end of the path. */
const valueInPath = new RegExp(`/(?:${idLike}(?![A-Za-z])|(?!v\\d+$)[^/]*\\d[^/]*$)`, 'i')

/** A member such as `"id": 8812` or `"orderId":"SO-2019"`. A request's own id, such as request_id, is none. */
const idInBody = new RegExp(`"(?:id|[a-z]+Id)"\\s*:\\s*"?${idLike}`)

/** The beginning of JSON, which few prompts have: a bracket before a quotation mark, a number or another bracket. */
const beginsLikeJson = /^\s*(?:\{\s*"|\[\s*[[{"\d-])/

const brackets: Readonly<Partial<Record<string, number>>> = { '[': 1, '{': 1, ']': -1, '}': -1 }

/** Whether a text begins like JSON, and ends before a string or a bracket does. */
const isCutOff = (bodyText: string): boolean => {
  if (!beginsLikeJson.test(bodyText)) return false
  let depth = 0
  let inString = false
  for (let i = 0; i < bodyText.length; i++) {
    const c = bodyText[i] as string
    if (inString && c === '\\') i++
    else if (c === '"') inString = !inString
    else if (!inString) depth += brackets[c] ?? 0
  }
  return inString || depth > 0
}

const typeOf = (headers: Case['headers']): string => (headerNamed(headers, 'content-type') ?? '').toLowerCase()

/** Clients announce the type of a body, and those that send none announce its length as 0. */
const announcesBody = (headers: Case['headers']): boolean =>
  headerNamed(headers, 'content-type') !== undefined || (declaredLength(headers) ?? 0) > 0

/** The client announced the type of a body, and itself sent none: nothing on the way has dropped it. */
const sentNothing = (headers: Case['headers']): boolean =>
  headerNamed(headers, 'content-type') !== undefined && declaredLength(headers) === 0

/** Proxies and CDNs add their names to one of these, or to both (RFC 9110 §7.6.3, RFC 8586). */
const headersOfProxies: ReadonlyArray<string> = ['via', 'cdn-loop']

/**
 * A value of question marks alone, or words of them: a string of JSON, the text of an XML element, or a value of a form. A person who
 * asks something also writes letters.
 */
const lostLetters =
  /"\?{2}[^"A-Za-z\u0080-\uffff]*"|>\s*\?{2,}(?:[\s,.!:;-]+\?+)*\s*<\/|(?:^|&)[\w.[\]-]+=(?:\?|%3F){2,}(?:&|$)/

/** A question mark as forms, JSON and XML may write it. */
const escapedMark = /%3F|\\u003f|&#(?:63|x3f);/gi

const betweenWords = /[\s"<>(),;]+/
const betweenWordsOfForm = /[\s"<>(),;&=+]+|%20|%2C/i

/** Several question marks before a letter, as in `u??q` and `??d?`, or one between letters, as in `M?nchen`. The `jobs?page=2` of a URL is no such word. */
const lostInWord = /^(?:[A-Za-z'?-]*[A-Za-z])?\?{2,}[A-Za-z][A-Za-z'?-]*[.!:]?$|^[A-Za-z'-]+\?[a-z]+[.!:]?$/

/** The longest word that is looked at. */
const maxWord = 64

/** Whether a word of the body has question marks among its letters. */
const hasWordWithLostLetters = (bodyText: string): boolean =>
  bodyText
    .replace(escapedMark, '?')
    .split(form.test(bodyText) ? betweenWordsOfForm : betweenWords)
    .some((word) => word.length <= maxWord && lostInWord.test(word))

/** What JavaScript, .NET, Python and Java print for an object that has no text of its own. */
const printedObject =
  /^(?:\[object \w+\](?:,\[object \w+\])*|System\.[\w.]+(?:`\d\[[\w.,]+\]|\[\])?|<[\w.]+ object at 0x[0-9a-f]+>|[a-z]\w*(?:\.\w+)+@[0-9a-f]{4,8})$/

const replacementCharacter = '\ufffd'

/** A letter of two bytes of UTF-8 as two dots, or two such letters: `Gro..e`. An ellipsis has three dots, and ends a word. */
const dotsInWord = /[A-Za-z]\.\.(?:\.\.)?[a-z]/

/** The second byte of zlib, by the level of compression (RFC 1950 §2.2). 0x5e is a caret, so `x^` would be such a beginning too. */
const zlibLevels: ReadonlyArray<number> = [0x01, 0x9c, 0xda]

/** The first bytes of a body in one of these codings: gzip, Zstandard and zlib. */
const beginsCompressed = ([firstByte, second, third, fourth]: Case['body']): boolean =>
  (firstByte === 0x1f && second === 0x8b) ||
  (firstByte === 0x28 && second === 0xb5 && third === 0x2f && fourth === 0xfd) ||
  (firstByte === 0x78 && zlibLevels.includes(second ?? 0))

/** Whether a text is an object in braces without any quotation mark, perhaps in single quotes: `{a:1}` and `'{a:1}'`. */
const isUnquotedObject = (bodyText: string): boolean => {
  const object = bodyText.replace(/^'/, '').replace(/'$/, '').trim()
  return !/["\u201c-\u201f]/.test(bodyText) && object.startsWith('{') && object.endsWith('}') && /\w/.test(object)
}

const isJsonType = (headers: Case['headers']): boolean => /^[\w.-]+\/(?:[\w.-]+\+)?json\b/.test(typeOf(headers))

/** Whether Content-Type says that the body is text in UTF-8, or JSON, which has no other encoding. */
const isSaidUtf8 = (headers: Case['headers']): boolean => {
  const charset = declaredCharset(headers)
  return charset === undefined ? isJsonType(headers) : /^utf-?8$/.test(charset)
}

/** Whether every line of the text that is not empty is JSON. */
const isLinesOfJson = (bodyText: string): boolean =>
  bodyText.split('\n').every((line) => line.trim() === '' || isJson(line))

/** Whether the text begins like an object or a list, and is no JSON. Python writes NaN and Infinity, and means no fault. */
const isInvalidJson = (bodyText: string): boolean =>
  /^\s*[[{]/.test(bodyText) && !/\b(?:NaN|Infinity)\b/.test(bodyText) && !isJson(bodyText) && !isLinesOfJson(bodyText)

/** Fields of a form, and no JSON. */
const form = /^[\w.[\]%-]+=[^&\s{}"]*(?:&[\w.[\]%-]+=[^&\s{}"]*)+$/

export const clues: ReadonlyArray<Clue> = [
  {
    id: 'body-compressed',
    because: 'the body is compressed, but could not be decompressed here',
    what: 'The body that arrived is compressed, and could not be decompressed here.',
    remedy: 'Perhaps the caller signed the body before it was compressed.',
    speaks: ({ decoded, body, headers }) =>
      decoded === undefined &&
      body.length > 0 &&
      (beginsCompressed(body) || (declaredCodings(headers).length > 0 && !isUtf8(body))),
  },
  {
    id: 'body-compressed',
    because: 'Content-Encoding names a coding, but the body is not compressed',
    what: 'Content-Encoding says that the body is compressed, but the body arrived without compression.',
    remedy: 'Perhaps the caller signed the compressed bytes, and something on the way decompressed them.',
    speaks: ({ decoded, body, headers }, bodyText) =>
      decoded === undefined && body.length > 0 && bodyText !== undefined && declaredCodings(headers).length > 0,
  },
  {
    id: 'body-lost',
    because: 'Content-Type says that there is a body, but Content-Length is 0',
    what: 'The client sent no body: Content-Length is 0. But Content-Type says that there is a body.',
    remedy:
      'Perhaps the code that signs read the whole stream of the body, so nothing was left to send: http.Request.Body of Go and an InputStream of Java give their bytes only once. Perhaps the client sends no body with this method, or removed it after a redirect.',
    speaks: ({ body, headers }) => body.length === 0 && sentNothing(headers),
  },
  {
    id: 'body-lost',
    because: 'Content-Type says that there is a body, but the GET that arrived has none',
    what: 'Content-Type says that there is a body, but GET arrived without a body.',
    remedy:
      'Perhaps the caller signed a body. Browsers, some HTTP clients and some proxies drop the body of a GET request.',
    speaks: ({ method, body, headers }) =>
      method === 'GET' && body.length === 0 && headerNamed(headers, 'content-type') !== undefined,
  },
  {
    id: 'body-lost',
    because: 'the headers say that there is a body, but no body arrived',
    what: 'The headers say that there is a body, but no body arrived.',
    remedy:
      'Perhaps the body was not sent. Some clients send no body with DELETE, and a redirect or a proxy may remove it.',
    speaks: ({ body, headers }) => body.length === 0 && announcesBody(headers),
  },
  {
    id: 'body-other',
    because: 'Content-Length is not the length of this body',
    what: 'The length of this body is not its Content-Length.',
    remedy:
      'Perhaps this is not the body that was sent. It was cut, indented for reading, or decoded and encoded again.',
    speaks: ({ body, decoded, headers }) =>
      body.length > 0 && decoded === undefined && (declaredLength(headers) ?? body.length) !== body.length,
  },
  {
    id: 'body-encoding',
    because: 'Content-Type says UTF-8, but the body is not UTF-8',
    what: 'The body that arrived is not in the encoding of its Content-Type.',
    remedy: 'Perhaps a program converted the text to bytes twice, in two encodings.',
    speaks: ({ body, headers, decoded }, bodyText) =>
      bodyText === undefined &&
      decoded === undefined &&
      isSaidUtf8(headers) &&
      declaredCodings(headers).length === 0 &&
      !beginsCompressed(body),
  },
  {
    id: 'body-encoding',
    because: 'Content-Type names an encoding that the body does not have',
    what: 'Content-Type does not name UTF-8, but the body that arrived is UTF-8.',
    remedy: 'Perhaps the text was signed in the encoding that Content-Type names.',
    speaks: ({ headers }, bodyText = '') =>
      /[^\0-\u007f]/.test(bodyText) && !/^(?:utf-?8|undefined)$/.test(String(declaredCharset(headers))),
  },
  {
    id: 'body-other',
    because: 'the body has typographic quotation marks in place of those of JSON',
    what: 'The body that arrived has typographic quotation marks where JSON has plain ones.',
    remedy:
      'Perhaps the caller signed plain marks, and a word processor, a web page or a chat changed the copied text.',
    speaks: (_, bodyText = '') => /[{[,:]\s{0,64}[\u201c-\u201f\u00ab\u00bb]/.test(bodyText),
  },
  {
    id: 'body-through-shell',
    because: 'Content-Type says JSON, but the body has no quotation marks',
    what: 'Content-Type says that the body is JSON. The body begins like an object, but has no quotation marks.',
    remedy: 'Perhaps a shell removed them. Windows PowerShell and cmd change the quotation marks of an argument.',
    speaks: ({ headers }, bodyText = '') => isJsonType(headers) && isUnquotedObject(bodyText),
  },
  {
    id: 'body-other',
    because: 'Content-Type says JSON, but the body is a form',
    what: 'Content-Type says that the body is JSON, but the fields of a form arrived.',
    remedy: 'Perhaps the caller signed JSON, and the HTTP client sent the same fields as a form.',
    speaks: ({ headers }, bodyText = '') => isJsonType(headers) && form.test(bodyText),
  },
  {
    id: 'part-unfilled',
    because: 'the target that arrived contains the name of a variable',
    what: 'The target that arrived contains the name of a variable, or a text that programs print for a missing value.',
    remedy: 'Perhaps the signed target has the value, and only the sent target does not.',
    speaks: ({ target }) => unfilled.test(target),
  },
  {
    id: 'body-lost',
    because: 'a GET without a body arrived at another path than that of the URL',
    what: 'A GET without a body arrived, and its path is not that of the URL that the caller says it has called.',
    remedy:
      'Perhaps the HTTP library followed a redirect (301, 302 or 303): then it sends GET without a body to another URL, with the signature of the first request. Call the final URL, or sign again after a redirect.',
    speaks: ({ url, target, method, body }) =>
      method === 'GET' && body.length === 0 && url !== undefined && pathOfUrl(url) !== splitTarget(target)[0],
  },
  {
    id: 'target-double-slash',
    because: 'the path begins with two slashes, and a body is missing',
    what: 'The path that arrived begins with two slashes, and this request has no body.',
    remedy:
      'Perhaps the base URL ends in a slash, and the caller signed the path with one slash. Perhaps it also signed a body that its client did not send.',
    speaks: ({ target, method, body }) =>
      target.startsWith('//') && usuallyWithBody.includes(method) && body.length === 0,
  },
  {
    id: 'target-double-slash',
    because: 'the path begins with two slashes',
    what: 'The path that arrived begins with two slashes.',
    remedy:
      'Perhaps the base URL ends in a slash, and the caller signed the path with one slash. It then made another mistake too.',
    speaks: ({ target }) => target.startsWith('//'),
  },
  {
    id: 'target-other',
    because: 'a header of a proxy names another target than the one that arrived',
    what: 'A header of a proxy names a different target from the one that arrived. So the proxy sends its own request, or rewrites the target.',
    remedy:
      'Perhaps the caller signed the request that the proxy received. The proxy may have changed its body or method.',
    speaks: ({ headers, target }) => originalTarget(headers, target) !== undefined,
  },
  {
    id: 'part-unfilled',
    because: 'User-Agent names a tool with variables, and the path has a value',
    what: 'The tool that sent this request fills variables into the path, and the path that arrived has a value that may be one.',
    remedy: 'Perhaps the script signed the URL before the variables got their values, such as {{id}}.',
    speaks: ({ headers, target }) =>
      toolsWithVariables.test(headerNamed(headers, 'user-agent') ?? '') && valueInPath.test(splitTarget(target)[0]),
  },
  {
    id: 'body-encoding',
    because: 'a value of the body has question marks instead of its letters',
    what: 'A value of the body that arrived has only question marks. Each question mark is a letter that was lost.',
    remedy:
      'Perhaps the caller signed the letters in UTF-8, and its client sent them in an encoding without these letters, such as ISO-8859-1. Then send the bytes that were signed, or name their encoding in Content-Type, as in application/json; charset=utf-8.',
    speaks: (_, bodyText = '') => lostLetters.test(bodyText),
  },
  {
    id: 'body-encoding',
    because: 'a word of the body has question marks among its letters',
    what: 'A word of the body that arrived has question marks among its letters. Perhaps each question mark is a letter that was lost.',
    remedy:
      'Perhaps the caller signed the letters in UTF-8, and its client sent them in an encoding without these letters, such as ISO-8859-1. Then send the bytes that were signed, or name their encoding in Content-Type, as in application/json; charset=utf-8.',
    speaks: (_, bodyText = '') => hasWordWithLostLetters(bodyText),
  },
  {
    id: 'body-printed',
    because: 'the body that arrived is what a program prints for an object',
    what: 'The body that arrived is not content. It is the text that a program prints for an object.',
    remedy:
      'Perhaps the caller signed the right text, but gave its HTTP client an object that the client does not serialize.',
    speaks: (_, bodyText = '') => printedObject.test(bodyText),
  },
  {
    id: 'body-encoding',
    because: 'the body has U+FFFD where letters were lost',
    what: 'The body has the replacement character U+FFFD. A program writes it where letters were lost.',
    remedy: 'Perhaps the text was signed in one encoding, and sent in another that does not have these letters.',
    speaks: (_, bodyText = '') => bodyText.includes(replacementCharacter),
  },
  {
    id: 'body-other',
    because: 'the body has several dots inside a word',
    what: 'The body has several dots inside a word, and no letter beyond ASCII.',
    remedy: 'Perhaps the program that printed this body writes a dot for each byte that is not printable ASCII.',
    speaks: (_, bodyText = '') => dotsInWord.test(bodyText) && !/[^\0-\u007f]/.test(bodyText),
  },
  {
    id: 'body-through-shell',
    because: 'the body that arrived ends after the name of its first member',
    what: 'The body that arrived begins like JSON, but ends after the name of its first member, where JSON often has a blank.',
    remedy:
      'Perhaps a shell split a variable without quotation marks, as in curl -d $BODY, and curl sent only the first word.',
    speaks: (_, bodyText = '') => /^[[{]{1,4}"[^"\\\s]{1,64}":$/.test(bodyText),
  },
  {
    id: 'body-other',
    because: 'the body that arrived is cut, and has letters beyond ASCII',
    what: 'The body that arrived begins like JSON, but is not complete. It has letters beyond ASCII.',
    remedy:
      'Perhaps Content-Length is the number of characters and not of bytes, so the end of the body was not sent. Perhaps the body was cut on the way, or when somebody copied it.',
    speaks: (_, bodyText = '') => /[^\0-\u007f]/.test(bodyText) && isCutOff(bodyText),
  },
  {
    id: 'body-other',
    because: 'the body that arrived is cut: it begins like JSON, but is not complete',
    what: 'The body that arrived begins like JSON, but is not complete.',
    remedy: 'Perhaps it was cut on the way, or when somebody copied it.',
    speaks: (_, bodyText = '') => isCutOff(bodyText),
  },
  {
    id: 'body-other',
    because: 'Content-Type says JSON, but the body is not valid JSON',
    what: 'Content-Type says that the body is JSON. The body begins like JSON, but is not valid JSON.',
    remedy:
      'Perhaps the caller signed valid JSON, and a program then removed some of its characters. For example, stripslashes of PHP removes the backslashes.',
    speaks: ({ headers }, bodyText = '') => isJsonType(headers) && isInvalidJson(bodyText),
  },
  {
    id: 'part-unfilled',
    because: 'User-Agent names a tool with variables, and the body has an id',
    what: 'The tool that sent this request fills variables into the body, and the body that arrived has an id that may be one.',
    remedy:
      'Perhaps the script signed the body before the variables got their values, such as {{id}}. In Postman, sign the text that pm.variables.replaceIn returns.',
    speaks: ({ headers }, bodyText = '') =>
      toolsWithVariables.test(headerNamed(headers, 'user-agent') ?? '') && idInBody.test(bodyText),
  },
  {
    id: 'body-lost',
    because: 'DELETE arrived without a body, through a proxy or CDN',
    what: 'DELETE arrived without a body, and its headers show that it came through a proxy or CDN.',
    remedy:
      'Perhaps the caller signed and sent a body, and the proxy or CDN dropped it: some do not pass on the body of a DELETE. Some HTTP clients send none either.',
    speaks: ({ method, body, headers }) =>
      method === 'DELETE' &&
      body.length === 0 &&
      headersOfProxies.some((name) => headerNamed(headers, name) !== undefined),
  },
]

/** By the number of bytes that follow: the least first byte of a longer character. */
const leads = [0xc2, 0xe0, 0xf0]

/** Whether these bytes begin a character of UTF-8, and do not end it. */
const isUnended = ([lead = 0, ...furtherBytes]: Case['body']): boolean =>
  lead >= (leads[furtherBytes.length] ?? 0x100) && furtherBytes.every((byte) => byte >= 0x80 && byte < 0xc0)

/** The text of a body. If the body ends within a character, the text before it. */
const textOf = (body: Case['body']): string | undefined => {
  const cut = [1, 2, 3].find((length) => length < body.length && isUnended(body.subarray(-length))) ?? 0
  const read = Bytes.toText(body.subarray(0, body.length - cut))
  return E.isRight(read) ? read.right : undefined
}

/** The guess with the strongest clue in this request. Empty if there is no clue. */
export const guesses = (request: Case): ReadonlyArray<Guess> => {
  const bodyText = textOf(request.body)
  const firstClue = clues.find(({ speaks }) => speaks(request, bodyText))
  if (firstClue === undefined) return []
  const { speaks: _, ...guess } = firstClue
  return [guess]
}
