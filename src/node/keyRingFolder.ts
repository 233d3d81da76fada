/**
 * A folder as a key ring. `APPID.pem` holds the public key of an app; `APPID.1.pem`, `APPID.2.pem`… hold further keys, for a
 * rotation without a gap. Instead of `.pem` also `.der`, `.jwk` and `.json`, the last two for a JWK Set as well: a reader tells
 * the form of a key from the content. Other files are ignored.
 *
 * Changes of the folder take effect while the program runs. A file that cannot be read closes its app: the app's requests are
 * refused, and those of other apps are not affected.
 */
import { type BigIntStats, readFile as readFileThen, stat as statThen } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as E from 'fp-ts/lib/Either.js'
import type { TaskEither } from 'fp-ts/lib/TaskEither.js'
import { settingsOf as readSettings } from '../ambient/settings.ts'
import { timer } from '../ambient/timer.ts'
import { type AppId, isAppId } from '../core/AppId.ts'
import { about, type KeyError, type KeyRule, keyError, message, refused } from '../core/KeyError.ts'
import { maxLength } from '../core/Pem.ts'
import { ours } from '../core/Policies.ts'
import { fn, wholeNumber } from '../core/Rule.ts'
import * as Settings from '../core/Settings.ts'
import type { KeySourceUnavailable } from '../core/VerifyError.ts'
import { defaultMaxKeyBits, maxKeyBitsRule, type VerificationKeySettings, whereRule } from '../effects/KeyImport.ts'
import { type KeyRing, registry, type VerificationKey } from '../effects/KeyRing.ts'
import { tell } from '../effects/Listener.ts'
import { pauses } from '../effects/pauses.ts'
import { verificationKeys } from './verificationKey.ts'

export interface KeyRingFolderSettings extends Omit<VerificationKeySettings, 'validity'> {
  /** For how many milliseconds the folder is not read again; 1000 unless set. A revoked key is accepted for as long. */
  readonly checkEveryMs?: number | undefined
  /** Receives each later problem once; a problem at the start is an error. `file` is a name in the folder. */
  readonly onProblem?: ((file: string, error: KeyError) => void) | undefined
}

const { 'small-exponent': smallExponent, 'missing-null': missingNull } = ours

const settingsOf = readSettings('keyRingFolder', {
  checkEveryMs: Settings.defaulting(wholeNumber('milliseconds'), 1000),
  onProblem: Settings.optional(fn<NonNullable<KeyRingFolderSettings['onProblem']>>()),
  policies: Settings.switches({ 'small-exponent': smallExponent, 'missing-null': missingNull }),
  maxKeyBits: Settings.defaulting(maxKeyBitsRule, defaultMaxKeyBits),
  where: Settings.defaulting(whereRule, 'loop'),
})

/** A file as it was last read. */
interface KeyFile {
  /** Changes with the file. `undefined` while the file is so new that its version would not show another change. */
  readonly version: string | undefined
  /** Of a file that is new: it is read each time. */
  readonly content: Uint8Array | undefined
  readonly keys: E.Either<KeyError, ReadonlyArray<VerificationKey>>
}

/** By name, in the order of the names. */
type Files = ReadonlyMap<string, KeyFile>

/** The keys of each app, and the problems by file. */
interface Reading {
  readonly keysOf: (appId: AppId) => E.Either<KeySourceUnavailable, ReadonlyArray<VerificationKey>>
  readonly problems: ReadonlyMap<string, KeyError>
  readonly entries: NonNullable<KeyRing['entries']>
}

/**
 * The ring of a folder's keys. Fails if a file holds no acceptable key or names no app, or if the keys do not fit in one
 * ring; the error's subject is the file. Throws a RangeError if a setting is wrong.
 *
 * A dot and digits at the end of a name always number a key: `v1.2.pem` is a key of the app `v1`, `v1.2.0.pem` of `v1.2`.
 *
 * @example
 * ```ts
 * import { generateKeyPairSync } from 'node:crypto'
 * import { mkdtempSync, writeFileSync } from 'node:fs'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 * import { keyRingFolder } from 'countersign/node'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * const folder = mkdtempSync(join(tmpdir(), 'keys-'))
 * const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
 * writeFileSync(join(folder, 'app-1.pem'), publicKey.export({ type: 'spki', format: 'pem' }))
 * assert.ok(E.isRight(await keyRingFolder(folder)()))
 * ```
 */
export const keyRingFolder = (folder: string, settings: KeyRingFolderSettings = {}): TaskEither<KeyError, KeyRing> => {
  const { checkEveryMs, onProblem, ...importing } = settingsOf(settings)
  return async () => {
    const start = await readFolder(folder, importing, new Map())
    if (E.isLeft(start)) return E.left(about(folder)(start.left))
    let files = start.right
    let reading = await assess(files)
    for (const [file, error] of reading.problems) return E.left(about(file)(error))

    const look = async () => {
      const found = await readFolder(folder, importing, files)
      if (E.isRight(found)) files = found.right
      const before = reading.problems
      reading = E.isRight(found) ? await assess(files) : unreadable(folder, found.left)
      for (const [file, error] of reading.problems)
        if (before.get(file)?.rule !== error.rule) tell(onProblem, file, error)
    }

    let lookedAt = performance.now()
    let looking: Promise<void> | undefined
    const isDue = () => performance.now() - lookedAt >= checkEveryMs
    // No wait while the last reading is recent.
    const atOnce = (appId: AppId) => (looking === undefined && !isDue() ? reading.keysOf(appId) : undefined)
    const keysOf = (appId: AppId) => async () => {
      if (looking === undefined && isDue()) {
        looking = look().then(() => {
          lookedAt = performance.now()
          looking = undefined
        })
      }
      // A request that comes while the folder is being read waits for the result.
      if (looking !== undefined) await looking
      return reading.keysOf(appId)
    }
    return E.right({ keysOf: Object.assign(keysOf, { atOnce }), entries: () => reading.entries() })
  }
}

