/**
 * A folder as a key ring. `APPID.pem` holds the public key of an app; `APPID.1.pem`, `APPID.2.pem`… hold further keys, for a
 * rotation without a gap. Instead of `.pem` also `.der`, `.jwk` and `.json`, the last two for a JWK Set as well: a reader tells
 * the form of a key from the content. Other files are ignored.
 *
 * Changes of the folder take effect while the program runs. A file that cannot be read closes its app: the app's requests are
 * refused, and those of other apps are not affected.
 */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import type { TaskEither } from 'fp-ts/lib/TaskEither.js'
import { type AppId, isAppId } from '../../core/AppId.ts'
import { about, type KeyError, keyError } from '../../core/KeyError.ts'
import { maxLength } from '../../core/Pem.ts'
import { ours } from '../../core/Policies.ts'
import { fn, wholeNumber } from '../../core/Rule.ts'
import * as Settings from '../../core/Settings.ts'
import {
  cryptoOnRule,
  defaultMaxKeyBits,
  maxKeyBitsRule,
  type VerificationKeySettings,
} from '../../effects/KeyImport.ts'
import type { KeyRing } from '../../effects/KeyRing.ts'
import { tell } from '../../effects/Listener.ts'
import { type Timer, within } from '../../effects/Timer.ts'
import { settingsOf as readSettings } from '../common/settings.ts'
import { timer } from '../common/system.ts'
import {
  answerMs,
  type Belief,
  type Believe,
  believing,
  type Fault,
  type InTime,
  inTime,
  isBelieved,
  isShortage,
  maxAtOnce,
} from './believedFile.ts'
import * as KeyClaims from './keyClaims.ts'
import { verificationKeys } from './verificationKey.ts'

export interface KeyRingFolderSettings extends Omit<VerificationKeySettings, 'validity'> {
  /** For how many milliseconds the folder is not looked at again; 1000 unless set. A revoked key is accepted for as long. */
  readonly checkEveryMs?: number | undefined
  /** Receives each problem once, those at the start too. `file` is a name in the folder, or the folder. */
  readonly onProblem?: ((file: string, error: KeyError) => void) | undefined
}

const settingsOf = readSettings('keyRingFolder', {
  checkEveryMs: Settings.defaulting(wholeNumber('milliseconds'), 1000),
  onProblem: Settings.optional(fn<NonNullable<KeyRingFolderSettings['onProblem']>>()),
  policies: Settings.switches({ 'small-exponent': ours['small-exponent'], 'missing-null': ours['missing-null'] }),
  maxKeyBits: Settings.defaulting(maxKeyBitsRule, defaultMaxKeyBits),
  cryptoOn: Settings.defaulting(cryptoOnRule, 'loop'),
})

/** Why a file holds no keys. */
const faults: Readonly<Record<Fault, KeyError>> = {
  unreadable: keyError('unreadable'),
  'no-file': keyError('unreadable', 'it is not a regular file'),
  'too-large': keyError('not-a-key'),
  'no-answer': keyError('unreadable', 'it cannot be read in time'),
}

export const keyRingFolderOn =
  (timer: Timer) =>
  (path: string, given: KeyRingFolderSettings = {}): TaskEither<KeyError, KeyRing> => {
    const settings = settingsOf(given)
    return async () => {
      const folder = folderAt(timer, path, settings)
      await look(folder)
      if (folder.fault !== undefined) return E.left(about(path)(folder.fault))
      tellProblems(folder)
      folder.lookedAt = timer.elapsed()
      return E.right(ringOf(folder))
    }
  }

/** The folder as it was seen last. */
interface Folder {
  readonly timer: Timer
  readonly path: string
  readonly checkEveryMs: number
  readonly onProblem: KeyRingFolderSettings['onProblem']
  readonly believe: Believe<KeyClaims.Held>
  readonly answerOf: InTime
  readonly files: Map<string, Belief<KeyClaims.Held>>
  readonly claims: KeyClaims.KeyClaims
  /** Files whose name is no app id. */
  misnamed: ReadonlyArray<string>
  fault: KeyError | undefined
  /** The problems that `onProblem` knows. */
  told: ReadonlyMap<string, KeyError>
  /** When a file had changed and its stat had not. */
  deceivedAt: number
  lookedAt: number
  looking: Look | undefined
}

