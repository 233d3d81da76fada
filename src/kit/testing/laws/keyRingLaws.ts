/**
 * The laws of every key ring, for everyone who keeps public keys in a database or a service of their own. Each law makes a ring
 * of the published test keys.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { TaskEither } from 'fp-ts/lib/TaskEither.js'
import type { AppId } from '../../../core/AppId.ts'
import type { Signature } from '../../../core/Signature.ts'
import type { StringToSign } from '../../../core/StringToSign.ts'
import type { KeySourceUnavailable } from '../../../core/VerifyError.ts'
import type { KeyRing, VerificationKey } from '../../../effects/KeyRing.ts'
import { otherApp, testApp } from '../keys.ts'
import { expectSame, expectThat, type Law, law } from './Law.ts'

/** Makes a ring of these apps and their public keys in PEM. A Left means that the ring refuses them. */
export type MakeKeyRing = (keys: Readonly<Record<string, string>>) => TaskEither<unknown, KeyRing>

const bothApps = { [testApp.appId]: testApp.publicKey, [otherApp.appId]: otherApp.publicKey }

const strangers = [
  'app-3',
  testApp.appId.toUpperCase(),
  testApp.appId.slice(0, -1),
  'constructor',
  'toString',
  '__proto__',
]

const message: StringToSign = {
  head: 'POST\n/v1/jobs\n1700000000\n0123456789abcdef\n',
  body: Uint8Array.of(0x7b, 0x7d),
}

/** The signature of `message` by the key of `testApp`. */
const signature =
  'TxaXP70cxi2tMG73c055kJQkStdisiWAp2za/HT5M9fC4nXcEoTJPuAaI3b7ysW/KvRb6LawVkjr2EWBtWik5pnkjAg/vnRwQAfvFaUicXhi3RyZMEAq1wdD2wCAXN2XT+NF0aXKop/LVsUyxMFimo2Tm2juLuMxmTJzMf1MVTIO7OppvSUVGAJwXfMkHyRn0pEaUmFh1KAJxnHqqXL4mohZ49o4yK/NQ4gJ2TYoQsc2EbkkuoVNw3Svtlk8xtq4AnD9BnpnKl1TwQwxu6eSy1ET4sQTft4tRMiQ/R1VpR9bYck27Eaxr7X6id+p2ZMmGiF3IDBKfUZtSylV4jWMaQ==' as Signature

const ringOf = async (make: MakeKeyRing, keys: Readonly<Record<string, string>>): Promise<KeyRing> => {
  const made = await make(keys)()
  if (E.isRight(made)) return made.right
  throw new Error('the ring refuses two apps with a key each')
}

type Found = E.Either<KeySourceUnavailable, ReadonlyArray<VerificationKey>>

const fingerprintsOf = (found: Found): ReadonlyArray<string> | string =>
  E.isLeft(found) ? found.left._tag : found.right.map((key) => key.fingerprint).toSorted()

const keysOf = (ring: KeyRing, appId: string): Promise<Found> => ring.keysOf(appId as AppId)()

const ownershipLaws = (make: MakeKeyRing): ReadonlyArray<Law> => [
  law("the keys of an app verify the app's signatures, and those of another app do not", async () => {
    const ring = await ringOf(make, bothApps)
    for (const { appId, owns } of [
      { appId: testApp.appId, owns: true },
      { appId: otherApp.appId, owns: false },
    ]) {
      const found = await keysOf(ring, appId)
      const keys = E.isLeft(found) ? [] : found.right
      const seen = await Promise.all(keys.map((key) => key.verify(message, signature)))
      expectSame({
        given: `a signature by a key of ${testApp.appId}, verified with the keys of ${appId}`,
        expected: [owns],
        seen,
      })
    }
  }),
  law('one key for two apps is refused, or belongs to the app that proves it', async () => {
    const made = await make({ 'app-1': testApp.publicKey, 'app-2': testApp.publicKey })()
    if (E.isLeft(made) || made.right.noteProof !== undefined) return
    const counts = await Promise.all(
      ['app-1', 'app-2'].map(async (appId) => fingerprintsOf(await keysOf(made.right, appId)).length),
    )
    const expected = 'a Left, a ring with noteProof, or keys of one app at most'
    expectThat(
      counts.some((count) => count === 0),
      { given: 'one key for app-1 and app-2', expected, seen: counts },
    )
  }),
]

/**
 * The laws of `KeyRing`.
 *
 * @example
 * ```ts
 * import { keyRing } from 'countersign/node'
 * import { keyRingLaws } from 'countersign/testing/laws'
 *
 * for (const law of keyRingLaws(keyRing)) await law.check()
 * ```
 */
export const keyRingLaws = (make: MakeKeyRing): ReadonlyArray<Law> =>
  ownershipLaws(make).concat(
    law('an unknown app has no keys, whatever its name', async () => {
      const ring = await ringOf(make, bothApps)
      for (const appId of strangers)
        expectSame({ given: appId, expected: [], seen: fingerprintsOf(await keysOf(ring, appId)) })
    }),
    law('the synchronous answer, if there is one, is that of the task', async () => {
      const ring = await ringOf(make, bothApps)
      for (const appId of Object.keys(bothApps)) {
        const atOnce = ring.keysOf.atOnce?.(appId as AppId)
        if (atOnce === undefined) continue
        const expected = fingerprintsOf(await keysOf(ring, appId))
        expectSame({ given: appId, expected, seen: fingerprintsOf(atOnce) })
      }
    }),
    law('another look at an unchanged source finds the same keys', async () => {
      const ring = await ringOf(make, bothApps)
      for (const appId of Object.keys(bothApps)) {
        const expected = fingerprintsOf(await keysOf(ring, appId))
        const seen = ring.lookAgain === undefined ? expected : fingerprintsOf(await ring.lookAgain(appId as AppId)())
        expectSame({ given: appId, expected, seen })
      }
    }),
  )
