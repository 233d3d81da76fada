/**
 * What a program that prints a request leaves out of it: an Authorization header that it hides or cuts off, or all headers. The
 * caller has sent them, so nothing is said of the caller.
 */
import { type PrintingTool, toolThatLacks } from './printingTools.ts'

/** What programs put in place of a secret. */
const placeholderForms: ReadonlyArray<RegExp> = [
  // [Filtered], <redacted>, (snip)
  /redacted|filtered|secure|hidden|masked?|not[ _]logged|suppressed|omitted|removed|sanitized|censored|protected|sensitive|secret|snip(?:ped)?/,
  // 380 bytes were stripped
  /\d{1,9} bytes were stripped/,
  // xxxxx
  /x{3,64}/,
  // ****, and with the end of the secret: ****Zg==
  /\*{1,4096}\w{0,8}={0,2}/,
  // Blocks, U+2588, as UTF-16 or as the bytes of UTF-8
  /(?:\u2588|\u00e2\u0096\u0088){1,64}/,
  // Bullets, U+2022, as UTF-16 or as the bytes of UTF-8
  /(?:\u2022|\u00e2\u0080\u00a2){3,64}/,
]

/** A placeholder, perhaps in brackets, and perhaps behind the auth type: `SVC-SHA256-RSA <redacted>`. */
const placeholder = new RegExp(
  `^(?:[A-Za-z][\\w-]{0,64} )?["'[<({*]{0,3}(?:${placeholderForms.map(({ source }) => source).join('|')})[\\]>)}*"']{0,3}$`,
  'i',
)

/** Whether the value of a header is a placeholder. */
export const isPlaceholder = (fieldValue: string): boolean => fieldValue.length < 8192 && placeholder.test(fieldValue)

