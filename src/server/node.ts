/** `countersign/server` on Node and what is compatible with it. */
import type { Cluster } from 'node:cluster'
import { channel } from 'node:diagnostics_channel'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import process from 'node:process'
import { Readable } from 'node:stream'
import { isMainThread } from 'node:worker_threads'
import { pipe } from 'fp-ts/lib/function.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import { type KeyError, message as keyMessage } from '../core/KeyError.ts'
import type { KeyInput } from '../core/KeyInput.ts'
import { fn } from '../core/Rule.ts'
import * as Settings from '../core/Settings.ts'
import { message as tokenMessage } from '../core/TokenList.ts'
import { inspect } from '../core/untrusted.ts'
import type { VerificationKeySettings } from '../effects/KeyImport.ts'
import { clock, timer } from '../platform/common/system.ts'
import { warnOnce } from '../platform/common/warn.ts'
import { checkQueue, fastestWhere } from '../platform/node/checkQueue.ts'
import { digest } from '../platform/node/digest.ts'
import { entropy } from '../platform/node/entropy.ts'
import { leave } from '../platform/node/fileParts.ts'
import { httpClient } from '../platform/node/httpClient.ts'
import { consequenceOf, keyRingFolder } from '../platform/node/keyRingFolder.ts'
import { tokenFile as readTokens } from '../platform/node/tokenBook.ts'
import { verificationKeys } from '../platform/node/verificationKey.ts'
import * as CheckQueue from '../queue/CheckQueue.ts'
import { createVerifierOn } from './createVerifier.ts'
import { type ImportSettings, importFields, type KeyFolderOptions, type TokenFileOptions } from './keys/keyImport.ts'
import {
  type BatchLookup,
  type KeyLookup,
  type KeySource,
  type KeySourceOptions,
  keySourceOn,
} from './keys/keySource.ts'
import { type KeysFromUrlOptions, keysFromUrlOn, type UrlKeys } from './keys/keysFromUrl.ts'
import { severalInstances, warnOfOthers } from './severalInstances.ts'
import { flaw } from './untrusted.ts'
import { optionsOrReject, orReject } from './VerificationError.ts'
import type { Keys, Tokens, Verifier, VerifierOptions } from './Verifier.ts'

export { type FileParts, type FilePartsSettings, fileParts, type OpenFile } from '../platform/node/fileParts.ts'
export * from './shared.ts'

const placed = <S extends Pick<VerificationKeySettings, 'cryptoOn'>>(settings: S): S => ({
  ...settings,
  cryptoOn: settings.cryptoOn ?? fastestWhere(),
})
const platform = {
  clock,
  timer,
  entropy,
  digest,
  verificationKeys: (key: KeyInput, settings: VerificationKeySettings = {}) => verificationKeys(key, placed(settings)),
}

/**
 * A verifier on Node's crypto. Rejects with a `VerificationError` if a key or a setting does not do. Its verdicts are also
 * published on the channel `countersign:verdict` of node:diagnostics_channel.
 *
 * @example
 * ```ts
 * import { generateKeyPairSync } from 'node:crypto'
 * import { createSigner } from 'countersign/client'
 * import { createVerifier } from 'countersign/server'
 *
 * const { privateKey, publicKey } = generateKeyPairSync('rsa', {
 *   modulusLength: 2048,
 *   privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
 *   publicKeyEncoding: { type: 'spki', format: 'pem' },
 * })
 * const verifier = await createVerifier({ keys: { 'app-1': publicKey } })
 * const signer = await createSigner({ appId: 'app-1', privateKey })
 * const { authorization, method, target } = await signer.sign({ method: 'POST', url: '/v1/jobs', body: '{}' })
 * const { appId } = await verifier.verify({ method, target, authorization, body: '{}' })
 * assert.equal(appId, 'app-1')
 * ```
 */
export function createVerifier(options: VerifierOptions): Promise<Verifier> {
  return create(options)
}

/** A worker of node:cluster has a channel to its primary. A process without a channel does not load node:cluster. */
const isWorker =
  process.connected !== undefined && (process.getBuiltinModule('node:cluster') as unknown as Cluster).isWorker

const create = createVerifierOn(platform, {
  // A thread has a memory of its own. The main thread cannot know whether threads take the same requests.
  sharedBy: isWorker || !isMainThread ? 'host' : 'process',
  because: isWorker ? 'this process is a worker of node:cluster' : 'this is a thread of node:worker_threads',
  // Deno without --allow-env throws.
  warnOfOthers: warnOfOthers(() => inspect(() => severalInstances(process.env), undefined)),
  channel: channel('countersign:verdict'),
  inTurn: (timeoutMs) => CheckQueue.inTurn(checkQueue, timeoutMs),
  leave,
  isDisturbed: (stream) => stream instanceof ReadableStream && Readable.isDisturbed(stream as never),
})

