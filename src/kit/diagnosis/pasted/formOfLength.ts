/**
 * The body of a form in a text that a program prints, found by the Content-Length, or as the only form there is: JSON has brackets to be
 * found by, a form has not.
 *
 *     … content-length:"7", authorization:"…"], payload=a=1&b=2]      →      a=1&b=2
 *
 * Texts have one character for each byte.
 */
import { isFormText } from './escapedBody.ts'
import { responseBegins } from './values/responseBegins.ts'

/** What has no blank, no quotation mark and no bracket of a tag. */
const run = /[^\s"'`<>]+/g

/** What may stand before a body in its run: the end of its name. */
const nameEnds = /[=:|>([{]$/

/** What may stand behind a body in its run: brackets that end something, or one that begins a mark, such as `{noformat}`. */
const closing = /^(?:[)\]},;|:.]{0,4}$|\{)/

/** How many characters may stand behind a body in its run. */
const mostClosing = 4

/** A name and a value: brackets are in names alone, and a program escapes commas and the like. */
const pair = /^[\w.%+~*-][\w.%+~*[\]-]*(?:=[^[\](),;]*)?$/

/** `method=POST`: a program prints the method of the request in this way. */
const methodAsPair = /^method=[A-Z]{3,10}$/

/** `body='[1,2]'`: the name of a body whose value a quotation mark or a bracket begins. */
const nameOfBody = /^(?:body|data|payload|request)=$/i

/** Whether this is a form as a program escapes it, and no part of a URL, of an address or of a signed header, and not the method. */
const isBody = (candidate: string): boolean =>
  isFormText(candidate) &&
  !methodAsPair.test(candidate) &&
  !nameOfBody.test(candidate) &&
  !/[:/?|]|\bsignature=/.test(candidate) &&
  candidate.split('&').every((written) => pair.test(written))

/** What a program writes behind a body that it has cut, or what ends a part of one. */
const cut = /\.\.$|^[^\S\n]{0,3}[[(<{]?(?:\.\.|\xe2\x80\xa6|\d{1,12} |truncated|cut\b|more\b|omitted)/i

/** Characters of a form alone, as a line that a program has broken goes on with. */
const goesOn = /^[^\S\n]*\n[^\n]{0,200}?(?:^|[\s|:])[\w.%+~*=&-]{1,256}[^\S\n]*(?:\n|$)/

/** A header's name: with a hyphen, or one of these. `request-body` is the name of the body. */
const nameOfHeader =
  '(?!(?:request|http)-(?:body|payload|data)\\b)(?:[A-Za-z]\\w{0,63}-[\\w-]{1,128}|cookies?|referr?er|origin|host|accept|via|from|date|te|forwarded|traceparent|tracestate|baggage|authorization)'

/** A value in quotation marks or brackets, or up to a bracket, the name of a body or the end of the line. */
const valueOfHeader =
  '(?:"[^"\\n]{0,8192}"|\'[^\'\\n]{0,8192}\'|\\[[^\\]\\n]{0,4096}\\]|(?:(?!(?<![\\w-])(?:body|payload|data)["\']?[ \\t]{0,8}[:=])[^\\n"\'[\\](){}])*)'

/** What stands between the name and the value. A field of a form has an equals sign too, and no quotation mark or bracket behind it. */
const separator =
  '["\'\\]]{0,2}[ \\t]{0,8}(?:,\\s{0,64}["\']?value["\']?\\s{0,8}[:=]\\s{0,8}|(?:=>|[:,])[ \\t]{0,8}|=[ \\t]{0,8}(?=["\'[]))'

/**
 * Headers with their values, in a line of their own or in a list:
 *
 *     Cookie: a=1&b=2        [X-Trace:"a=1&b=2"]        {"name":"Cookie","value":"a=1&b=2"}        {Cookie=a=1&b=2, …}
 */
const header = new RegExp(
  `(?:(?<![\\w&=-])${nameOfHeader}${separator}|(?<=[{,([][ \\t]{0,8})${nameOfHeader}=)${valueOfHeader}`,
  'gi',
)

/** The text without the headers and the response: what is in them is no body of the request. */
const withoutHeaders = (text: string): string => {
  const headersAt = Math.max(text.search(/authorization/i), 0)
  const end = text.slice(headersAt).search(responseBegins)
  return (end < 0 ? text : text.slice(0, headersAt + end)).replace(header, ' ')
}

/** The only form of several fields in this text, without a name before it. Undefined if there are several, or if it may be cut or broken. */
export const onlyForm = (text: string): string | undefined => {
  const searched = withoutHeaders(text)
  const found = new Map<string, string>()
  for (const { 0: written, index } of searched.matchAll(run))
    if (written.includes('&') && isBody(written))
      found.set(written, searched.slice(index + written.length, index + written.length + 512))
  const [only] = found
  if (only === undefined || found.size > 1) return undefined
  const [form, behind] = only
  return cut.test(form) || cut.test(behind) || goesOn.test(behind) ? undefined : form
}

/**
 * The form of this length, where nothing but the end of a name stands before it in its run, and brackets or commas behind it. Undefined if
 * the text has none, or several different ones.
 */
export const formOfLength = (text: string, length: number): string | undefined => {
  // A shorter one may be a name and a value of anything else.
  if (length < 3) return undefined
  const found = new Set<string>()
  for (const [written] of withoutHeaders(text).matchAll(run)) {
    const starts = Array.from({ length: mostClosing + 1 }, (_, behind) => written.length - behind - length)
    for (const from of new Set([0, ...starts])) {
      if (from < 0 || from + length > written.length) continue
      const candidate = written.slice(from, from + length)
      const behind = written.slice(from + length)
      // `headers={`: the name of what the bracket begins.
      const isName = candidate.endsWith('=') && behind.startsWith('{')
      const isBounded = (from === 0 || nameEnds.test(written.slice(0, from))) && closing.test(behind)
      if (isBounded && !isName && isBody(candidate)) found.add(candidate)
    }
  }
  const [form] = found
  return found.size === 1 ? form : undefined
}