/** The header with its value, or the beginning of it: `authorization: ****`, `'Authorization' => '[FILTERED]'`, `Authorization=<hidden>`, `["Authorization","[Filtered]"]`. */
const authorizationField =
  /(?<![A-Za-z0-9-])authorization["'\\\]]{0,4}[ \t]{0,32}(?:=>|[:=]|(?<=["'][ \t]{0,32}),)[ \t]{0,8}["'[]{0,2}(\*{4,4096}\w{0,8}={0,2}|[^\n"',;]{0,128})/gi

/**
 * Two items of a signed header, the first behind the auth type, a colon or a quotation mark: `SVC-SHA256-RSA app_id=app-1,nonce_str=`.
 * In a map that Java prints, `{Host=api.example, Accept=…}`, a brace or a blank behind a comma stands there. The first item is sought
 * backwards from its comma, so that no text is read more than once.
 */
const signed = /,(?= ?\w{1,64}=)(?<=(?:[A-Za-z-] |[:"'] ?)\w{1,64}=[^\s,"'*=][^\s,"'*]{0,4096},)/

/** The refusal of a text that hides the Authorization header. */
export const hiddenHeader = (printedText: string): string =>
  lackOf(
    toolThatLacks(printedText, 'hidden'),
    'hides the Authorization header',
    'set it to print whole headers, or log the header in the program that sends the request',
  )

/** The refusal of a text that cuts the Authorization header off. */
export const cutHeader = (printedText: string): string =>
  lackOf(toolThatLacks(printedText, 'cut'), 'has cut the Authorization header', 'set it to print whole values')

/** The refusal of a text without headers. */
export const noHeaders = (printedText: string): string =>
  lackOf(
    toolThatLacks(printedText, 'headers'),
    'shows no headers of the request',
    'set it to print the headers and the body, or paste the request as raw HTTP or as a curl command',
  )

/** The refusal of a text by a program that shows the target in another form than it was sent. Undefined if the text is of no such program. */
export const whyTargetNotShown = (printedText: string): string | undefined => {
  const tool = toolThatLacks(printedText, 'target')
  return tool === undefined
    ? undefined
    : lackOf(tool, 'does not show the target of the request as it was sent', tool.remedy)
}

/** The refusal with the name and the remedy of the tool, if the text shows which tool printed it. */
const lackOf = (tool: PrintingTool | undefined, lack: string, remedy: string): string =>
  `${tool?.name ?? 'the program that printed this'} ${lack}, so nothing can be checked; ${tool?.remedy ?? remedy}`

const responseAlone =
  'this text has only a response; paste the request that it answers, as raw HTTP or as a curl command'

/** A placeholder that does not end where the value does: `authorization: []` of a list, `Authorization: [redacted by proxy]`. */
const beginsLikePlaceholder = /^(?:\]|\W{0,2}redacted)/i

/** Whether the text has an Authorization header that is hidden. */
export const isHiddenIn = (printedText: string): boolean =>
  [...printedText.matchAll(authorizationField)]
    .map(([, written = '']) => written.trim())
    .some((written) => isPlaceholder(written) || beginsLikePlaceholder.test(written))

/** Whether the value of a header begins with an auth type and a first item. */
export const isSigned = (fieldValue: string): boolean => /^[A-Za-z][\w-]{0,64} {1,8}\w{1,64}=/.test(fieldValue)

/** The refusal of a text that hides the Authorization header or cuts it off. Undefined if the text does neither. */
export const whyHeaderNotShown = (printedText: string): string | undefined => {
  if (isHiddenIn(printedText) && !signed.test(printedText)) return hiddenHeader(printedText)
  return hasHeaderWithEllipsis(printedText) || isCutByTool(printedText) ? cutHeader(printedText) : undefined
}

const ellipsis = /\u00e2\u0080\u00a6|\.\.\./
const headerName = /(?<![\w-])authorization["'\\\]]{0,4}\s{0,32}(?:=>|[:=,])/gi

/** The beginning of an item, what ends it, or an ellipsis. */
const signsOfItems = new RegExp(`(?<item>\\w=)|(?<end>[\\s"'])|${ellipsis.source}`, 'g')

/** How far behind the name an item may begin: in the same line, or in one of the next two if no line between is longer. */
const reach = { sameLine: 4096, nextLine: 512, nextLines: 2 } as const

/**
 * Whether the Authorization header has an ellipsis in an item, on its own line or on the two that follow:
 * `Authorization: SVC-SHA256-RSA app_id=app-1,nonce_str=ab…`. The text is read once: in `authorization:a=authorization:a=…` each name
 * has the same items behind it.
 */
const hasHeaderWithEllipsis = (printedText: string): boolean => {
  if (!ellipsis.test(printedText)) return false
  const nameEnds = [...printedText.matchAll(headerName)].map(({ 0: name, index }) => index + name.length)
  let nextName = 0
  // Up to here an item may begin. Below zero if no name comes before.
  let limit = -1
  let linesLeft = 0
  let isInItem = false
  for (const { 0: sign, index, groups = {} } of printedText.matchAll(signsOfItems)) {
    for (; (nameEnds[nextName] ?? Number.POSITIVE_INFINITY) <= index; nextName++) {
      limit = (nameEnds[nextName] as number) + reach.sameLine
      linesLeft = reach.nextLines
    }
    if (groups.item !== undefined) isInItem ||= index <= limit
    else if (groups.end === undefined) {
      if (isInItem) return true
    } else {
      isInItem = false
      if (sign === '\n') {
        limit = linesLeft > 0 && index <= limit ? index + 1 + reach.nextLine : -1
        linesLeft--
      }
    }
  }
  return false
}

/** The refusal of a text by a program that shows no headers. Undefined if the text is of no such program. */
export const whyToolShowsNoHeaders = (printedText: string): string | undefined =>
  toolThatLacks(printedText, 'headers') === undefined ? undefined : noHeaders(printedText)

/** A request in one line, with two dots for each line end. */
const dottedLineEnds = /[A-Z]{3,10} \S{1,8192} HTTP\/1\.[01]\.\.[\w-]{1,64}: /

const lineEndsLost =
  'the program that printed this writes a dot for each byte of a line end, so the lines of the request are lost; let the program print the bytes in hexadecimal, as ngrep does with -x and tcpdump with -X'

/** `[Object]` and its like, in the output of Node. */
const omittedMembers = /: \[(?:Object|Array|\w{1,64}State|Socket)(?:: null prototype)?\],?$/m

const membersOmitted =
  'Node has left out members of this object, and writes [Object] or [Array] instead of them; print it with util.inspect(value, { depth: null, maxStringLength: null, maxArrayLength: null })'

/** A method and a path in a line of a log, as `[info] POST /v1/jobs` or `method=POST path="/v1/jobs"`. */
const accessLine =
  /(?:^|[^A-Za-z])(?:GET|POST|PUT|PATCH|DELETE) {1,8}["']?\/[!-~]|\bmethod=["']?(?:GET|POST|PUT|PATCH|DELETE)\b[^\n]{0,512}\b(?:path|uri|url)=["']?\//

/** The refusal of a text of an unknown form that shows no headers at all. Undefined if headers may be in it. */
export const whyNoHeadersShown = (printedText: string): string | undefined => {
  if (dottedLineEnds.test(printedText)) return lineEndsLost
  if (/\bheaders?:|rawHeaders:/i.test(printedText) && omittedMembers.test(printedText)) return membersOmitted
  if (/authorization/i.test(printedText) || signed.test(printedText)) return undefined
  if (accessLine.test(printedText)) return noHeaders(printedText)
  if (/(?:^|[^A-Za-z])(?:GET|POST|PUT|PATCH|DELETE)\b/.test(printedText) && /https?:\/\/[^\s/]/.test(printedText))
    return noHeaders(printedText)
  return /HTTP\/[0-9.]{1,3}["']?,? ?\d{3}\b/.test(printedText) && printedText.includes('\n') ? responseAlone : undefined
}

/**
 * Whether a value has an ellipsis, as a character or as three dots, at its end or before its last word: `…signature=Zm9v…`,
 * `…signature=Zm9v...YmFy==`. No item of a signed header has one. The character is U+2026, in UTF-16 or as the bytes of UTF-8.
 */
export const isCut = (fieldValue: string): boolean =>
  /$(?<=(?:\u2026|\u00e2\u0080\u00a6|\.\.\.)[^\s,.]{0,4096})/.test(fieldValue)

/** Whether stars or the like stand within a value, in place of a part of it: `…signature=Zm9v****YmFy==`. No item of a signed header has them. */
export const isMasked = (fieldValue: string): boolean =>
  /=[^\s,]{0,4096}(?:\*{3}|\u2022{3}|(?:\u00e2\u0080\u00a2){3}|\u2588|\u00e2\u0096\u0088)/.test(fieldValue)

export const maskedValue =
  'a part of the Authorization header was replaced by *** or the like, so nothing can be checked; paste the whole header'

/** Whether the program is one that cuts the header, and has cut it here. */
export const isCutByTool = (printedText: string): boolean => toolThatLacks(printedText, 'cut') !== undefined