/** A look that has not ended. */
interface Look {
  readonly since: number
  readonly end: Promise<void>
}

const folderAt = (timer: Timer, path: string, settings: ReturnType<typeof settingsOf>): Folder => {
  const { checkEveryMs, onProblem, ...importing } = settings
  const files: Folder['files'] = new Map()
  return {
    timer,
    path,
    checkEveryMs,
    onProblem,
    believe: believing<KeyClaims.Held>(timer, maxLength, async (content) =>
      E.isLeft(content) ? E.left(faults[content.left]) : verificationKeys(content.right, importing)(),
    ),
    answerOf: inTime(timer),
    files,
    claims: KeyClaims.empty((name) => files.get(name)?.value),
    misnamed: [],
    fault: undefined,
    told: new Map(),
    deceivedAt: Number.NEGATIVE_INFINITY,
    lookedAt: Number.NEGATIVE_INFINITY,
    looking: undefined,
  }
}

const ringOf = (folder: Folder): KeyRing => ({
  keysOf: Object.assign((appId: AppId) => () => keysOf(folder, appId), {
    atOnce: (appId: AppId) => (isSettled(folder, appId) ? keysNow(folder, appId) : undefined),
  }),
  entries: () => (isUnreadable(folder) ? [] : KeyClaims.entries(folder.claims)),
  noteProof: (appId, fingerprint) => {
    if (KeyClaims.noteProof(folder.claims, appId, fingerprint)) tellProblems(folder)
  },
})

const keysOf = async (folder: Folder, appId: AppId): Promise<ReturnType<typeof keysNow>> => {
  if (isDue(folder)) folder.looking = beginLook(folder)
  if (folder.looking !== undefined) await patience(folder, folder.looking)
  // Twice: the first visit may join that of a look, which trusts the stat.
  for (let i = 0; i < 2 && stale(folder, appId).length > 0; i++) {
    await Promise.all(stale(folder, appId).map((name) => visit(folder, name, false)))
    tellProblems(folder)
  }
  return keysNow(folder, appId)
}

/** A request waits for the look, but not for ever: what was read before counts for a while. */
const patience = ({ timer }: Folder, { since, end }: Look): Promise<void> =>
  within(timer, Math.max(0, since + answerMs - timer.elapsed()))(
    () => end,
    () => {},
  )()

const isUnreadable = ({ fault }: Folder): boolean => fault === faults.unreadable

/** A folder that gives no answer takes no key away: its files are believed, or read. */
const keysNow = (folder: Folder, appId: AppId): ReturnType<typeof KeyClaims.keysOf> =>
  isUnreadable(folder)
    ? KeyClaims.unavailable([folder.path, faults.unreadable])
    : KeyClaims.keysOf(folder.claims, appId)

/** The files of an app that are not believed any more. */
const stale = ({ timer, claims, files }: Folder, appId: AppId): ReadonlyArray<string> =>
  KeyClaims.filesOf(claims, appId).filter((name) => !isBelieved(timer, files.get(name) as Belief<KeyClaims.Held>))

const isDue = ({ timer, looking, lookedAt, checkEveryMs }: Folder): boolean =>
  looking === undefined && timer.elapsed() - lookedAt >= checkEveryMs

/** Whether the last look is so recent that no request has to wait. */
const isSettled = (folder: Folder, appId: AppId): boolean =>
  folder.looking === undefined && !isDue(folder) && stale(folder, appId).length === 0

const beginLook = (folder: Folder): Look => {
  const end = look(folder).then(() => {
    tellProblems(folder)
    folder.lookedAt = folder.timer.elapsed()
    folder.looking = undefined
  })
  return { since: folder.timer.elapsed(), end }
}