/** A process may open about a thousand files, and needs some for its connections. */
const filesAtOnce = 64

const readFolder = async (
  folder: string,
  settings: VerificationKeySettings,
  before: Files,
): Promise<E.Either<KeyError, Files>> => {
  try {
    const names = (await readdir(folder)).filter(isKeyFile).sort()
    const files = new Map<string, KeyFile>()
    for (let i = 0; i < names.length; i += filesAtOnce) {
      const some = names.slice(i, i + filesAtOnce)
      const read = await Promise.all(some.map((name) => readKeyFile(join(folder, name), settings, before.get(name))))
      for (const [k, file] of read.entries()) files.set(some[k] as string, file)
    }
    return E.right(files)
  } catch {
    return refused('unreadable')
  }
}

const readKeyFile = async (
  path: string,
  settings: VerificationKeySettings,
  before: KeyFile | undefined,
): Promise<KeyFile> => {
  try {
    // Before the content: a change in between shows in the next reading.
    const { ctimeNs, size, ino, isFile } = await statOf(path)
    const version = isYoung(ctimeNs) ? undefined : `${ctimeNs} ${size} ${ino}`
    if (before !== undefined && version !== undefined && version === before.version) return before
    if (!isFile) return broken('unreadable', version)
    if (size > maxLength) return broken('not-a-key', version)
    const content = await readFile(path)
    const known = before?.content !== undefined && content.equals(before.content) ? before.keys : undefined
    return {
      version,
      content: version === undefined ? content : undefined,
      keys: known ?? (await verificationKeys(content, settings)()),
    }
  } catch {
    return broken('unreadable', undefined)
  }
}

const broken = (rule: KeyRule, version: string | undefined): KeyFile => ({
  version,
  content: undefined,
  keys: refused(rule),
})

// Those of node:fs/promises take twice the processor time: they make a handle for each file.
const readFile = promisify(readFileThen)
const stat: (path: string, options: { readonly bigint: true }) => Promise<BigIntStats> = promisify(statThen)

const statOf = async (path: string) => {
  const found = await stat(path, { bigint: true })
  return { ctimeNs: found.ctimeNs, size: found.size, ino: found.ino, isFile: found.isFile() }
}

/**
 * Coarse file systems give all changes of two seconds the same time, and keys of one length have files of one size: a file
 * that has just changed is read again.
 */
const isYoung = (ctimeNs: bigint): boolean => ctimeNs > BigInt(Date.now() - 3000) * 1_000_000n

/** Whether a file of this name in a key folder is read. */
export const isKeyFile = (name: string): boolean => /\.(?:pem|der|jwk|json)$/.test(name)

/** The app of `APPID.pem` or `APPID.DIGITS.pem`. */
export const appOf = (name: string): AppId | undefined => {
  const stem = /^(.+?)(?:\.\d+)?\.[a-z]+$/.exec(name)?.[1] ?? ''
  return isAppId(stem) ? stem : undefined
}

/** Decides which apps are open, and with which keys. */
const assess = async (files: Files): Promise<Reading> => {
  const problems = new Map<string, KeyError>()
  const keysOf = new Map<AppId, Array<VerificationKey>>()
  const closed = new Map<AppId, E.Either<KeySourceUnavailable, never>>()
  const fileOf = new Map<string, string>()
  const close = (appId: AppId, name: string, error: KeyError): void => {
    problems.set(name, error)
    closed.set(appId, unavailable(name, error))
  }
  const pause = pauses(timer)
  for (const [name, { keys: held }] of files) {
    await pause()
    const appId = appOf(name)
    if (appId === undefined) {
      problems.set(name, keyError('app-id'))
      continue
    }
    const keys = keysOf.get(appId) ?? []
    keysOf.set(appId, keys)
    if (E.isLeft(held)) {
      close(appId, name, held.left)
      continue
    }
    for (const key of held.right) {
      // A copy of a key adds nothing.
      if (keys.some(({ fingerprint }) => fingerprint === key.fingerprint)) continue
      keys.push(key)
      fileOf.set(`${appId} ${key.fingerprint}`, name)
    }
  }
  const register = registry()
  for (const entry of keysOf) {
    await pause()
    for (const { appId, fingerprint, error } of register(entry))
      close(appId, fileOf.get(`${appId} ${fingerprint}`) as string, error)
  }
  return {
    keysOf: (appId) => closed.get(appId) ?? E.right(keysOf.get(appId) ?? []),
    problems,
    // When somebody asks: of 100,000 apps they are a list of some megabytes.
    entries: () => [...keysOf].filter(([appId]) => !closed.has(appId)),
  }
}

const unreadable = (folder: string, error: KeyError): Reading => ({
  keysOf: () => unavailable(folder, error),
  problems: new Map([[folder, error]]),
  entries: () => [],
})

const unavailable = (file: string, error: KeyError): E.Either<KeySourceUnavailable, never> =>
  E.left({ _tag: 'key_source_unavailable', detail: message(about(file)(error)) })
