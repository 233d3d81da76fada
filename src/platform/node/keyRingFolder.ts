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
  believing,
  type Fault,
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
  'no-file': keyError('unreadable', 'it is no regular file'),
  'too-large': keyError('not-a-key'),
  'no-answer': keyError('unreadable', 'it gives no answer'),
}

export const keyRingFolderOn =
  (timer: Timer) =>
  (folder: string, settings: KeyRingFolderSettings = {}): TaskEither<KeyError, KeyRing> => {
    const { checkEveryMs, onProblem, ...importing } = settingsOf(settings)
    const believe = believing<KeyClaims.Held>(timer, maxLength, async (content) =>
      E.isLeft(content) ? E.left(faults[content.left]) : verificationKeys(content.right, importing)(),
    )
    const answerOf = inTime(timer)
    const list = () =>
      readdir(folder).then(E.right, (error) => (isShortage(error) ? undefined : E.left(faults.unreadable)))

    return async () => {
      const files = new Map<string, Belief<KeyClaims.Held>>()
      const claims = KeyClaims.make((name) => files.get(name)?.value)
      /** Files whose name is no app id. */
      let misnamed: ReadonlyArray<string> = []
      let folderFault: KeyError | undefined
      let told: ReadonlyMap<string, KeyError> = new Map()
      /** When a file had changed and its stat had not. */
      let deceivedAt = Number.NEGATIVE_INFINITY

      const visit = async (name: string, byHint: boolean): Promise<void> => {
        const before = files.get(name)
        const found = await believe(join(folder, name), before, byHint && (before?.since ?? 0) > deceivedAt)
        // Another visit may have ended meanwhile: what counts is what the app was judged by.
        const judged = files.get(name)
        // The file has gone while it was read.
        if (before !== undefined && judged === undefined) return
        files.set(name, found)
        if (found.value === judged?.value) return
        if (found.hint !== undefined && found.hint === before?.hint && found.value !== before.value)
          deceivedAt = timer.elapsed()
        claims.update(appOf(name) as AppId, name)
      }

      const tellProblems = (): void => {
        const names = misnamed.map((name) => [name, keyError('app-id')] as const)
        const problems = new Map(folderFault === undefined ? [...names, ...claims.problems()] : [[folder, folderFault]])
        for (const [file, error] of problems) if (!isSame(told.get(file), error)) tell(onProblem, file, error)
        told = problems
      }

      const look = async (): Promise<void> => {
        const names = (await answerOf(folder, list)) ?? E.left(faults['no-answer'])
        folderFault = E.isLeft(names) ? names.left : undefined
        if (E.isLeft(names)) return
        const all = names.right.filter(isKeyFile).sort()
        const present = new Set(all.filter((name) => appOf(name) !== undefined))
        misnamed = all.filter((name) => !present.has(name))
        claims.look()
        for (const name of files.keys()) {
          if (present.has(name)) continue
          files.delete(name)
          claims.update(appOf(name) as AppId, name)
        }
        const next = present.values()
        const visitAll = async (): Promise<void> => {
          for (const name of next) await visit(name, true)
        }
        await Promise.all(Array.from({ length: maxAtOnce }, visitAll))
      }

      await look()
      if (folderFault !== undefined) return E.left(about(folder)(folderFault))
      tellProblems()

      let lookedAt = timer.elapsed()
      let looking: { readonly since: number; readonly end: Promise<void> } | undefined
      const isDue = () => looking === undefined && timer.elapsed() - lookedAt >= checkEveryMs
      const stale = (appId: AppId) =>
        claims.filesOf(appId).filter((name) => !isBelieved(timer, files.get(name) as Belief<KeyClaims.Held>))
      /** A folder that gives no answer takes no key away: its files are believed, or read. */
      const keysNow = (appId: AppId) =>
        folderFault === faults.unreadable ? KeyClaims.unavailable([folder, folderFault]) : claims.keysOf(appId)
      // No wait while the last look is recent.
      const atOnce = (appId: AppId) =>
        looking === undefined && !isDue() && stale(appId).length === 0 ? keysNow(appId) : undefined
      const begin = () => {
        const end = look().then(() => {
          tellProblems()
          lookedAt = timer.elapsed()
          looking = undefined
        })
        return { since: timer.elapsed(), end }
      }
      const keysOf = (appId: AppId) => async () => {
        if (isDue()) looking = begin()
        // A request waits for the look, but not for ever: what was read before counts for a while.
        if (looking !== undefined) {
          const { since, end } = looking
          await within(timer, Math.max(0, since + answerMs - timer.elapsed()))(
            () => end,
            () => {},
          )()
        }
        // Twice: the first visit may join that of a look, which trusts the stat.
        for (let i = 0; i < 2 && stale(appId).length > 0; i++) {
          await Promise.all(stale(appId).map((name) => visit(name, false)))
          tellProblems()
        }
        return keysNow(appId)
      }
      return E.right({
        keysOf: Object.assign(keysOf, { atOnce }),
        entries: () => (folderFault === faults.unreadable ? [] : claims.entries()),
        noteProof: (appId, fingerprint) => {
          if (claims.noteProof(appId, fingerprint)) tellProblems()
        },
      })
    }
  }

/** Of a key of two apps, it matters who has proven it; of other problems, the rule. */
const isSame = (before: KeyError | undefined, now: KeyError): boolean =>
  before?.rule === now.rule && (now.rule !== 'same-key-for-two-apps' || before.found === now.found)

/** What a problem means for requests, until it is solved. */
export const consequenceOf = (folder: string, file: string, { rule }: KeyError): string => {
  if (rule === 'same-key-for-two-apps')
    return 'the key belongs to the app that first signs with it, and the other is refused'
  return `requests of ${file === folder ? 'any app' : (appOf(file) ?? 'its app')} are refused`
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
