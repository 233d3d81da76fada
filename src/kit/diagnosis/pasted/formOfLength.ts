/**
 * The body of a form in a text that a program prints, found by the Content-Length alone: JSON has brackets to be found by, a form has not.
 *
 *     … content-length:"7", authorization:"…"], payload=a=1&b=2]      →      a=1&b=2
 *
 * Texts have one character for each byte.
 */
import { isFormText } from './escapedBody.ts'

/** What has no blank, no quotation mark and no bracket of a tag. */
const run = /[^\s"'`<>]+/g

/** What may stand before a body in its run: the end of its name. */
const nameEnds = /[=:|>([{]$/

/** What may stand behind a body in its run: brackets that end something, or one that begins a mark, such as `{noformat}`. */
const closing = /^(?:[)\]},;|:.]{0,4}$|\{)/

/** How many characters may stand behind a body in its run. */
const mostClosing = 4

/** A name and a value: brackets are in names alone, and a program escapes commas and the like. */
const pair = /^[\w.%+~*[\]-]*(?:=[^[\](),;]*)?$/

/** Whether this is a form as a program escapes it, and no part of a URL, of an address or of a signed header. */
const isBody = (candidate: string): boolean =>
  isFormText(candidate) &&
  !/[:/?|]|\bsignature=/.test(candidate) &&
  candidate.split('&').every((written) => pair.test(written))

/**
 * The form of this length, where nothing but the end of a name stands before it in its run, and brackets or commas behind it. Undefined if
 * the text has none, or several different ones.
 */
export const formOfLength = (text: string, length: number): string | undefined => {
  // A shorter one may be a name and a value of anything else.
  if (length < 3) return undefined
  const found = new Set<string>()
  for (const [written] of text.matchAll(run)) {
    const starts = Array.from({ length: mostClosing + 1 }, (_, behind) => written.length - behind - length)
    for (const from of new Set([0, ...starts])) {
      if (from < 0 || from + length > written.length) continue
      const candidate = written.slice(from, from + length)
      const isBounded =
        (from === 0 || nameEnds.test(written.slice(0, from))) && closing.test(written.slice(from + length))
      if (isBounded && isBody(candidate)) found.add(candidate)
    }
  }
  const [form] = found
  return found.size === 1 ? form : undefined
}
