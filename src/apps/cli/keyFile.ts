/**
 * Keys from files. An error names the option and the file.
 */
import * as E from 'fp-ts/lib/Either.js'
import { ClientError, type ClientReason } from '../../client/ClientError.ts'
import type { PrivateKeyOptions } from '../../client/createSigner.ts'
import * as AppId from '../../core/AppId.ts'
import { type KeyError, message } from '../../core/KeyError.ts'
import * as PrivateKey from '../../core/PrivateKey.ts'
import type { VerificationKeySettings } from '../../effects/KeyImport.ts'
import { maxKeysPerApp, type VerificationKey } from '../../effects/KeyRing.ts'
import { verificationKeys } from '../../platform/node/verificationKey.ts'
import { isKeyItself } from './arguments.ts'
import { readBytes } from './files.ts'
import { adviceText, keyAdvice } from './keyAdvice.ts'
import { CommandError, type World } from './Outcome.ts'
import { inOptions } from './optionWords.ts'
import { type GivenPassphrase, passphraseFrom } from './secrets.ts'

/** The public keys of a file; a JWK Set may hold as many as an app may have. `option`: by which the file, or its folder, was given. */
export const publicKeysFrom = async (
  path: string,
  settings: Pick<VerificationKeySettings, 'maxKeyBits' | 'policies'>,
  world: World,
  option = '--public-key',
): Promise<ReadonlyArray<VerificationKey>> => {
  const isKey = isKeyItself(path)
  const name = isKey ? 'COUNTERSIGN_PUBLIC_KEY' : `${option} ${path}`
  const bytes = isKey ? Buffer.from(path) : await readBytes(option, path, world)
  const keys = await verificationKeys(new Uint8Array(bytes), settings)()
  if (E.isLeft(keys)) {
    const fault = keys.left
    const words = isKey ? message(fault) : adviceText(keyAdvice(fault, bytes, path))
    throw new CommandError(2, `${name}: ${words}${hintOf(fault)}`)
  }
  if (keys.right.length > maxKeysPerApp)
    throw new CommandError(2, `${name}: it has ${keys.right.length} keys; at most ${maxKeysPerApp} are allowed`)
  return keys.right
}

/** A refused key in the words of the command line. */
export const keyMessage = (error: KeyError): string => `${message(error)}${hintOf(error)}`

/** Names the option where the message names a setting. */
const hintOf = ({ rule }: KeyError): string => (rule === 'max-key-bits' ? '; here the setting is --max-key-bits' : '')

/** `FILE`, or `APPID=FILE`; a file whose name holds an equals sign is given with its folder. In the environment it may be the key itself. */
export const ownedPath = (text: string): { readonly owner?: AppId.AppId; readonly path: string } => {
  const at = text.indexOf('=')
  const owner = text.slice(0, Math.max(0, at))
  return AppId.isAppId(owner) && !isKeyItself(text) ? { owner, path: text.slice(at + 1) } : { path: text }
}

/** A private key, from its file or as it stands in the environment, and its passphrase, as `createSigner` and `createClient` take them: they import and test the key. */
export const privateKeyFrom = async (
  path: string,
  given: GivenPassphrase,
  world: World,
): Promise<Pick<PrivateKeyOptions, 'privateKey' | 'passphrase'>> => {
  const passphrase = await passphraseFrom(given, world)
  if (isKeyItself(path)) return { privateKey: path, passphrase }
  const privateKey = await readBytes('--private-key', path, world)
  const read = PrivateKey.parse(privateKey)
  const advice = E.isLeft(read) ? keyAdvice(read.left, privateKey, path) : undefined
  // Other faults are told by the client, which reads the key as well.
  if (advice?.command !== undefined)
    throw new CommandError(2, `--private-key ${path}: the private key is not usable: ${adviceText(advice)}`)
  return { privateKey, passphrase }
}

/** The client's reasons that lie in the network or the service. The user cannot correct them, so the command exits with 3. */
const reasonsOutside: ReadonlySet<ClientReason> = new Set([
  'connection_refused',
  'certificate_untrusted',
  'timed_out',
  'poll_timed_out',
  'network_failed',
  'signer_unavailable',
])

/** Rethrows what a client rejected with, in the words of the command line. */
export const clientRefusal =
  ({ privateKey }: { readonly privateKey: string | undefined }) =>
  (error: unknown): never => {
    if (!(error instanceof ClientError)) throw error
    const { reason } = error
    const message = inOptions(error.message)
    if (reason !== 'key_invalid') throw new CommandError(reasonsOutside.has(reason) ? 3 : 2, message)
    const hint = message.includes('passphrase')
      ? '; the passphrase is taken from COUNTERSIGN_PASSPHRASE, or from the file of --passphrase-file'
      : ''
    const name = isKeyItself(privateKey ?? '') ? 'COUNTERSIGN_PRIVATE_KEY' : `--private-key ${privateKey}`
    throw new CommandError(2, `${name}: ${message}${hint}`)
  }
