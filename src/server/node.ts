/** `countersign/server` on Node and what is compatible with it. */
import cluster from 'node:cluster'
import { channel } from 'node:diagnostics_channel'
import { Readable } from 'node:stream'
import * as E from 'fp-ts/lib/Either.js'
import { type KeyError, message as keyMessage } from '../core/KeyError.ts'
import type { Policies } from '../core/Policies.ts'
import { message as tokenMessage } from '../core/TokenList.ts'
import type { Where } from '../effects/Platform.ts'
import { keyRingFolder } from '../node/keyRingFolder.ts'
import { platform } from '../node/platform.ts'
import { tokenFile as readTokens } from '../node/tokenBook.ts'
import { createVerifierOn } from './createVerifier.ts'
import { type CreateKeySource, keySourceOn } from './keySource.ts'
import { misconfigured } from './rejection.ts'
import type { CreateVerifier, Keys, Tokens } from './Verifier.ts'

export * from './shared.ts'

/**
 * A verifier on Node's crypto. Rejects with a `VerificationError` if a key or a setting does not do. Its verdicts are also
 * published on the channel `countersign:verdict` of node:diagnostics_channel.
 */
export const createVerifier: CreateVerifier = createVerifierOn(platform, {
  scope: cluster.isWorker ? 'host' : 'process',
  because: 'this process is a worker of node:cluster',
  channel: channel('countersign:verdict'),
  isDisturbed: (stream) => stream instanceof ReadableStream && Readable.isDisturbed(stream as never),
})

/**
 * The public keys that `lookup` finds: for each app they are asked for once in `ttl` seconds, by however many requests.
 * A key that is withdrawn passes for at most `ttl` seconds more on each node, and at most `staleLimit` where the lookup fails.
 * Throws a `VerificationError` if an option makes no sense.
 *
 * @example
 * ```ts
 * import { generateKeyPairSync } from 'node:crypto'
 * import { createVerifier, keySource } from './node.ts'
 *
 * const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
 * const registry = new Map([['app-1', publicKey.export({ type: 'spki', format: 'pem' }) as string]])
 * const keys = keySource(async (appId) => registry.get(appId), { ttl: 30 })
 * const verifier = await createVerifier({ keys })
 * keys.forget('app-1') // when you are told that a key was withdrawn
 * ```
 */
export const keySource: CreateKeySource = keySourceOn(platform)

/**
 * The public keys in a folder: `APPID.pem`, or `APPID.1.pem`, `APPID.2.pem`… A change in the folder counts within a
 * second. Rejects with a `VerificationError` if a file in it is no key that is taken.
 */
export const keyFolder = async (path: string, options: KeyFolderOptions = {}): Promise<Keys> => {
  const { onProblem, where = 'pool', policies } = options
  const told =
    onProblem === undefined ? undefined : (file: string, error: KeyError) => onProblem(file, keyMessage(error))
  const ring = await keyRingFolder(path, {
    where,
    onProblem: told,
    smallExponent: policies?.['small-exponent'],
    missingNull: policies?.['missing-null'],
  })()
  if (E.isLeft(ring)) {
    const { subject } = ring.left
    throw misconfigured(`keys: ${subject === path ? '' : `${path}: `}${keyMessage(ring.left)}`)
  }
  return ring.right
}

export interface KeyFolderOptions {
  /** The two policies that concern keys; a verifier's own do not reach a folder. */
  readonly policies?: Partial<Pick<Policies, 'small-exponent' | 'missing-null'>> | undefined
  /** Told of each problem that comes up later; until it is mended, the requests of the app concerned are refused. */
  readonly onProblem?: ((file: string, message: string) => void) | undefined
  readonly where?: Where | undefined
}

/**
 * The access tokens in a file, one a line: `APPID TOKEN`, or `APPID sha256:HEX`. Rejects with a `VerificationError` if a
 * line is neither.
 */
export const tokenFile = async (path: string): Promise<Tokens> => {
  const book = await readTokens(path)()
  if (E.isLeft(book)) throw misconfigured(`tokens: ${tokenMessage(book.left)}`)
  return book.right
}