/**
 * The public keys that `lookup` finds. It is called once in `ttl` seconds for each app, however many requests need the keys. With
 * `{ lookUpMany }` instead of a function, one call asks for many apps: then a flood of unknown app ids shuts out no app.
 * A key that is withdrawn passes for at most `ttl` seconds more on each node, and at most `staleLimit` where the lookup fails.
 * Throws a `VerificationError` if an option makes no sense.
 *
 * @example
 * ```ts
 * import { generateKeyPairSync } from 'node:crypto'
 * import { createVerifier, keySource } from 'countersign/server'
 *
 * const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
 * const registry = new Map([['app-1', publicKey.export({ type: 'spki', format: 'pem' }) as string]])
 * const keys = keySource(async (appId) => registry.get(appId), { ttl: 30 })
 * const verifier = await createVerifier({ keys })
 * keys.forget('app-1') // when you are told that a key was withdrawn
 *
 * const lookUpMany = async (appIds: ReadonlyArray<string>) => new Map([...registry].filter(([appId]) => appIds.includes(appId)))
 * const batched = await createVerifier({ keys: keySource({ lookUpMany, idsPerCall: 100 }) })
 * assert.equal(batched.bodyLimit, verifier.bodyLimit)
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
 * The public keys in a folder: `APPID.pem`, or `APPID.1.pem`, `APPID.2.pem`…, or `.der`, `.jwk`, `.json` (a JWK or a JWK Set)
 * instead of `.pem`. A change in the folder counts within a second. If a file is no key, the requests of its app alone are refused.
 * If two apps have the same key, it belongs to the app that has had a request accepted with it. Rejects with a `VerificationError`
 * if the folder cannot be read.
 *
 * @example
 * ```ts
 * import { generateKeyPairSync } from 'node:crypto'
 * import { mkdtemp, rm, writeFile } from 'node:fs/promises'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 * import { createVerifier, keyFolder } from 'countersign/server'
 *
 * const folder = await mkdtemp(join(tmpdir(), 'keys-'))
 * const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
 * await writeFile(join(folder, 'app-1.pem'), publicKey.export({ type: 'spki', format: 'pem' }))
 * const verifier = await createVerifier({ keys: await keyFolder(folder) })
 * await rm(folder, { recursive: true })
 * assert.equal(typeof verifier.verify, 'function')
 * ```
 */
export async function keyFolder(path: string, options: KeyFolderOptions = {}): Promise<Keys> {
  const { onProblem, ...settings } = folderOptions(options)
  const warn = warnOnce('keys')
  const problem = (file: string, error: KeyError): void => {
    const message = keyMessage(error)
    if (onProblem !== undefined) onProblem(file, message)
    else warn(`keyFolder: ${file}: ${message}; ${unsolved(consequenceOf(path, file, error))}`)
  }
  const words = (error: KeyError): string =>
    error.rule === 'unreadable' && !existsSync(path)
      ? `${resolve(String(path))} does not exist; a relative path starts at the working directory, ${process.cwd()}`
      : keyMessage(error)
  const ring = keyRingFolder(path, {
    ...placed(settings),
    onProblem: problem,
  })
  return orReject(await pipe(ring, TE.mapLeft(flaw('keys', words)))())
}

const unsolved = (consequence: string): string =>
  `until the fault is corrected, ${consequence} with 503; set onProblem to see each fault`

const folderOptions = optionsOrReject<ImportSettings & Pick<KeyFolderOptions, 'onProblem'>>('keyFolder', {
  onProblem: Settings.optional(fn()),
  ...importFields,
})

/**
 * The access tokens in a file, one a line: `APPID TOKEN`, or `APPID sha256:HEX`. A change counts within a second; while a line
 * is neither, every token is refused. Rejects with a `VerificationError` if that is so at the start.
 *
 * @example
 * ```ts
 * import { mkdtemp, rm, writeFile } from 'node:fs/promises'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 * import { createVerifier, tokenFile } from 'countersign/server'
 *
 * const folder = await mkdtemp(join(tmpdir(), 'tokens-'))
 * const path = join(folder, 'tokens')
 * await writeFile(path, 'app-1 abc\n')
 * const verifier = await createVerifier({ keys: {}, tokens: await tokenFile(path) })
 * await rm(folder, { recursive: true })
 * const { appId } = await verifier.verify({ method: 'GET', target: '/v1/jobs/1', authorization: 'Bearer abc' })
 * assert.equal(appId, 'app-1')
 * ```
 */
export async function tokenFile(path: string, options: TokenFileOptions = {}): Promise<Tokens> {
  const { onProblem } = tokenOptions(options)
  const warn = warnOnce('tokens')
  const problem = onProblem ?? ((message: string) => warn(`tokenFile: ${message}; ${unsolved('requests are refused')}`))
  const book = readTokens(path, { onProblem: (error) => problem(tokenMessage(error)) })
  return orReject(await pipe(book, TE.mapLeft(flaw('tokens', tokenMessage)))())
}

const tokenOptions = optionsOrReject<TokenFileOptions>('tokenFile', { onProblem: Settings.optional(fn()) })
