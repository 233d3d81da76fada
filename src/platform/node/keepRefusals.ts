/**
 * Saves what a verifier refuses, for a diagnosis later: so many requests a minute, in a folder that keeps within its bounds.
 * No answer to a caller waits for a file or depends on one.
 */
import { randomBytes } from 'node:crypto'
import { lstat, mkdir, readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fn, textThat, wholeNumber } from '../../core/Rule.ts'
import * as Settings from '../../core/Settings.ts'
import { inspect } from '../../core/untrusted.ts'
import { serialize } from '../../effects/keptRequest.ts'
import { tell as tellListener } from '../../effects/Listener.ts'
import { isExplainable, type RefusedRequest } from '../../effects/RefusedRequest.ts'
import * as Allowance from '../../queue/Allowance.ts'
import { settingsOf } from '../common/settings.ts'
import { timer } from '../common/system.ts'
import { warnOnce } from '../common/warn.ts'
import { replaceFile } from './replaceFile.ts'

export interface KeepCircumstances {
  readonly skipped: number
  readonly requestId?: string | undefined
}

export interface KeepSettings {
  /** Where the files go. The folder is made if it is missing, for its owner alone. */
  readonly folder: string
  /** The host name of the service, perhaps with a port; it becomes the Host header of the files. */
  readonly host?: string | undefined
  /** The most files; the oldest are removed. 256 unless set. */
  readonly files?: number | undefined
  /** The most bytes of all files together; the oldest are removed. 16 MiB unless set. */
  readonly bytes?: number | undefined
  /** The largest body, in bytes, that is kept; of a request with a larger one the rest is. 1 MiB unless set. */
  readonly bodyLimit?: number | undefined
  /** How many requests are kept in a minute, and at once after a quiet minute; 60 unless set. */
  readonly perMinute?: number | undefined
  /** The id under which the program's log knows a request: it becomes a header of the file. */
  readonly idOf?: ((request: RefusedRequest) => string | undefined) | undefined
  /** Gets the path of each file, how many refused requests were `skipped` since the last, and the id that `idOf` named. */
  readonly tell?: ((path: string, circumstances: KeepCircumstances) => void) | undefined
  /**
   * Is called for each refused request that is not kept, with the cause: more than `perMinute` came, 16 wait for the `disk`, it is larger
   * than `bytes`, or a `fault` of the folder. Not for those of which a diagnosis cannot say more than their reason.
   */
  readonly onSkipped?: ((cause: 'perMinute' | 'disk' | 'bytes' | 'fault') => void) | undefined
  /** Gets the error if a file cannot be written, as on a full disk. Unless set, the process warns once. */
  readonly onProblem?: ((error: Error) => void) | undefined
}

const isText = textThat('a non-empty text', (text) => text !== '')
const settings = settingsOf('keepRefusals', {
  folder: Settings.required(isText),
  host: Settings.optional(isText),
  files: Settings.defaulting(wholeNumber('files', 1), 256),
  bytes: Settings.defaulting(wholeNumber('bytes', 1), 2 ** 24),
  bodyLimit: Settings.defaulting(wholeNumber('bytes'), 2 ** 20),
  perMinute: Settings.defaulting(wholeNumber('requests'), 60),
  idOf: Settings.optional(fn<NonNullable<KeepSettings['idOf']>>()),
  tell: Settings.optional(fn<NonNullable<KeepSettings['tell']>>()),
  onSkipped: Settings.optional(fn<NonNullable<KeepSettings['onSkipped']>>()),
  onProblem: Settings.optional(fn<NonNullable<KeepSettings['onProblem']>>()),
})

/** Requests that wait for the disk, at most. */
const mostWaiting = 16

/** The names that are counted and removed; other files stay. They sort by age. */
const isOurs = (name: string): boolean => /^[0-9]{8}T[0-9]{6}Z-[0-9]{6}-[0-9a-f]{8}-[a-z_]+\.http$/.test(name)

