import type { Platform } from '../effects/Platform.ts'
import { clock } from './clock.ts'
import { digest } from './digest.ts'
import { entropy } from './entropy.ts'
import { httpClient } from './httpClient.ts'
import { signer } from './signer.ts'
import { timer } from './timer.ts'
import { verificationKey } from './verificationKey.ts'

/** What a browser, or another runtime of the web platform, brings. */
export const platform: Platform = { clock, timer, entropy, digest, http: httpClient(), signer, verificationKey }
