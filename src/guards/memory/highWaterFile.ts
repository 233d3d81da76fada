/**
 * A high-water mark in a file, for one guard at a time: two would lower each other's mark. Whoever reads it has the file's lock.
 */
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as O from 'fp-ts/lib/Option.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import * as Timestamp from '../../core/Timestamp.ts'
import type { GuardUnavailable } from '../../core/VerifyError.ts'
import type { HighWater } from '../../effects/HighWater.ts'
import { unavailable } from '../settings.ts'
import * as FileLock from './fileLock.ts'

/** One line. A truncated file lacks the line feed; another program's file lacks the prefix. */
const serialize = (mark: Timestamp.Timestamp): string => `high-water ${Timestamp.serialize(mark)}\n`

const parse = (text: string): O.Option<Timestamp.Timestamp> =>
  O.fromEither(Timestamp.parse(/^high-water ([0-9]+)\n$/.exec(text)?.[1] ?? ''))

/**
 * The runtime's file system. Not imported: bundling for a browser would fail on the import, although it is never used there.
 */
const platform = () => {
  // Through globalThis: for a bare `process`, some bundlers insert a polyfill and others warn.
  const { process } = globalThis
  if (process?.getBuiltinModule === undefined) throw new Error('this runtime has no files')
  const fs = process.getBuiltinModule('node:fs/promises')
  const { statSync } = process.getBuiltinModule('node:fs')
  const { dirname, resolve } = process.getBuiltinModule('node:path')
  return { fs, statSync, dirname, resolve, isWindows: process.platform === 'win32' }
}

/** Of a file that only this guard replaces. The number of a file that is gone is soon used again, so the rest counts as well. */
const identity = (file: string): string => {
  try {
    const { dev, ino, size, mtimeNs } = platform().statSync(file, { bigint: true })
    return `${dev} ${ino} ${size} ${mtimeNs}`
  } catch {
    return 'gone'
  }
}

const hasSecondName = (file: string): boolean => {
  try {
    const found = platform().statSync(file)
    return found.isFile() && found.nlink > 1
  } catch {
    return false
  }
}

/** Names that this module gives to files of its own: two guards would take each other's file away. */
const isOwnName = (file: string): boolean => /\.new$|\.lock\.\d+$/.test(file)

/** The file's text; `undefined` if there is no file. Fails at once, not at the first request, if the folder is read-only. */
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

/** What a symbolic link points to. */
const targetOf = (file: string): Promise<string> =>
  platform()
    .fs.realpath(file)
    .catch(() => file)

/** Replaces the file atomically and durably: write and sync a new file, rename it, sync the folder. */
const replace = async (file: string, text: string): Promise<void> => {
  const { fs, dirname } = platform()
  // Keep a symbolic link: replace the file that it points to.
  const target = await targetOf(file)
  const next = await fs.open(`${target}.new`, 'w')
  try {
    await next.writeFile(text)
    await next.datasync()
  } finally {
    await next.close()
  }
  await fs.rename(`${target}.new`, target)
  await syncFolder(dirname(target))
}

/** Makes the names in a folder durable. Windows cannot open a folder; NTFS journals them. */
export const syncFolder = async (path: string): Promise<void> => {
  const { fs, isWindows } = platform()
  if (isWindows) return
  const folder = await fs.open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** The mark in the file at `path`. An absent file means no mark; a damaged one is an error, because its mark is lost. */
export const open = (path: string): HighWater => {
  // Resolve now: the working folder may change before a write.
  const file = globalThis.process?.getBuiltinModule === undefined ? path : platform().resolve(path)
  const failed = (what: string): GuardUnavailable => unavailable(`the high-water file ${file} ${what}`)
  const failing = (what: string) => (e: unknown) =>
    failed(e === FileLock.inUse ? FileLock.inUse.message : `${what}: ${reason(e)}`)

  let lock: FileLock.FileLock | undefined
  /** The file as it was written last; `undefined` before the first write. */
  let written: string | undefined
  let writes = 0

  const acquire = TE.tryCatch(async () => {
    lock ??= await FileLock.acquire(await targetOf(file))
  }, failing('cannot be locked by a socket beside it'))

  const close = async (): Promise<void> => {
    const held = lock
    lock = undefined
    await held?.release()
  }

  const replaceOwn = async (text: string): Promise<void> => {
    if ((await lock?.isLost()) === true) throw FileLock.inUse
    writes++
    try {
      await replace(file, text)
      written = identity(file)
    } finally {
      writes--
    }
  }

  const isLost = (): boolean => writes === 0 && written !== undefined && identity(file) !== written

  const write = (mark: Timestamp.Timestamp): TE.TaskEither<GuardUnavailable, void> =>
    TE.tryCatch(() => replaceOwn(serialize(mark)), failing('cannot be written'))

  const stored = (text: string): TE.TaskEither<GuardUnavailable, O.Option<Timestamp.Timestamp>> =>
    pipe(
      TE.fromOption(() => failed('is damaged or is another file; without it, accepted requests may be accepted again'))(
        parse(text),
      ),
      // Write it again to find out now whether that is possible.
      TE.tap(write),
      TE.map(O.some),
    )

  const content = TE.tryCatch(() => read(file), failing('cannot be read'))

  const checkName: TE.TaskEither<GuardUnavailable, void> = async () => {
    if (isOwnName(file)) return E.left(failed('cannot have a name that ends in .new or .lock.N'))
    return hasSecondName(file)
      ? E.left(failed('has a second name, a hard link, which another guard may use'))
      : E.right(undefined)
  }

  const checked = pipe(
    // Before the lock, for a folder that is missing is best told as that.
    content,
    TE.chain(() => acquire),
    TE.chain(() => content),
    TE.chain((text) => (text === undefined ? TE.right(O.none) : stored(text))),
    TE.orElseFirstTaskK(() => close),
  )

  return {
    read: pipe(
      checkName,
      TE.chain(() => checked),
    ),
    isLost,
    write,
    close,
  }
}

/** The system's error code: its message would repeat the path. */
const reason = (e: unknown): string => {
  const { code, message } = e as { readonly code?: string; readonly message?: string }
  return code ?? message ?? String(e)
}
