/**
 * Keys from files. An error names the option and the file.
 */
import * as E from 'fp-ts/lib/Either.js'
import { ClientError, type ClientReason } from '../../client/ClientError.ts'
import type { PrivateKeyOptions } from '../../client/createSigner.ts'
import { type KeyError, message } from '../../core/KeyError.ts'
import type { VerificationKeySettings } from '../../effects/KeyImport.ts'
import { maxKeysPerApp, type VerificationKey } from '../../effects/KeyRing.ts'
import { verificationKeys } from '../../platform/node/verificationKey.ts'
import { isKeyItself } from './arguments.ts'
import { readBytes } from './files.ts'
import { CommandError, type World } from './Outcome.ts'

/** The public keys of a file; a JWK Set may hold as many as an app may have. */
export const publicKeysFrom = async (
  path: string,
  settings: Pick<VerificationKeySettings, 'maxKeyBits' | 'policies'>,
  world: World,
): Promise<ReadonlyArray<VerificationKey>> => {
  const keys = await verificationKeys(await readBytes('--public-key', path, world), settings)()
  if (E.isLeft(keys)) throw new CommandError(2, `--public-key ${path}: ${keyMessage(keys.left)}`)
  if (keys.right.length > maxKeysPerApp)
    throw new CommandError(2, `--public-key ${path}: it holds ${keys.right.length} keys; ${maxKeysPerApp} are the most`)
  return keys.right
}

/** A refused key in the words of the command line. */
export const keyMessage = (error: KeyError): string =>
  `${message(error)}${error.rule === 'max-key-bits' ? '; here the setting is --max-key-bits' : ''}`

/** A private key, from its file or as it stands in the environment, and its passphrase, as `createSigner` and `createClient` take them: they import and test the key. */
export const privateKeyFrom = async (
  path: string,
  passphraseEnv: string,
  world: World,
): Promise<Pick<PrivateKeyOptions, 'privateKey' | 'passphrase'>> => ({
  privateKey: isKeyItself(path) ? path : await readBytes('--private-key', path, world),
  passphrase: world.env[passphraseEnv],
})

/** The client's reasons that the user cannot correct. */
const environment: ReadonlySet<ClientReason> = new Set([
  'connection_refused',
  'certificate_untrusted',
  'timed_out',
  'poll_timed_out',
  'network_failed',
  'signer_unavailable',
])

/** Rethrows what a client rejected with, in the words of the command line. */
export const clientRefusal =
  ({ privateKey, passphraseEnv }: { readonly privateKey: string | undefined; readonly passphraseEnv: string }) =>
  (error: unknown): never => {
    if (!(error instanceof ClientError)) throw error
    const { reason, message } = error
    if (reason !== 'key_invalid') throw new CommandError(environment.has(reason) ? 3 : 2, message)
    const hint = message.includes('passphrase') ? `; the passphrase is taken from ${passphraseEnv}` : ''
    const name = isKeyItself(privateKey ?? '') ? 'COUNTERSIGN_PRIVATE_KEY' : `--private-key ${privateKey}`
    throw new CommandError(2, `${name}: ${message}${hint}`)
  }
