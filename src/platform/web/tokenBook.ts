/** `tokenBook` of `countersign/web`: the token book of a program's list of tokens, with WebCrypto. */
import { ofHoldings } from '../../effects/TokenBook.ts'
import { digest } from './digest.ts'

/**
 * A book of tokens, or of their SHA-256 digests, each with its holder. Only digests are kept.
 *
 * @example
 * ```ts
 * import { tokenBook } from 'countersign/web'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * assert.ok(E.isRight(await tokenBook([{ appId: 'app-1', token: 'an-example' }])()))
 * ```
 */
export const tokenBook: ReturnType<typeof ofHoldings> = ofHoldings(digest)
