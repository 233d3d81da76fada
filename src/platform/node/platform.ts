/** All effects on Node in one record, for what is written once and runs on both platforms: clients and verifiers. */
import type { Platform } from '../../effects/Platform.ts'
import { clock, random, timer } from '../common/system.ts'
import { digest } from './digest.ts'
import { entropy } from './entropy.ts'
import { httpClient } from './httpClient.ts'
import { signer } from './signer.ts'
import { verificationKey, verificationKeys } from './verificationKey.ts'

/** Node's interpreters of the effects. */
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
