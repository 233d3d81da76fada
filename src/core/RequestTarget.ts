/**
 * The request target of the request line: part 2 of the string to sign (interface §5.2).
 *
 * Never normalise it: a change that the other side does not make breaks the signature. Order, duplicates, a bare `?`, `%7e`,
 * `//`, dot segments and `\` stay byte for byte. The parser refuses an ambiguous target instead.
 */
import * as E from 'fp-ts/lib/Either.js'
import { type Codec, codecOf, type Named } from './codecOf.ts'
import * as Rule from './Rule.ts'

/** Starts with `/`; visible ASCII without `#`; at most 8,192 characters. */
export type RequestTarget = Named<string, 'RequestTarget'>

export interface MalformedTarget {
  readonly _tag: 'target_invalid'
  readonly rule: 'empty' | 'length' | 'form' | 'authority' | 'character' | 'fragment'
  readonly offset: number
  /** Why an adapter cannot tell what was sent, in words for the operator; `rule` and `offset` then say nothing. */
  readonly detail?: string
}

/** The longest accepted target, in characters. The interface sets no limit. */
export const maxLength = 8192

export const rule: Rule.TextRule<RequestTarget> = /* @__PURE__ */ Rule.text(
  { alphabet: '\\x21\\x22\\x24-\\x7e', minLength: 1, maxLength },
  () => `a / and then visible ASCII without #, at most ${maxLength} characters`,
  (s) => s.startsWith('/'),
)

/** Decodes untyped data; an error does not repeat the value. */
export const codec: Codec<RequestTarget, string> = /* @__PURE__ */ codecOf('RequestTarget', rule)
export const Eq: Rule.Equality<RequestTarget> = Rule.equality
export const Show: Rule.Shown<RequestTarget> = Rule.show

const malformed = (rule: MalformedTarget['rule'], offset = 0): E.Either<MalformedTarget, never> =>
  E.left({ _tag: 'target_invalid', rule, offset })

const forbidden = /* @__PURE__ */ new RegExp(`[^${rule.alphabet}]`)

/** The index of the first `#` or character outside visible ASCII; −1 if there is none. */
const firstForbidden = (s: string): number => s.search(forbidden)

/**
 * Whether `s` is a target in signed form: starts with `/`, visible ASCII without `#`, at most 8,192 characters.
 *
 * @example
 * ```ts
 * import { RequestTarget } from 'countersign'
 *
 * assert.ok(RequestTarget.isRequestTarget('/v1/jobs?dry'))
 * assert.ok(!RequestTarget.isRequestTarget('https://jobs.example/v1/jobs'))
 * ```
 */
export const isRequestTarget = (s: string): s is RequestTarget => rule.is(s)

/** The characters of a scheme behind its first letter (RFC 3986 §3.1), as a class of a regular expression. */
export const schemeAlphabet = '0-9A-Za-z+.-'
/**
 * The characters of an authority (RFC 3986 §3.2), in the same form. A backslash is not among them: browsers read it as a slash, and would
 * end the authority there.
 */
export const authorityAlphabet = "0-9A-Za-z._~%!$&'()*+,;=:@[\\]-"
const absoluteForm = /* @__PURE__ */ new RegExp(`^[A-Za-z][${schemeAlphabet}]*://([^/?#]*)`)
const authority = /* @__PURE__ */ Rule.formOf({ alphabet: authorityAlphabet })

/**
 * Parses the target of a request line: origin-form unchanged, absolute-form without scheme and authority. Refuses `*` and
 * authority-form, which name no resource.
 *
 * @example
 * ```ts
 * import { RequestTarget } from 'countersign'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * assert.deepEqual(RequestTarget.parse('/a/../b?%7e'), E.right('/a/../b?%7e'))
 * assert.deepEqual(RequestTarget.parse('http://jobs.example?x'), E.right('/?x'))
 * assert.deepEqual(RequestTarget.parse('*'), E.left({ _tag: 'target_invalid', rule: 'form', offset: 0 }))
 * ```
 */
export const parse = (text: string): E.Either<MalformedTarget, RequestTarget> => {
  if (isRequestTarget(text)) return E.right(text)
  if (text === '') return malformed('empty')
  if (text.startsWith('/') && text.length > maxLength) return malformed('length', maxLength)
  const at = firstForbidden(text)
  if (at >= 0) return malformed(text[at] === '#' ? 'fragment' : 'character', at)
  const origin = absoluteForm.exec(text)
  if (origin === null) return malformed('form')
  if (!authority.test(origin[1] as string)) return malformed('authority', text.indexOf('://') + 3)
  const rest = text.slice(origin[0].length)
  const target = rest.startsWith('/') ? rest : `/${rest}`
  // The limit applies to the target only: scheme and authority are not signed.
  const excess = target.length - maxLength
  if (excess > 0) return malformed('length', text.length - excess)
  return E.right(target as RequestTarget)
}

/**
 * The target to sign for a caller's URL or target: as `parse`, but drops the fragment, which HTTP never sends.
 *
 * @example
 * ```ts
 * import { RequestTarget } from 'countersign'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * assert.deepEqual(RequestTarget.ofUrl('https://jobs.example/v1/jobs?dry#top'), E.right('/v1/jobs?dry'))
 * ```
 */
export const ofUrl = (url: string): E.Either<MalformedTarget, RequestTarget> => {
  const hash = url.indexOf('#')
  return parse(hash < 0 ? url : url.slice(0, hash))
}