/** The last second of the year 9999. */
const lastSecond = 253_402_300_799

/** When a request was refused, whatever clock the verifier has: `2026-11-23T17:53:40Z`. */
export const arrivalOf = ({ now }: RefusedRequest): string =>
  new Date(1000 * Math.min(Math.max(0, Math.floor(now) || 0), lastSecond)).toISOString().replace('.000', '')

/** Names sort by the time of arrival, and hold nothing of the request. */
const nameOf = (request: RefusedRequest, number: number, run: string): string => {
  const { reason } = request
  const time = arrivalOf(request).replace(/[-:]/g, '')
  return `${time}-${String(number % 1_000_000).padStart(6, '0')}-${run}-${reason}.http`
}

/**
 * A function for a verifier's `onRefusal`: it saves refused requests as files that `countersign diagnose --request` and
 * `readRequest` read. A file holds the request line, Authorization lines without tokens, the time of arrival, the reason, the
 * verifier's settings and the body.
 * Only refusals are kept of which a diagnosis can say more than their reason.
 *
 * Throws a RangeError if a setting is wrong.
 *
 * @example
 * ```ts
 * import { mkdtemp, readFile, rm } from 'node:fs/promises'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 * import { keepRefusals, timer } from 'countersign/node'
 * import { createVerifier } from 'countersign/server'
 *
 * const folder = await mkdtemp(join(tmpdir(), 'refused-'))
 * const paths: Array<string> = []
 * const verifier = await createVerifier({ keys: {}, onRefusal: keepRefusals({ folder, tell: (path) => paths.push(path) }) })
 *
 * const authorization = 'SVC-SHA256-RSA app_id="app-1"'
 * await verifier.verify({ method: 'POST', target: '/v1/jobs', authorization, body: '{}' }).catch(() => {})
 * while (paths.length === 0) await timer.wait(10)()
 * assert.ok((await readFile(String(paths[0]), 'utf8')).startsWith('POST /v1/jobs HTTP/1.1\r\n'))
 * await rm(folder, { recursive: true })
 * ```
 */
export const keepRefusals = (given: KeepSettings): ((request: RefusedRequest) => void) => refusalKeeper(given).receive

/** Saves refused requests, and says what is not written yet. */
export interface RefusalKeeper {
  readonly receive: (request: RefusedRequest) => void
  /** How many requests wait to be written. */
  readonly waiting: () => number
  /** Resolves when the requests that were received before are written, or have failed. */
  readonly settled: () => Promise<void>
}

/** `keepRefusals` for a program that ends, and must know what was written. */
export const refusalKeeper = (given: KeepSettings): RefusalKeeper => {
  const checked = settings(given)
  const { folder, files, bytes, perMinute } = checked
  const keeper: Keeper = {
    settings: checked,
    // The working folder may change before a write.
    write: writerTo(resolve(folder), { files, bytes }),
    permitted: Allowance.perMinute(timer, perMinute),
    warn: warnOnce('keep'),
    run: randomBytes(4).toString('hex'),
    number: 0,
    skipped: 0,
    uncounted: 0,
    waiting: 0,
    last: Promise.resolve(),
  }
  return {
    receive: (request) => {
      if (isExplainable(request)) receive(keeper, request)
    },
    waiting: () => keeper.waiting,
    settled: () => keeper.last,
  }
}

interface Keeper {
  readonly settings: ReturnType<typeof settings>
  readonly write: (name: string, content: Uint8Array) => Promise<string>
  readonly permitted: () => boolean
  readonly warn: ReturnType<typeof warnOnce>
  /** In the names of all files of this keeper. */
  readonly run: string
  /** Of the next file. */
  number: number
  /** The refusals that were not kept since the last file. */
  skipped: number
  /** The refusals that were not kept, and that no file counts yet. */
  uncounted: number
  /** The refusals that wait to be written. */
  waiting: number
  /** The last write. */
  last: Promise<void>
}

