/**
 * Access tokens from a list or a file.
 */
import { pipe } from 'fp-ts/lib/function.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import { parse, type TokenListError, tokenListError } from '../core/TokenList.ts'
import { ofEntries, ofHoldings, type TokenBook } from '../effects/TokenBook.ts'
import { digest } from './digest.ts'
import { wholeText } from './wholeFile.ts'

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

/**
 * A book of the tokens in a file, one a line: `APPID TOKEN`, `APPID sha256:HEX`, or a token alone. Blank lines and lines
 * that start with `#` are skipped. The file is read once. An error names file, line and rule, never a token.
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
export const tokenFile = (path: string): TE.TaskEither<TokenListError, TokenBook> =>
  pipe(
    TE.tryCatch(
      () => wholeText(path),
      () => tokenListError('unreadable'),
    ),
    TE.chainEitherK(parse),
    TE.chain(ofEntries(digest)),
    TE.mapLeft((e) => ({ ...e, file: path })),
  )
