/** `countersign/server` on the web platform: workers, edge runtimes. Signatures are checked by WebCrypto. */
import { clock, entropy, timer } from '../platform/common/system.ts'
import { digest } from '../platform/web/digest.ts'
import { httpClient } from '../platform/web/httpClient.ts'
import { verificationKeys } from '../platform/web/verificationKey.ts'
import { createVerifierOn } from './createVerifier.ts'
import type { KeyFolderOptions, TokenFileOptions } from './keys/keyImport.ts'
import {
  type BatchLookup,
  type KeyLookup,
  type KeySource,
  type KeySourceOptions,
  keySourceOn,
} from './keys/keySource.ts'
import { type KeysFromUrlOptions, keysFromUrlOn, type UrlKeys } from './keys/keysFromUrl.ts'
import { wrong } from './untrusted.ts'
import { orReject } from './VerificationError.ts'
import type { Keys, Tokens, Verifier, VerifierOptions } from './Verifier.ts'

export * from './shared.ts'

/**
 * A verifier on WebCrypto. Rejects with a `VerificationError` if a key or a setting does not do.
 *
 * @example
 * ```ts
 * import { createVerifier } from 'countersign/server'
 *
 * const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) }
 * const pair = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
 * const verifier = await createVerifier({ keys: { 'app-1': await crypto.subtle.exportKey('jwk', pair.publicKey) } })
 * const request = { method: 'GET', target: '/v1/jobs/1', authorization: null }
 * await assert.rejects(verifier.verify(request), { reason: 'authorization_missing' })
 * ```
 */
export function createVerifier(options: VerifierOptions): Promise<Verifier> {
  return createVerifierOn(platform, { sharedBy: 'process', because: '' })(options)
}

const platform = { clock, timer, entropy, digest, verificationKeys }

/**
 * The public keys that a function finds, each app's asked for once in `ttl` seconds; see its options.
 *
 * @example
 * ```ts
 * import { createVerifier, keySource } from 'countersign/server'
 *
 * const keys = keySource(async () => undefined, { ttl: 30 })
 * const verifier = await createVerifier({ keys })
 * keys.forget('app-1') // when you are told that a key was withdrawn
 * assert.equal(typeof verifier.verify, 'function')
 * ```
 */
export function keySource(lookup: KeyLookup | BatchLookup, options?: KeySourceOptions): KeySource {
  return keySourceOn(platform)(lookup, options)
}

/**
 * The public keys behind a URL, which answers one JSON object from app id to a JWK Set or another key. It is fetched again when
 * its `Cache-Control` says so, and counts for `staleLimit` seconds while it cannot be fetched. A withdrawn key passes until the
 * document is fetched again, and `ttl` seconds more; `reload` ends both. Throws a `VerificationError` if an option makes no sense.
 *
 * @example
 * ```ts
 * import { generateKeyPairSync } from 'node:crypto'
 * import { createVerifier, keysFromUrl } from 'countersign/server'
 *
 * const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
 * const apps = { 'app-1': { keys: [publicKey.export({ format: 'jwk' })] } }
 * const keys = keysFromUrl('https://keys.example/apps.json', { fetch: async () => Response.json(apps) })
 * await keys.reload()
 * const verifier = await createVerifier({ keys })
 * assert.equal(keys.state().apps, 1)
 * assert.equal(typeof verifier.verify, 'function')
 * ```
 */
export function keysFromUrl(url: string | URL, options?: KeysFromUrlOptions): UrlKeys {
  return keysFromUrlOn({ ...platform, http: httpClient() })(url, options)
}

/**
 * There are no files here: this rejects with a `VerificationError`. On Node, Bun and Deno it takes the public keys of a folder.
 *
 * @example
 * ```ts
 * import { keyFolder } from 'countersign/server'
 *
 * await assert.rejects(keyFolder('keys'), { reason: 'misconfigured' })
 * ```
 */
export async function keyFolder(_path: string, _options?: KeyFolderOptions): Promise<Keys> {
  return orReject(
    wrong(`this runtime has no files: give keys as a record, or have them looked up, with keySource; ${wrongBuild}`),
  )
}

/**
 * There are no files here: this rejects with a `VerificationError`. On Node, Bun and Deno it takes the tokens of a file.
 *
 * @example
 * ```ts
 * import { tokenFile } from 'countersign/server'
 *
 * await assert.rejects(tokenFile('tokens'), { reason: 'misconfigured' })
 * ```
 */
export async function tokenFile(_path: string, _options?: TokenFileOptions): Promise<Tokens> {
  return orReject(wrong(`this runtime has no files: give tokens as a record; ${wrongBuild}`))
}

/** A bundler chooses this module unless it is told that the program runs on Node. */
const wrongBuild = "to bundle a program for Node, set exportConditions: ['node']"
