import * as E from 'fp-ts/lib/Either.js'
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

/** When a key counts, both ends inclusive; `revoked` overrides them. */
export interface Validity {
  readonly notBefore?: Timestamp | undefined
  readonly notAfter?: Timestamp | undefined
  readonly revoked?: boolean | undefined
}

/** A public key that has passed the key policy. */
export interface VerificationKey {
  readonly fingerprint: Fingerprint
  /** In DER (SubjectPublicKeyInfo), for a diagnosis; a key from elsewhere may keep it to itself. */
  readonly spki?: Bytes
  /** Bytes of the modulus, and so of every signature. */
  readonly signatureLength: number
  readonly validity: Validity
  /**
   * Whether the platform's RSA finds the signature right: a function of its arguments and no effect. Platforms that answer
   * at once are not waited for, which is felt at some tens of microseconds a signature. Never throws or rejects: a failure
   * within the platform is `false`.
   */
  readonly verify: (message: StringToSign, signature: Signature) => boolean | Promise<boolean>
  /**
   * The same for a body that comes in parts: begins with the head of the string to sign. Absent where the platform hashes
   * whole messages only; then the parts are kept.
   */
  readonly begin?: (head: string) => SignatureCheck
}

/** One check of one signature, whose message is still coming. */
export interface SignatureCheck {
  /** Takes the next part of the body, which may be overwritten afterwards. */
  readonly update: (part: Bytes) => void
  /** Whether the signature is right for all that came. Called once, at the end; as `verify`, it never throws or rejects. */
  readonly end: (signature: Signature) => boolean | Promise<boolean>
}

/**
 * A check for each key of a signature whose message is still coming, by whatever the key offers. What has to be kept is kept
 * once for all of them: each is given every part.
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
  (head: string) =>
  (keys: ReadonlyArray<VerificationKey>): ReadonlyArray<SignatureCheck> => {
    const parts = ByteBuffer.upTo(Number.MAX_SAFE_INTEGER)
    const keeper = keys.findIndex((key) => key.begin === undefined)
    return keys.map(
      (key, i) =>
        key.begin?.(head) ?? {
          update: (part) => void (i === keeper && parts.add(part)),
          end: (signature) => key.verify({ head, body: parts.bytes() }, signature),
        },
    )
  }

/** The public keys of the apps. No key belongs to two apps: the app id is not signed. */
export interface KeyRing {
  /** The keys of an app, none if it is unknown, at most `maxKeysPerApp`. */
  readonly keysOf: AtOnce<AppId, E.Either<KeySourceUnavailable, ReadonlyArray<VerificationKey>>>
}

/** Bounds what a forged request can cost. */
export const maxKeysPerApp = 4

/** A key that cannot be registered, and for which app. */
export interface KeyRejected {
  readonly _tag: 'KeyRejected'
  readonly appId: AppId
  readonly fingerprint: Fingerprint
  readonly error: KeyError
}

/**
 * Why these keys cannot stand in one ring, once for each app concerned: a key of two apps, too many keys of one, or one
 * key under two validities.
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
export const conflicts = (
  entries: ReadonlyArray<readonly [AppId, ReadonlyArray<VerificationKey>]>,
): ReadonlyArray<KeyRejected> => {
  const rejected: Array<KeyRejected> = []
  const seen = new Map<Fingerprint, { readonly appId: AppId; readonly validity: Validity }>()
  for (const [appId, keys] of entries) {
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
      } else if (!sameValidity(first.validity, validity)) {
        reject(appId, keyError('same-key-twice'))
      }
    }
  }
  return rejected
}

const sameValidity = (a: Validity, b: Validity): boolean =>
  a.notBefore === b.notBefore && a.notAfter === b.notAfter && (a.revoked ?? false) === (b.revoked ?? false)

/**
 * A ring of keys that do not change while it lives. Fails with the first of their `conflicts`.
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
export const ofKeys = (
  entries: ReadonlyArray<readonly [AppId, ReadonlyArray<VerificationKey>]>,
): E.Either<KeyRejected, KeyRing> => {
  const rejected = conflicts(entries)[0]
  if (rejected !== undefined) return E.left(rejected)
  const none = E.right([])
  const byApp = new Map(entries.map(([appId, keys]) => [appId, E.right(keys)]))
  return E.right({ keysOf: known((appId) => byApp.get(appId) ?? none) })
}
