/** All effects on the web platform in one record, for what is written once and runs on both platforms. */
import type { Platform } from '../../effects/Platform.ts'
import { clock, entropy, random, timer } from '../common/system.ts'
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
