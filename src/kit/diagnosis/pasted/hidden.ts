/**
 * What a program that prints a request leaves out of it: an Authorization header that it hides or cuts off, or all headers. The
 * caller has sent them, so nothing is said of the caller.
 */
import { type PrintingTool, toolThatLacks } from './printingTools.ts'

/** What programs put in place of a secret, perhaps behind the auth type. */
const placeholder =
  /^(?:[A-Za-z][\w-]{0,64} )?["'[<({*]{0,3}(?:redacted|filtered|secure|hidden|masked?|not[ _]logged|suppressed|omitted|removed|sanitized|censored|protected|sensitive|secret|snip(?:ped)?|\d{1,9} bytes were stripped|x{3,64}|\*{1,4096}\w{0,8}={0,2}|(?:\u2588|\u00e2\u0096\u0088){1,64}|(?:\u2022|\u00e2\u0080\u00a2){3,64})[\]>)}*"']{0,3}$/i

/** Whether the value of a header is a placeholder. */
export const isPlaceholder = (fieldValue: string): boolean => fieldValue.length < 8192 && placeholder.test(fieldValue)

const authorizationField =
  /(?<![A-Za-z0-9-])authorization["'\\\]]{0,4}[ \t]{0,32}(?:=>|[:=])[ \t]{0,8}["'[]{0,2}(\*{4,4096}\w{0,8}={0,2}|[^\n"',;]{0,128})/gi

/** A signed header, or as much of it as is there; not a map of headers as Java prints it. */
const signed = /(?:[A-Za-z-] |[:"'] ?)\w{1,64}=[^\s,"'*=][^\s,"'*]{0,4096}, ?\w{1,64}=/

/** What is said of a hidden Authorization header. */
export const hiddenWords = (printedText: string): string =>
  lackWords(
    toolThatLacks(printedText, 'hidden'),
    'hides the Authorization header',
    'set it to print whole headers, or log the header in the program that sends the request',
  )

/** What is said of one that was cut off. */
export const cutWords = (printedText: string): string =>
  lackWords(toolThatLacks(printedText, 'cut'), 'has cut the Authorization header', 'set it to print whole values')

const noHeaders = (printedText: string): string =>
  lackWords(
    toolThatLacks(printedText, 'headers'),
    'shows no headers of the request',
    'set it to print the headers and the body, or paste the request as raw HTTP or as a curl command',
  )

const lackWords = (tool: PrintingTool | undefined, lack: string, remedy: string): string =>
  `${tool?.name ?? 'the program that printed this'} ${lack}, so nothing can be checked; ${tool?.remedy ?? remedy}`

const responseAlone =
  'this text has only a response; paste the request that it answers, as raw HTTP or as a curl command'

/** The Authorization header ends in an ellipsis, or is said to be truncated. */
const cutHeader =
  /(?<![\w-])authorization["'\\\]]{0,4}\s{0,32}(?:=>|[:=,])[^\n]{0,4096}?(?:\n[^\n]{0,512}?){0,2}\w=[^\s"']{0,4096}(?:\u00e2\u0080\u00a6|\.\.\.)/i

/** Whether the text has an Authorization header that is hidden. */
export const isHiddenIn = (printedText: string): boolean =>
  [...printedText.matchAll(authorizationField)]
    .map(([, written = '']) => written.trim())
    .some((written) => isPlaceholder(written) || /^(?:\]|\W{0,2}redacted)/i.test(written))

/** Whether the value of a header begins with an auth type and a first item. */
export const isSigned = (fieldValue: string): boolean => /^[A-Za-z][\w-]{0,64} {1,8}\w{1,64}=/.test(fieldValue)

/** Whether the text hides the Authorization header or cuts it off, in a sentence. */
export const hiddenIn = (printedText: string): string | undefined => {
  if (isHiddenIn(printedText) && !signed.test(printedText)) return hiddenWords(printedText)
  return cutHeader.test(printedText) || isCutByTool(printedText) ? cutWords(printedText) : undefined
}

/** Whether the program is one that shows no headers, in a sentence. */
export const headersLeftOut = (printedText: string): string | undefined =>
  toolThatLacks(printedText, 'headers') === undefined ? undefined : noHeaders(printedText)

/** A request in one line, with two dots for each line end. */
const dottedLineEnds = /[A-Z]{3,10} \S{1,8192} HTTP\/1\.[01]\.\.[\w-]{1,64}: /

const lineEndsLost =
  'the program that printed this writes a dot for each byte of a line end, so the lines of the request are lost; let the program print the bytes in hexadecimal, as ngrep does with -x and tcpdump with -X'

/** `[Object]` and its like, in the output of Node. */
const omittedMembers = /: \[(?:Object|Array|\w{1,64}State|Socket)(?:: null prototype)?\],?$/m

const membersOmitted =
  'Node has left out members of this object, and writes [Object] or [Array] instead of them; print it with util.inspect(value, { depth: null, maxStringLength: null, maxArrayLength: null })'

/** Whether the text shows no headers at all, in a sentence. */
export const notShownIn = (printedText: string): string | undefined => {
  if (dottedLineEnds.test(printedText)) return lineEndsLost
  if (/\bheaders?:|rawHeaders:/i.test(printedText) && omittedMembers.test(printedText)) return membersOmitted
  if (/authorization/i.test(printedText) || signed.test(printedText)) return undefined
  if (/(?:^|[^A-Za-z])(?:GET|POST|PUT|PATCH|DELETE)\b/.test(printedText) && /https?:\/\/[^\s/]/.test(printedText))
    return noHeaders(printedText)
  return /HTTP\/[0-9.]{1,3}["']?,? ?\d{3}\b/.test(printedText) && printedText.includes('\n') ? responseAlone : undefined
}

/** Whether a value has an ellipsis at its end, or within it: no item of a signed header has one. */
export const isCut = (fieldValue: string): boolean =>
  /(?:\u2026|\u00e2\u0080\u00a6|\.\.\.)(?:$|[^\s,.]{1,4096}$)/.test(fieldValue)

/** Whether the program is one that cuts the header, and has cut it here. */
export const isCutByTool = (printedText: string): boolean => toolThatLacks(printedText, 'cut') !== undefined
