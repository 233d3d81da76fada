import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as O from 'fp-ts/lib/Option.js'
import * as T from 'fp-ts/lib/Task.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import type { AppId } from '../core/AppId.ts'
import { ofAscii, toHex } from '../core/Bytes.ts'
import type { Token } from '../core/Token.ts'
import type { KeySourceUnavailable } from '../core/VerifyError.ts'
import type { Digest } from './Digest.ts'

/** Whose tokens are good. Holds digests only, so that neither a dump nor the time of a look-up gives a token away. */
export interface TokenBook {
  readonly find: (token: Token) => TE.TaskEither<KeySourceUnavailable, O.Option<AppId>>
}

/** The SHA-256 of a token, as 64 lower-case hexadecimal digits. */
export const digestOf =
  (digest: Digest) =>
  (token: Token): T.Task<string> =>
    pipe(digest.sha256([ofAscii(token)]), T.map(toHex))

/** A book of digests and whose they are. The look-up's time depends on digests, which nobody can choose. */
export const ofDigests =
  (digest: Digest) =>
  (holders: ReadonlyMap<string, AppId>): TokenBook => ({
    find: (token) =>
      pipe(
        digestOf(digest)(token),
        T.map((hex) => E.right(O.fromNullable(holders.get(hex)))),
      ),
  })
