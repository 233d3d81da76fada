/**
 * The request target as it stands on the request line: part 2 of the string to sign (interface §5.2).
 *
 * Nothing is normalised. Order, duplicates, a bare `?`, `%7e`, `//`, dot segments and `\` stay byte for byte, because
 * whatever one side rewrites and the other does not breaks the signature. What would be ambiguous is refused instead.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { Eq as Equality } from 'fp-ts/lib/Eq.js'
import type { Show as Shown } from 'fp-ts/lib/Show.js'
import type { Branded, Type } from 'io-ts'
import { codecOf } from './codecOf.ts'
import * as Rule from './Rule.ts'

interface RequestTargetBrand {
  readonly RequestTarget: unique symbol
}

/** Starts with `/`; visible ASCII without `#`; at most 8,192 characters. */
export type RequestTarget = Branded<string, RequestTargetBrand>

export interface MalformedTarget {
  readonly _tag: 'target_invalid'
  readonly rule: 'empty' | 'length' | 'form' | 'authority' | 'character' | 'fragment'
  readonly offset: number
}

/** The longest target that is taken, in characters. The figure is ours. */
export const maxLength = 8192

export const rule: Rule.Rule<RequestTarget> = /* @__PURE__ */ Rule.textThat(
  'a / and then visible ASCII without #',
  (s) => isRequestTarget(s),
  maxLength,
)

/** From untyped data, without repeating what breaks the rule. */
export const codec: Type<RequestTarget, string> = /* @__PURE__ */ codecOf('RequestTarget', rule)
export const Eq: Equality<RequestTarget> = Rule.equality
export const Show: Shown<RequestTarget> = Rule.shown

const malformed = (rule: MalformedTarget['rule'], offset = 0): E.Either<MalformedTarget, never> =>
  E.left({ _tag: 'target_invalid', rule, offset })

/** Where the first character outside of visible ASCII, or the first `#`, stands; −1 if there is none. */
const firstForbidden = (s: string): number => s.search(/[^\x21\x22\x24-\x7e]/)

/**
 * Whether `s` is a target as it is signed: it starts with `/`, and is visible ASCII without `#` of at most 8,192
 * characters.
 *
 * @example
 * ```ts
 * import { RequestTarget } from 'countersign'
 *
 * assert.ok(RequestTarget.isRequestTarget('/v1/jobs?dry'))
 * assert.ok(!RequestTarget.isRequestTarget('https://jobs.example/v1/jobs'))
 * ```
 */
export const isRequestTarget = (s: string): s is RequestTarget =>
  s.length <= maxLength && s.startsWith('/') && firstForbidden(s) < 0

// RFC 3986 §3.1 and §3.2; a backslash is no part of an authority, although browsers read it as a slash.
const absoluteForm = /^[A-Za-z][0-9A-Za-z+.-]*:\/\/([^/?#]*)/
const authority = /^[0-9A-Za-z._~%!$&'()*+,;=:@[\]-]+$/

/**
 * The target of a received request line: origin-form as it is, absolute-form without its scheme and authority.
 * `*` and authority-form name no resource that could be signed.
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
  // The limit is the target's: what stands in front of it is not signed.
  if (target.length > maxLength) return malformed('length', text.length - (target.length - maxLength))
  return E.right(target as RequestTarget)
}

/**
 * The target to sign for a URL or target given by a caller: as `parse`, and the fragment, which is never sent, is dropped.
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
