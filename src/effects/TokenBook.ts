/**
 * The effect of finding the holder of an access token, for verifiers (interface §5.1). A book is made of a file's entries, of a
 * program's list, or of digests; each way ends in a map from digest to holder:
 *
 *     ofHoldings(digest)([{ appId: 'app-1', token: 'abc' }])    'ba7816bf…' → 'app-1'
 *     book.find('abc')                                          some('app-1')
 */
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as O from 'fp-ts/lib/Option.js'
import * as T from 'fp-ts/lib/Task.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import type { AppId } from '../core/AppId.ts'
import { ofAscii, toHex } from '../core/Bytes.ts'
import type { Token } from '../core/Token.ts'
import { entry, type TokenEntry, type TokenListError, tokenListError } from '../core/TokenList.ts'
import type { KeySourceUnavailable } from '../core/VerifyError.ts'
import type { Digest } from './Digest.ts'

/** The valid tokens. Holds digests only, so that neither a dump nor the time of a look-up reveals a token. */
export interface TokenBook {
  /** The holder of a token; none for an unknown token. */
  readonly find: (token: Token) => TE.TaskEither<KeySourceUnavailable, O.Option<AppId>>
}

/**
 * The SHA-256 of a token, as 64 lower-case hexadecimal digits.
 *
 * @example
 * ```ts
 * import { Token, TokenBook } from 'countersign'
 * import { digest } from 'countersign/node'
 *
 * const token = Token.parse('abc')
 * assert.ok(token._tag === 'Right')
 * assert.match(await TokenBook.digestOf(digest)(token.right)(), /^ba7816bf[0-9a-f]{56}$/)
 * ```
 */
export const digestOf =
  (digest: Digest) =>
  (token: Token): T.Task<string> =>
    pipe(digest.sha256([ofAscii(token)]), T.map(toHex))

/**
 * A book of digests and their holders. The look-up's time depends only on digests, which an attacker cannot choose.
 *
 * @example
 * ```ts
 * import { AppId, Token, TokenBook } from 'countersign'
 * import { digest } from 'countersign/node'
 * import * as E from 'fp-ts/lib/Either.js'
 * import * as O from 'fp-ts/lib/Option.js'
 *
 * const [token, appId] = [Token.parse('abc'), AppId.parse('app-1')]
 * assert.ok(E.isRight(token) && E.isRight(appId))
 * const sha256 = await TokenBook.digestOf(digest)(token.right)()
 * const book = TokenBook.ofDigests(digest)(new Map([[sha256, appId.right]]))
 * assert.deepEqual(await book.find(token.right)(), E.right(O.some('app-1')))
 * ```
 */
export const ofDigests =
  (digest: Digest) =>
  (holders: ReadonlyMap<string, AppId>): TokenBook => ({
    find: (token) => async () => E.right(O.fromNullable(holders.get(await digestOf(digest)(token)()))),
  })

/**
 * A book of entries. Fails for a repeated token: the order would decide its holder.
 *
 * @example
 * ```ts
 * import { Token, TokenBook } from 'countersign'
 * import { digest } from 'countersign/node'
 * import * as E from 'fp-ts/lib/Either.js'
 * import * as O from 'fp-ts/lib/Option.js'
 *
 * const token = Token.parse('abc')
 * assert.ok(E.isRight(token))
 * const book = await TokenBook.ofEntries(digest)([{ line: 1, secret: () => ({ token: token.right }) }])()
 * assert.ok(E.isRight(book))
 * assert.deepEqual(await book.right.find(token.right)(), E.right(O.some('token-ba7816bf')))
 * ```
 */
export const ofEntries =
  (digest: Digest) =>
  (entries: ReadonlyArray<TokenEntry>): TE.TaskEither<TokenListError, TokenBook> =>
  async () => {
    const holders = new Map<string, AppId>()
    for (const { line, holder, secret } of entries) {
      const { token, sha256 } = { ...neither, ...secret() }
      const hex = sha256 ?? (await digestOf(digest)(token as Token)())
      if (holders.has(hex)) return E.left(tokenListError('repeated', line))
      holders.set(hex, holder ?? (`token-${hex.slice(0, 8)}` as AppId))
    }
    return E.right(ofDigests(digest)(holders))
  }

/** Own members, so that a polluted prototype gives no holder the token of somebody else. */
const neither: { readonly token?: string | undefined; readonly sha256?: string | undefined } = {
  token: undefined,
  sha256: undefined,
}

/** A token, or its digest, with the holder. */
export type TokenHolding =
  | { readonly appId: string; readonly token: string }
  | { readonly appId: string; readonly sha256: string }

/**
 * A book of a program's list of tokens; an error's line is the place in the list.
 *
 * @example
 * ```ts
 * import { TokenBook } from 'countersign'
 * import { digest } from 'countersign/node'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * const twice = await TokenBook.ofHoldings(digest)([
 *   { appId: 'app-1', token: 'abc' },
 *   { appId: 'app-2', token: 'abc' },
 * ])()
 * assert.ok(E.isLeft(twice) && twice.left.rule === 'repeated' && twice.left.line === 2)
 * ```
 */
export const ofHoldings =
  (digest: Digest) =>
  (holdings: ReadonlyArray<TokenHolding>): TE.TaskEither<TokenListError, TokenBook> => {
    // Only a line of a file may omit the holder, so an absent `appId` becomes an invalid one.
    const entries = holdings.map((holding, i) => {
      const { appId, token, sha256 } = { ...neither, ...holding }
      return entry(i + 1, appId ?? '', token ?? `sha256:${sha256}`)
    })
    return pipe(TE.fromEither(E.sequenceArray(entries)), TE.chain(ofEntries(digest)))
  }
