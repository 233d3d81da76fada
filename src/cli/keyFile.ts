/**
 * Keys from files: what is wrong with one is told with the option and the file, and with what helps on a command line.
 */
import process from 'node:process'
import * as E from 'fp-ts/lib/Either.js'
import { message } from '../core/KeyError.ts'
import type { VerificationKey } from '../effects/KeyRing.ts'
import { signer } from '../node/signer.ts'
import { verificationKey } from '../node/verificationKey.ts'
import { readText } from './files.ts'
import { CommandError } from './Outcome.ts'

/** A public key. */
export const publicKeyFrom = async (what: string, path: string): Promise<VerificationKey> => {
  const key = await verificationKey(await readText(what, path))()
  if (E.isLeft(key)) throw new CommandError(2, `${what} ${path}: ${message(key.left)}`)
  return key.right
}

export interface PrivateKeyFile {
  readonly privateKey: string
  readonly passphrase: string | undefined
}

/** A private key that has been tried, with its passphrase, which the environment holds under that name. */
export const privateKeyFrom = async (path: string, passphraseEnv: string): Promise<PrivateKeyFile> => {
  const privateKey = await readText('--private-key', path)
  const passphrase = process.env[passphraseEnv]
  const key = await signer(privateKey, { passphrase })()
  if (E.isRight(key)) return { privateKey, passphrase }
  const { rule } = key.left
  const where =
    rule === 'passphrase-missing'
      ? `; set ${passphraseEnv}`
      : rule === 'passphrase-wrong'
        ? `; it was taken from ${passphraseEnv}`
        : ''
  throw new CommandError(2, `--private-key ${path}: ${message(key.left)}${where}`)
}
