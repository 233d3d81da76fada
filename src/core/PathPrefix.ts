/**
 * The part of the path that a proxy in front removes, such as `/api`. The caller signed the whole path, and the server sees the
 * rest: `/api` and `/v1/jobs?a` make `/api/v1/jobs?a`. A setting names it, for adapters, the gateway and the diagnosis. No header
 * names it, since a caller can send any header.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as RequestTarget from './RequestTarget.ts'
import { type Rule, textThat } from './Rule.ts'

/** Non-empty segments of the characters of a path (RFC 3986 §3.3). */
const form = /^(?:\/(?:[\w.~!$&'()*+,;=:@-]|%[\dA-Fa-f]{2})+)+$/
const dotSegment = /\/(?:\.|%2e){1,2}(?:\/|$)/i

/** In normal form, so that no proxy or router reads another prefix in the same text. */
export const rule: Rule<string> = /* @__PURE__ */ textThat(
  'the part of the path that a proxy removes, such as /api: it starts with / and does not end in /, and has no //, no segment . or .., and no query',
  (text) => form.test(text) && !dotSegment.test(text),
)

/** The target as it was before the proxy. A target that does not parse stays as it is: the verifier refuses it and names the rule. */
export const putBack = (prefix: string, target: string): string => {
  if (prefix === '') return target
  const parsed = RequestTarget.parse(target)
  return E.isRight(parsed) ? prefix + parsed.right : target
}

/** The target as it came: `putBack` undone, for what is routed behind the verifier. */
export const remove = (prefix: string, target: string): string =>
  target.startsWith(`${prefix}/`) ? target.slice(prefix.length) : target
