/** Why a key is refused, as data. Without its words: `KeyError.message` has all of them. */
import * as E from 'fp-ts/lib/Either.js'
import type { platformKeyWords } from './platformKeyWords.ts'
import type { readerWords } from './readerWords.ts'

export interface KeyError {
  readonly _tag: 'key_invalid'
  readonly rule: KeyRule
  /** The offending bit length, public exponent, JWK member, use, label or settings. */
  readonly found?: string
  /** The key's owner, if there are several keys: an app id or a file name. */
  readonly subject?: string
}

/** Which rule a key breaks. */
export type KeyRule = keyof typeof platformKeyWords | keyof typeof readerWords

/**
 * The error for a broken rule of the key policy; `found` must not be secret.
 *
 * @example
 * ```ts
 * import { KeyError } from 'countersign'
 *
 * assert.equal(KeyError.keyError('modulus-too-short', '1024 bits').found, '1024 bits')
 * ```
 */
export const keyError = (rule: KeyRule, found?: string): KeyError =>
  found === undefined ? { _tag: 'key_invalid', rule } : { _tag: 'key_invalid', rule, found }

/** What was read of a key, or why it is not accepted. */
export type KeyResult<A> = E.Either<KeyError, A>

/**
 * The refusal for a broken rule.
 *
 * @example
 * ```ts
 * import { KeyError } from 'countersign'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * assert.deepEqual(KeyError.refused('not-rsa'), E.left(KeyError.keyError('not-rsa')))
 * ```
 */
export const refused = (rule: KeyRule, found?: string): KeyResult<never> => E.left(keyError(rule, found))

/**
 * Adds the key's owner to an error.
 *
 * @example
 * ```ts
 * import { KeyError } from 'countersign'
 *
 * assert.equal(KeyError.about('app-1')(KeyError.keyError('not-rsa')).subject, 'app-1')
 * ```
 */
export const about =
  (subject: string) =>
  (e: KeyError): KeyError => ({ ...e, subject })

/** The key's owner, the fault and the found value, with the words of a table. */
export const messageBy =
  (words: { readonly [Rule in KeyRule]?: string }) =>
  (e: KeyError): string => {
    const subject = e.subject === undefined ? '' : `${e.subject}: `
    const found =
      e.found === undefined ? '' : ['validity', 'unreadable'].includes(e.rule) ? `: ${e.found}` : ` (found ${e.found})`
    return `${subject}${words[e.rule] ?? e.rule}${found}`
  }
