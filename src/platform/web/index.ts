/** The interpreters for the web platform: WebCrypto and fetch. Browsers have them, and so have Node, Deno, Bun and workers. */

// Keys.
export type { SignerSettings, VerificationKeySettings } from '../../effects/KeyImport.ts'
export type { AppKey, DatedKey, KeyRecord } from '../../effects/KeyRecord.ts'
// The effects that do not depend on the embedding program, and all of them together.
export type { CryptoOn, Platform } from '../../effects/Platform.ts'
// Tokens.
export type { TokenHolding } from '../../effects/TokenBook.ts'
export { cryptoKeySigner } from '../common/cryptoKey.ts'
export { clock, entropy, random, timer } from '../common/system.ts'
export { digest } from './digest.ts'
export { type HttpClientSettings, httpClient } from './httpClient.ts'
export { keyRing } from './keyRing.ts'
export { platform } from './platform.ts'
export { signer } from './signer.ts'
export { tokenBook } from './tokenBook.ts'
export { verificationKey, verificationKeys } from './verificationKey.ts'
