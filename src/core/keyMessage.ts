/** Why a key is refused, in words. They contain no key material. */
import { type KeyError, messageBy } from './keyFault.ts'
import { platformKeyWords } from './platformKeyWords.ts'
import { readerWords } from './readerWords.ts'

/**
 * The key's owner, the fault and the found value, for the operator; contains no key material.
 *
 * @example
 * ```ts
 * import { KeyError } from 'countersign'
 *
 * const error = KeyError.about('app-1')(KeyError.keyError('modulus-too-short', '1024 bits'))
 * assert.equal(KeyError.message(error), 'app-1: the modulus is shorter than 2048 bits (found 1024 bits)')
 * ```
 */
export const message: (e: KeyError) => string = /* @__PURE__ */ messageBy({ ...platformKeyWords, ...readerWords })
