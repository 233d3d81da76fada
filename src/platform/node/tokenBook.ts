/**
 * Access tokens from a list or a file.
 */
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import { fn, wholeNumber } from '../../core/Rule.ts'
import * as Settings from '../../core/Settings.ts'
import { message, parse, type TokenListError, tokenListError } from '../../core/TokenList.ts'
import { tell } from '../../effects/Listener.ts'
import type { Timer } from '../../effects/Timer.ts'
import { ofEntries, ofHoldings, type TokenBook } from '../../effects/TokenBook.ts'
import { settingsOf as readSettings } from '../common/settings.ts'
import { timer } from '../common/system.ts'
import { believing } from './believedFile.ts'
import { digest } from './digest.ts'
import { mostEndless } from './wholeFile.ts'

/**
 * A book of tokens, or of their SHA-256 digests, each with its holder. Only digests are kept.
 *
 * @example
 * ```ts
 * import { tokenBook } from 'countersign/node'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * assert.ok(E.isRight(await tokenBook([{ appId: 'app-1', token: 'an-example' }])()))
 * ```
 */
export const tokenBook: ReturnType<typeof ofHoldings> = ofHoldings(digest)

export interface TokenFileSettings {
  /** For how many milliseconds the file is not read again; 1000 unless set. A withdrawn token is accepted for as long. */
  readonly checkEveryMs?: number | undefined
  /** Receives each later problem once; a problem at the start is an error. */
  readonly onProblem?: ((error: TokenListError) => void) | undefined
}

const settingsOf = readSettings('tokenFile', {
  checkEveryMs: Settings.defaulting(wholeNumber('milliseconds'), 1000),
  onProblem: Settings.optional(fn<NonNullable<TokenFileSettings['onProblem']>>()),
})

export const tokenFileOn =
  (timer: Timer) =>
  (path: string, settings: TokenFileSettings = {}): TE.TaskEither<TokenListError, TokenBook> => {
    const { checkEveryMs, onProblem } = settingsOf(settings)
    const believe = believing(timer, mostEndless, (content) =>
      pipe(
        TE.fromEither(content),
        TE.bimap(tokenListError, (bytes) => Buffer.from(bytes).toString('utf8')),
        TE.chainEitherK(parse),
        TE.chain(ofEntries(digest)),
        TE.mapLeft((e): TokenListError => ({ ...e, file: path })),
      )(),
    )
    return async () => {
      let belief = await believe(path)
      if (E.isLeft(belief.value)) return belief.value
      return E.right({
        find: (token) => async () => {
          if (timer.elapsed() - belief.since >= checkEveryMs) {
            const found = await believe(path, belief)
            if (E.isLeft(found.value) && found.digest !== belief.digest) tell(onProblem, found.value.left)
            belief = found
          }
          const book = belief.value
          if (E.isRight(book)) return book.right.find(token)()
          return E.left({ _tag: 'key_source_unavailable', detail: message(book.left) })
        },
      })
    }
  }

/**
 * A book of the tokens in a file, one a line: `APPID TOKEN`, `APPID sha256:HEX`, or a token alone. Blank lines and lines
 * that start with `#` are skipped. A change counts within a second: a file that is wrong then takes every token away until it
 * is mended. An error names file, line and rule, never a token. Throws a RangeError if a setting is wrong.
 *
 * @example
 * ```ts
 * import { mkdtempSync, writeFileSync } from 'node:fs'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 * import { tokenFile } from 'countersign/node'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * const file = join(mkdtempSync(join(tmpdir(), 'tokens-')), 'tokens.txt')
 * writeFileSync(file, '# whose token\napp-1 an-example\n')
 * assert.ok(E.isRight(await tokenFile(file)()))
 * ```
 */
export const tokenFile: ReturnType<typeof tokenFileOn> = tokenFileOn(timer)
