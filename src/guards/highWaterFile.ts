/**
 * A high-water mark in a file, for one process at a time: two that share a file would lower each other's mark.
 */
import { pipe } from 'fp-ts/lib/function.js'
import * as O from 'fp-ts/lib/Option.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import * as Timestamp from '../core/Timestamp.ts'
import type { GuardUnavailable } from '../core/VerifyError.ts'
import type { HighWater } from '../effects/HighWater.ts'

/** One line. What is cut short lacks its end, and any other file lacks its beginning. */
const serialize = (mark: Timestamp.Timestamp): string => `high-water ${Timestamp.serialize(mark)}\n`

const parse = (text: string): O.Option<Timestamp.Timestamp> =>
  O.fromEither(Timestamp.parse(/^high-water ([0-9]+)\n$/.exec(text)?.[1] ?? ''))

/**
 * The runtime's file system. Asked for by name, because a bundler follows an `import` and then fails for a browser, where
 * no file is ever opened.
 */
const platform = () => {
  // Always a member of the global object: for a name of its own some bundlers bring a stand-in, and others warn.
  const { process } = globalThis
  if (process?.getBuiltinModule === undefined) throw new Error('this runtime has no files')
  const fs = process.getBuiltinModule('node:fs/promises')
  const { dirname, resolve } = process.getBuiltinModule('node:path')
  return { fs, dirname, resolve, isWindows: process.platform === 'win32' }
}

/** The file's text, nothing if there is no file. A folder that takes no file is found out here, not at the first request. */
const read = async (file: string): Promise<string | undefined> => {
  const { fs, dirname } = platform()
  try {
    return await fs.readFile(file, 'utf8')
  } catch (e) {
    if ((e as { readonly code?: unknown }).code !== 'ENOENT') throw e
    await fs.access(dirname(file), fs.constants.W_OK)
    return undefined
  }
}

/** The new text is whole and on the disk before it takes the old one's place; at the end the exchange is on the disk, too. */
const replace = async (file: string, text: string): Promise<void> => {
  const { fs, dirname, isWindows } = platform()
  // A link stays a link: the file that it leads to is the one that lasts.
  const target = await fs.realpath(file).catch(() => file)
  const next = await fs.open(`${target}.new`, 'w')
  try {
    await next.writeFile(text)
    await next.datasync()
  } finally {
    await next.close()
  }
  await fs.rename(`${target}.new`, target)
  // Windows cannot open a folder; its file system journals the renaming.
  if (isWindows) return
  const folder = await fs.open(dirname(target), 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** The mark in the file at `path`. An absent file is no mark; a damaged one is an error, because its mark is lost. */
export const open = (path: string): HighWater => {
  // The working folder may be another one by the time of a write.
  const file = globalThis.process?.getBuiltinModule === undefined ? path : platform().resolve(path)
  const unavailable = (what: string): GuardUnavailable => ({
    _tag: 'guard_unavailable',
    detail: `the high-water file ${file} ${what}`,
  })

  const write = (mark: Timestamp.Timestamp): TE.TaskEither<GuardUnavailable, void> =>
    TE.tryCatch(
      () => replace(file, serialize(mark)),
      (e) => unavailable(`cannot be written: ${reason(e)}`),
    )

  const stored = (text: string): TE.TaskEither<GuardUnavailable, O.Option<Timestamp.Timestamp>> =>
    pipe(
      TE.fromOption(() =>
        unavailable('is damaged or is another file; without it, what was accepted may be accepted again'),
      )(parse(text)),
      // Written once again, to know that it can be.
      TE.tap(write),
      TE.map(O.some),
    )

  return {
    read: pipe(
      TE.tryCatch(
        () => read(file),
        (e) => unavailable(`cannot be read: ${reason(e)}`),
      ),
      TE.chain((text) => (text === undefined ? TE.right(O.none) : stored(text))),
    ),
    write,
  }
}

/** The system's word for what went wrong; its message would repeat the path. */
const reason = (e: unknown): string => {
  const { code, message } = e as { readonly code?: string; readonly message?: string }
  return code ?? message ?? String(e)
}
