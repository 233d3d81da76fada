/** The interpreters for Node: node:crypto, node:http and files. */

// Keys.
export type { SignerSettings, VerificationKeySettings } from '../../effects/KeyImport.ts'
export type { AppKey, DatedKey, KeyRecord } from '../../effects/KeyRecord.ts'
// The effects that do not depend on the embedding program, and all of them together.
export type { CryptoOn, Platform } from '../../effects/Platform.ts'
// Tokens.
export type { TokenHolding } from '../../effects/TokenBook.ts'
export { clock, random, timer } from '../common/system.ts'
export { checkQueue } from './checkQueue.ts'
export { decompress } from './decompress.ts'
export { digest } from './digest.ts'
export { entropy } from './entropy.ts'
export { type FileParts, type FilePartsSettings, fileParts, type OpenFile } from './fileParts.ts'
export { hash } from './hash.ts'
export { type HttpClientSettings, httpClient } from './httpClient.ts'
// For a verifier's `onRefusal`.
export { type KeepSettings, keepRefusals } from './keepRefusals.ts'
export { keyRing } from './keyRing.ts'
export { type KeyRingFolderSettings, keyRingFolder } from './keyRingFolder.ts'
export { platform } from './platform.ts'
export { signer } from './signer.ts'
export { type TokenFileSettings, tokenBook, tokenFile } from './tokenBook.ts'
export { verificationKey, verificationKeys } from './verificationKey.ts'
