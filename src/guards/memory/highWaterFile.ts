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

/** A file that a guard holds, or is about to. */
interface HeldFile {
  readonly file: string
  lock: FileLock.FileLock | undefined
  /** The file as it was written last; `undefined` before the first write. */
  written: string | undefined
  /** How many writes run. */
  writes: number
}

/** The mark in the file at `path`. An absent file means no mark; a damaged one is an error, because its mark is lost. */
export const open = (path: string): HighWater => {
  // Resolve now: the working folder may change before a write.
  const file = globalThis.process?.getBuiltinModule === undefined ? path : platform().resolve(path)
  const held: HeldFile = { file, lock: undefined, written: undefined, writes: 0 }
  return {
    read: readHeld(held),
    isLost: () => held.writes === 0 && held.written !== undefined && identity(file) !== held.written,
    write: write(held),
    close: () => close(held),
  }
}

const failed = ({ file }: HeldFile, what: string): GuardUnavailable =>
  unavailable(`the high-water file ${file} ${what}`)

const failing =
  (held: HeldFile, what: string) =>
  (e: unknown): GuardUnavailable =>
    failed(held, e === FileLock.inUse ? FileLock.inUse.message : `${what}: ${reason(e)}`)

const acquire = (held: HeldFile): TE.TaskEither<GuardUnavailable, void> =>
  TE.tryCatch(
    async () => {
      held.lock ??= await FileLock.acquire(await targetOf(held.file))
    },
    failing(held, 'cannot be locked: a socket beside the file could not be made'),
  )

const close = async (held: HeldFile): Promise<void> => {
  const { lock } = held
  held.lock = undefined
  await lock?.release()
}

const replaceOwn = async (held: HeldFile, text: string): Promise<void> => {
  if ((await held.lock?.isLost()) === true) throw FileLock.inUse
  held.writes++
  try {
    await replace(held.file, text)
    held.written = identity(held.file)
  } finally {
    held.writes--
  }
}

const write =
  (held: HeldFile) =>
  (mark: Timestamp.Timestamp): TE.TaskEither<GuardUnavailable, void> =>
    TE.tryCatch(() => replaceOwn(held, serialize(mark)), failing(held, 'cannot be written'))

const stored = (held: HeldFile, text: string): TE.TaskEither<GuardUnavailable, O.Option<Timestamp.Timestamp>> =>
  pipe(
    parse(text),
    TE.fromOption(() =>
      failed(
        held,
        'is damaged, or is not a file of the guard; without the right file, the guard could accept a request a second time',
      ),
    ),
    // Write it again to find out now whether that is possible.
    TE.tap(write(held)),
    TE.map(O.some),
  )

const checkName =
  (held: HeldFile): TE.TaskEither<GuardUnavailable, void> =>
  async () => {
    if (isOwnName(held.file)) return E.left(failed(held, 'cannot have a name that ends in .new or .lock.N'))
    return hasSecondName(held.file)
      ? E.left(failed(held, 'has a second name (a hard link), which another guard may use'))
      : E.right(undefined)
  }

/** The mark, once the guard has the file's lock. */
const readHeld = (held: HeldFile): HighWater['read'] => {
  const content = TE.tryCatch(() => read(held.file), failing(held, 'cannot be read'))
  const checked = pipe(
    // Before the lock, for a folder that is missing is best told as that.
    content,
    TE.chain(() => acquire(held)),
    TE.chain(() => content),
    TE.chain((text) => (text === undefined ? TE.right(O.none) : stored(held, text))),
    TE.orElseFirstTaskK(() => () => close(held)),
  )
  return pipe(
    checkName(held),
    TE.chain(() => checked),
  )
}

/** The system's error code: its message would repeat the path. */
const reason = (e: unknown): string => {
  const { code, message } = e as { readonly code?: string; readonly message?: string }
  return code ?? message ?? String(e)
}