/** Reads the folder, and each file that has changed. */
const look = async (folder: Folder): Promise<void> => {
  const names = await namesIn(folder)
  folder.fault = E.isLeft(names) ? names.left : undefined
  if (E.isLeft(names)) return
  const all = names.right.filter(isKeyFile).sort()
  const present = new Set(all.filter((name) => appOf(name) !== undefined))
  folder.misnamed = all.filter((name) => !present.has(name))
  KeyClaims.beginLook(folder.claims)
  removeMissing(folder, present)
  const next = present.values()
  const visitAll = async (): Promise<void> => {
    for (const name of next) await visit(folder, name, true)
  }
  await Promise.all(Array.from({ length: maxAtOnce }, visitAll))
}

const namesIn = async ({ path, answerOf }: Folder): Promise<E.Either<KeyError, ReadonlyArray<string>>> => {
  const list = () => readdir(path).then(E.right, (error) => (isShortage(error) ? undefined : E.left(faults.unreadable)))
  return (await answerOf(path, list)) ?? E.left(faults['no-answer'])
}

const removeMissing = ({ files, claims }: Folder, present: ReadonlySet<string>): void => {
  for (const name of files.keys()) {
    if (present.has(name)) continue
    files.delete(name)
    KeyClaims.update(claims, appOf(name) as AppId, name)
  }
}

/** Reads a file, or with `byHint` its stat alone if that has not changed. */
const visit = async (folder: Folder, name: string, byHint: boolean): Promise<void> => {
  const { files, claims, timer } = folder
  const before = files.get(name)
  const isTrusted = byHint && (before?.since ?? 0) > folder.deceivedAt
  const found = await folder.believe(join(folder.path, name), before, isTrusted)
  // Another visit may have ended meanwhile: what counts is what the app was judged by.
  const judged = files.get(name)
  // The file has gone while it was read.
  if (before !== undefined && judged === undefined) return
  files.set(name, found)
  if (found.value === judged?.value) return
  if (found.hint !== undefined && found.hint === before?.hint && found.value !== before.value)
    folder.deceivedAt = timer.elapsed()
  KeyClaims.update(claims, appOf(name) as AppId, name)
}

/** Tells each problem once. */
const tellProblems = (folder: Folder): void => {
  const problems = problemsOf(folder)
  for (const [file, error] of problems) if (!isSame(folder.told.get(file), error)) tell(folder.onProblem, file, error)
  folder.told = problems
}

const problemsOf = ({ path, fault, misnamed, claims }: Folder): ReadonlyMap<string, KeyError> => {
  if (fault !== undefined) return new Map([[path, fault]])
  const names = misnamed.map((name) => [name, keyError('app-id')] as const)
  return new Map([...names, ...KeyClaims.problems(claims)])
}

/** Of a key of two apps, it matters who has proven it; of other problems, the rule. */
const isSame = (before: KeyError | undefined, now: KeyError): boolean =>
  before?.rule === now.rule && (now.rule !== 'same-key-for-two-apps' || before.found === now.found)

/** What a problem means for requests, until it is solved. */
export const consequenceOf = (folder: string, file: string, { rule }: KeyError): string => {
  if (rule === 'same-key-for-two-apps')
    return 'the key belongs to the app that signs with it first, and requests of the other app are refused'
  const app = appOf(file)
  return `requests of ${file === folder ? 'every app' : app === undefined ? 'its app' : `the app "${app}"`} are refused`
}

/**
 * The ring of a folder's keys. Fails if the folder cannot be read. A file without an acceptable key closes its app, and
 * `onProblem` hears why. A key of two apps belongs to the one that has proven it by an accepted request; then the other is closed.
 * Throws a RangeError if a setting is wrong.
 *
 * A key counts for a second after a change of its file, and for 10 seconds if the file system shows no change of it.
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
export const keyRingFolder: ReturnType<typeof keyRingFolderOn> = keyRingFolderOn(timer)

/** Whether a file of this name in a key folder is read. */
export const isKeyFile = (name: string): boolean => /\.(?:pem|der|jwk|json)$/.test(name)

/** The app of `APPID.pem` or `APPID.DIGITS.pem`. */
export const appOf = (name: string): AppId | undefined => {
  const stem = /^(.+?)(?:\.\d+)?\.[a-z]+$/.exec(name)?.[1] ?? ''
  return isAppId(stem) ? stem : undefined
}
