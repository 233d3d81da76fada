/**
 * A high-water mark in a file, for one process at a time: two that share a file would lower each other's mark.
 */
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as O from 'fp-ts/lib/Option.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import * as Timestamp from '../core/Timestamp.ts'
import type { GuardUnavailable } from '../core/VerifyError.ts'
import type { HighWater } from '../effects/HighWater.ts'

const unavailable = (detail: string): GuardUnavailable => ({ _tag: 'GuardUnavailable', detail })

/** One line. Whatever is cut short lacks its end, and any other file lacks its beginning. */
const serialize = (mark: Timestamp.Timestamp): string => `high-water ${Timestamp.serialize(mark)}\n`

const parse = (text: string): E.Either<'damaged', Timestamp.Timestamp> => {
  const line = /^high-water ([0-9]+)\n$/.exec(text)
  return pipe(
    Timestamp.parse(line?.[1] ?? ''),
    E.mapLeft(() => 'damaged'),
  )
}

// Imported when a file is opened, so that the guard itself loads where there are no files.
const platform = () => Promise.all([import('node:fs/promises'), import('node:path')])

const read = async (path: string): Promise<string | undefined> => {
  const [fs, { dirname }] = await platform()
  try {
    return await fs.readFile(path, 'utf8')
  } catch (e) {
    if ((e as { code?: unknown }).code !== 'ENOENT') throw e
    // Better found out now than at the first request.
    await fs.access(dirname(path), fs.constants.W_OK)
    return undefined
  }
}

/** The new file is whole and on the disk before it takes the old one's place, and the exchange is on the disk at the end. */
const replace = async (path: string, text: string): Promise<void> => {
  const [fs, { dirname }] = await platform()
  const temporary = `${path}.new`
  const file = await fs.open(temporary, 'w')
  try {
    await file.writeFile(text)
    await file.datasync()
  } finally {
    await file.close()
  }
  await fs.rename(temporary, path)
  // Windows cannot open a folder; NTFS journals the renaming.
  if (process.platform === 'win32') return
  const folder = await fs.open(dirname(path), 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Reads and writes the mark at `path`. An absent file is no mark; a damaged one is an error, for its mark is lost. */
export const open = (path: string): HighWater => ({
  read: pipe(
    TE.tryCatch(
      () => read(path),
      (e) => unavailable(`the high-water file ${path} cannot be read: ${reason(e)}`),
    ),
    TE.chainEitherK((text) =>
      text === undefined
        ? E.right(O.none)
        : pipe(
            parse(text),
            E.bimap(
              () => unavailable(`the high-water file ${path} is damaged or is another file; if it is removed, requests that were accepted may be accepted again`),
              O.some,
            ),
          ),
    ),
  ),
  write: (mark) =>
    TE.tryCatch(
      () => replace(path, serialize(mark)),
      (e) => unavailable(`the high-water file ${path} cannot be written: ${reason(e)}`),
    ),
})

/** The system's word for what went wrong; its message would repeat the path. */
const reason = (e: unknown): string => String((e as { code?: unknown }).code ?? e)
