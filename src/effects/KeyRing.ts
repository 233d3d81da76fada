/**
 * The public keys of the apps, as an effect of verification: what a key can do, what a ring of keys answers, and which keys
 * cannot be in one ring.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { IO } from 'fp-ts/lib/IO.js'
import type { TaskEither } from 'fp-ts/lib/TaskEither.js'
import type { AppId } from '../core/AppId.ts'
import * as ByteBuffer from '../core/ByteBuffer.ts'
import type { Bytes } from '../core/Bytes.ts'
import type { Fingerprint } from '../core/Fingerprint.ts'
import { type KeyError, keyError } from '../core/KeyError.ts'
import type { Signature } from '../core/Signature.ts'
import type { StringToSign } from '../core/StringToSign.ts'
import type { Timestamp } from '../core/Timestamp.ts'
import type { KeySourceUnavailable } from '../core/VerifyError.ts'
import { type AtOnce, known } from './AtOnce.ts'

/** When a key is valid, both ends inclusive; `revoked` overrides them. */
export interface Validity {
  readonly notBefore?: Timestamp | undefined
  readonly notAfter?: Timestamp | undefined
  readonly revoked?: boolean | undefined
}

/** Whether a signature is right; `undefined` if nobody checked it, because a `CheckQueue` gave it no turn. */
export type CheckAnswer = boolean | undefined

/** At once, or later. */
export type Checked = CheckAnswer | Promise<CheckAnswer>

/** A public key that the key policy accepts. */
export interface VerificationKey {
  readonly fingerprint: Fingerprint
  /** In DER (SubjectPublicKeyInfo), for a diagnosis; optional for keys that the program makes itself. */
  readonly spki?: Bytes
  /** Bytes of the modulus, and so of every signature. */
  readonly signatureLength: number
  readonly validity: Validity
  /**
   * Whether the signature is right, by the platform's RSA. A pure function of its arguments. A synchronous answer saves an
   * `await`, which matters at tens of microseconds a signature. Never throw or reject: answer `false` for a platform failure.
   * `client` says for whom, to a queue.
   */
  readonly verify: (message: StringToSign, signature: Signature, client?: string) => Checked
  /**
   * The same for a body that arrives in parts; starts with the head of the string to sign. Absent if the platform hashes whole
   * messages only.
   */
  readonly begin?: (head: string, client?: string) => SignatureCheck
}

/** One check of one signature over an unfinished message. */
export interface SignatureCheck {
  /** Adds a part of the body. The caller may overwrite the part afterwards. */
  readonly update: (part: Bytes) => void
  /** Whether the signature is right for all parts. Call once, at the end. Like `verify`, never throw or reject. */
  readonly end: (signature: Signature) => Checked
}

/**
 * A check for each key over an unfinished message. Keys without `begin` share one buffer. Give each check every part.
 *
 * @example
 * ```ts
 * import { generateKeyPairSync } from 'node:crypto'
 * import { KeyRing, Signature } from 'countersign'
 * import { verificationKey } from 'countersign/node'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
 * const key = await verificationKey(publicKey.export({ type: 'spki', format: 'pem' }) as string)()
 * assert.ok(E.isRight(key))
 * const [check] = KeyRing.begin('POST\n/\n0\nn-1\n')([key.right])
 * check?.update(new Uint8Array(3))
 * assert.equal(await check?.end(Signature.ofBytes(new Uint8Array(256))), false)
 * ```
 */
export const begin =
  (head: string, client?: string) =>
  (keys: ReadonlyArray<VerificationKey>): ReadonlyArray<SignatureCheck> => {
    const parts = ByteBuffer.upTo(Number.MAX_SAFE_INTEGER)
    const keeper = keys.findIndex((key) => key.begin === undefined)
    return keys.map(
      (key, i) =>
        key.begin?.(head, client) ?? {
          update: (part) => void (i === keeper && parts.add(part)),
          end: (signature) => key.verify({ head, body: parts.bytes() }, signature, client),
        },
    )
  }

/** The public keys of the apps. No proven key belongs to two apps: the app id is not signed. */
export interface KeyRing {
  /** The keys of an app, at most `maxKeysPerApp`; none for an unknown app. */
  readonly keysOf: AtOnce<AppId, E.Either<KeySourceUnavailable, ReadonlyArray<VerificationKey>>>
  /**
   * The keys of an app after another look at their source, for a signature that fits none of them: a key may have been added.
   * Bounded in rate by the ring; if it does not look, it answers the same keys at once. Absent if `keysOf` is always up to date.
   */
  readonly lookAgain?: (appId: AppId) => TaskEither<KeySourceUnavailable, ReadonlyArray<VerificationKey>>
  /**
   * Called when a request of this app was accepted that is signed with this key, so that the app holds the private half. A key
   * that two apps have registered belongs to the first. Never throws. Absent if the ring refuses such keys at the start.
   */
  readonly noteProof?: (appId: AppId, fingerprint: Fingerprint) => void
  /** All apps with their keys at this moment, for a diagnosis. Absent if the ring does not hold them. */
  readonly entries?: () => ReadonlyArray<readonly [AppId, ReadonlyArray<VerificationKey>]>
}