const receive = (keeper: Keeper, request: RefusedRequest): void => {
  if (keeper.waiting >= mostWaiting) {
    skip(keeper, 'disk')
    return
  }
  if (!keeper.permitted()) {
    skip(keeper, 'perMinute')
    return
  }
  const requestId = inspect(() => keeper.settings.idOf?.(request), undefined)
  const content = contentOf(keeper, request, requestId)
  // It cannot be written to the letter, or would fill the folder alone.
  if (content === undefined || content.length > keeper.settings.bytes) {
    skip(keeper, 'bytes')
    return
  }
  const name = nameOf(request, keeper.number, keeper.run)
  const counted = keeper.uncounted
  keeper.uncounted = 0
  keeper.number++
  keeper.waiting++
  keeper.last = keeper.last.then(() => keep(keeper, { name, content, counted }, requestId))
}

type Cause = Parameters<NonNullable<KeepSettings['onSkipped']>>[0]

const skip = (keeper: Keeper, cause: Cause): void => {
  keeper.skipped++
  keeper.uncounted++
  tellListener(keeper.settings.onSkipped, cause)
}

/** A copy: the body's owner may overwrite it. */
const contentOf = (
  { settings: { bodyLimit, host }, uncounted }: Keeper,
  { body, ...request }: RefusedRequest,
  requestId: string | undefined,
): Uint8Array | undefined => {
  const isWhole = body !== undefined && body.length <= bodyLimit
  return serialize({ ...request, host, requestId, skipped: uncounted, ...(isWhole ? { body } : {}) })
}

interface KeptFile {
  readonly name: string
  readonly content: Uint8Array
  /** The skipped refusals that it counts. */
  readonly counted: number
}

const keep = async (keeper: Keeper, { name, content, counted }: KeptFile, requestId?: string): Promise<void> => {
  try {
    const path = await keeper.write(name, content)
    const { skipped } = keeper
    keeper.skipped = 0
    tellListener(keeper.settings.tell, path, { skipped, ...Settings.definedOf({ requestId }) })
  } catch (error) {
    skip(keeper, 'fault')
    keeper.uncounted += counted
    reportProblem(keeper, error as Error)
  }
  keeper.waiting--
}

const reportProblem = ({ settings, warn }: Keeper, error: Error): void => {
  const { folder, onProblem } = settings
  tellListener(onProblem, error)
  const code = (error as NodeJS.ErrnoException).code ?? error.name
  // All problems with the folder are one fault.
  if (onProblem === undefined) warn(`keepRefusals: cannot write a file in ${folder} (${code})`, folder)
}

/** Of all files together. */
type Bounds = Readonly<Record<'files' | 'bytes', number>>

/** The end of a name while the file is written. */
const unfinished = '.new'

/** What a process that ended in the middle of a write has left behind is removed after so many milliseconds. */
const abandonedMs = 60_000

/**
 * Writes a file and resolves to its path. Before that it makes the folder if it is missing, and removes the oldest files until
 * there is room.
 */
const writerTo =
  (folder: string, bounds: Bounds) =>
  async (name: string, content: Uint8Array): Promise<string> => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await makeRoom(folder, bounds, content.length)
    const path = join(folder, name)
    await replaceFile(path, `${path}${unfinished}`, content, 0o600)
    return path
  }

const makeRoom = async (folder: string, { files, bytes }: Bounds, length: number): Promise<void> => {
  const names = (await readdir(folder)).sort().reverse()
  let count = 1
  let sum = length
  for (const name of names) {
    const isDraft = name.endsWith(unfinished)
    if (!isOurs(isDraft ? name.slice(0, -unfinished.length) : name)) continue
    const path = join(folder, name)
    // Another process may have removed it.
    const found = await lstat(path).catch(() => undefined)
    if (found === undefined) continue
    count++
    sum += found.size
    const isOld = isDraft ? Date.now() - found.mtimeMs > abandonedMs : count > files || sum > bytes
    if (!isOld) continue
    await rm(path, { force: true })
    count--
    sum -= found.size
  }
}
