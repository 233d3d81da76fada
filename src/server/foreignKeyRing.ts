/**
 * A key ring that the embedding program wrote itself, such as one over its database. Each of its answers is awaited for a limited
 * time and checked, and in production it may give no test key of this package.
 */
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as T from 'fp-ts/lib/Task.js'
import type { AppId } from '../core/AppId.ts'
import { inspect, memberOf } from '../core/untrusted.ts'
import type { KeyRing, VerificationKey } from '../effects/KeyRing.ts'
import { type Answer, inForm, inTime } from './foreignAnswer.ts'
import { forbidTestKeys, isProduction } from './keys/testKeys.ts'
import type { Timeout } from './untrusted.ts'

type KeysAnswer = Answer<ReadonlyArray<VerificationKey>>

export const foreignKeyRing = (ring: KeyRing, timeout: Timeout): KeyRing => {
  const inProduction = isProduction()
  const keysInForm = inForm<ReadonlyArray<VerificationKey>>('keys', Array.isArray)
  const checked = (appId: AppId, answer: KeysAnswer): KeysAnswer => {
    const keysOfApp = keysInForm(answer)
    if (inProduction && E.isRight(keysOfApp)) forbidTestKeys(appId, keysOfApp.right)
    return keysOfApp
  }
  // An async function, so that a ring that throws rejects the promise.
  const awaited = (appId: AppId, lookUp: () => T.Task<KeysAnswer>): T.Task<KeysAnswer> =>
    pipe(
      async () => lookUp()(),
      inTime('keys', timeout),
      T.map((answer) => checked(appId, answer)),
    )
  const keysOf = (appId: AppId) => awaited(appId, () => ring.keysOf(appId))
  /** The function `keysOf` may have a member `atOnce`: the answer, if the ring knows it without waiting. */
  const atOnce = (appId: AppId) => {
    const known = memberOf(ring.keysOf, 'atOnce')?.(appId)
    return known === undefined ? undefined : checked(appId, known)
  }
  const entries = memberOf(ring, 'entries')
  const lookAgain = memberOf(ring, 'lookAgain')
  const noteProof = memberOf(ring, 'noteProof')
  return {
    keysOf: Object.assign(keysOf, { atOnce }),
    ...(typeof lookAgain === 'function' && {
      lookAgain: (appId: AppId) => awaited(appId, () => lookAgain.call(ring, appId)),
    }),
    // The verdict does not need the note, so an error is ignored.
    ...(typeof noteProof === 'function' && {
      noteProof: (appId, fingerprint) => inspect(() => noteProof.call(ring, appId, fingerprint), undefined),
    }),
    ...(typeof entries === 'function' && { entries: () => entries.call(ring) }),
  }
}