/** Limits the cost of a forged request. */
export const maxKeysPerApp = 4

/** A key that an app cannot register. */
export interface KeyRejected {
  readonly _tag: 'KeyRejected'
  readonly appId: AppId
  readonly fingerprint: Fingerprint
  readonly error: KeyError
}

/**
 * Why these keys cannot form a ring, once for each app: a key of two apps, too many keys of one app, or a key of an app
 * that is revoked in one of its entries and not in another.
 *
 * @example
 * ```ts
 * import { generateKeyPairSync } from 'node:crypto'
 * import { AppId, KeyRing } from 'countersign'
 * import { verificationKey } from 'countersign/node'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
 * const key = await verificationKey(publicKey.export({ type: 'spki', format: 'pem' }) as string)()
 * const [one, other] = [AppId.parse('app-1'), AppId.parse('app-2')]
 * assert.ok(E.isRight(key) && E.isRight(one) && E.isRight(other))
 * const rejected = KeyRing.conflicts([
 *   [one.right, [key.right]],
 *   [other.right, [key.right]],
 * ])
 * assert.equal(rejected[0]?.error.rule, 'same-key-for-two-apps')
 * ```
 */
export const conflicts = (entries: ReadonlyArray<AppKeys>): ReadonlyArray<KeyRejected> => {
  const register = registry()
  return entries.flatMap((entry) => register(entry)())
}

/** An app and its keys. */
export type AppKeys = readonly [AppId, ReadonlyArray<VerificationKey>]

/**
 * A registry of its own: a function that registers one app after the other, and answers the `conflicts` of each with those
 * before it.
 *
 * @example
 * ```ts
 * import { AppId, KeyRing } from 'countersign'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * const register = KeyRing.registry()
 * const appId = AppId.parse('app-1')
 * assert.ok(E.isRight(appId))
 * assert.deepEqual(register([appId.right, []])(), [])
 * ```
 */
export const registry: IO<(entry: AppKeys) => IO<ReadonlyArray<KeyRejected>>> = () => {
  const seen = new Map<Fingerprint, Registered>()
  return (entry) => () => registerIn(seen, entry)
}

/** The first app that a key was registered for. */
interface Registered {
  readonly appId: AppId
  readonly validity: Validity
}

const registerIn = (seen: Map<Fingerprint, Registered>, [appId, keys]: AppKeys): ReadonlyArray<KeyRejected> => {
  const rejected: Array<KeyRejected> = []
  for (const [i, { fingerprint, validity }] of keys.entries()) {
    const reject = (whose: AppId, error: KeyError) =>
      rejected.push({ _tag: 'KeyRejected', appId: whose, fingerprint, error })
    if (i === maxKeysPerApp) reject(appId, keyError('too-many-keys', String(keys.length)))
    const first = seen.get(fingerprint)
    if (first === undefined) {
      seen.set(fingerprint, { appId, validity })
    } else if (first.appId !== appId) {
      reject(appId, keyError('same-key-for-two-apps', `with ${first.appId}`))
      reject(first.appId, keyError('same-key-for-two-apps', `with ${appId}`))
    } else if ((first.validity.revoked ?? false) !== (validity.revoked ?? false)) {
      reject(appId, keyError('same-key-twice'))
    }
  }
  return rejected
}

/**
 * An immutable ring of keys. Fails with the first of their `conflicts`.
 *
 * @example
 * ```ts
 * import { AppId, KeyRing } from 'countersign'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * const ring = KeyRing.ofKeys([])
 * const appId = AppId.parse('app-1')
 * assert.ok(E.isRight(ring) && E.isRight(appId))
 * assert.deepEqual(await ring.right.keysOf(appId.right)(), E.right([]))
 * ```
 */
export const ofKeys = (entries: ReadonlyArray<AppKeys>): E.Either<KeyRejected, KeyRing> => {
  const rejected = conflicts(entries)[0]
  return rejected === undefined ? E.right(ofRegistered(new Map(entries))) : E.left(rejected)
}

/**
 * A ring of keys without conflicts. The map must not change.
 *
 * @example
 * ```ts
 * import { AppId, KeyRing } from 'countersign'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * const ring = KeyRing.ofRegistered(new Map())
 * const appId = AppId.parse('app-1')
 * assert.ok(E.isRight(appId))
 * assert.deepEqual(await ring.keysOf(appId.right)(), E.right([]))
 * ```
 */
export const ofRegistered = (byApp: ReadonlyMap<AppId, ReadonlyArray<VerificationKey>>): KeyRing => {
  const none = E.right([])
  return {
    keysOf: known((appId) => {
      const keys = byApp.get(appId)
      return keys === undefined ? none : E.right(keys)
    }),
    entries: () => [...byApp],
  }
}
