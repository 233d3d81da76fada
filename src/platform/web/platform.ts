import type { Platform } from '../../effects/Platform.ts'
import { clock } from '../common/clock.ts'
import { entropy } from '../common/entropy.ts'
import { random } from '../common/random.ts'
import { timer } from '../common/timer.ts'
import { digest } from './digest.ts'
import { httpClient } from './httpClient.ts'
import { signer } from './signer.ts'
import { verificationKey, verificationKeys } from './verificationKey.ts'

/** The web platform's interpreters of the effects. */
export const platform: Platform = {
  clock,
  timer,
  entropy,
  digest,
  http: httpClient(),
  httpClient,
  random,
  signer,
  verificationKey,
  verificationKeys,
}
