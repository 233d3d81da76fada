import * as E from 'fp-ts/lib/Either.js'
import { message } from '../core/KeyError.ts'
import type { VerificationKey } from '../effects/KeyRing.ts'
import { platform } from '../node/platform.ts'
import { readText } from './files.ts'
import { CommandError } from './Outcome.ts'

/** A public key from a file. */
export const keyFrom = async (what: string, path: string): Promise<VerificationKey> => {
  const options = { validity: {}, smallExponent: false, missingNull: false, where: 'loop' } as const
  const key = await platform.verificationKey(await readText(what, path), options)()
  if (E.isLeft(key)) throw new CommandError(2, `${what} ${path}: ${message(key.left)}`)
  return key.right
}
