/**
 * From the options to a signer: the private key that is here, or the function that signs elsewhere. With all readers of keys;
 * a page loads this file only when it needs them, by `readKeyLate`.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { TaskEither } from 'fp-ts/lib/TaskEither.js'
import { message } from '../core/keyMessage.ts'
import type { Platform } from '../effects/Platform.ts'
import type { Signer } from '../effects/Signer.ts'
import type { SigningFault } from './ClientError.ts'
import { remoteSigner } from './remoteKey.ts'
import { isRemote, type KeySettings } from './settings.ts'

/** Makes the signer that the options ask for; fails if a key is not usable. */
export type ReadKey = (
  effects: Pick<Platform, 'digest' | 'timer'>,
  settings: KeySettings,
) => TaskEither<SigningFault, Signer>

/** By the readers of a platform. */
export const readKeyBy =
  ({ signer, verificationKeys }: Pick<Platform, 'signer' | 'verificationKeys'>): ReadKey =>
  ({ digest, timer }, settings) =>
  async () => {
    const { privateKey, passphrase, cryptoOn = 'pool' } = settings
    const made = isRemote(settings)
      ? await remoteSigner({ digest, timer, verificationKeys }, settings)()
      : await signer(privateKey, { passphrase, cryptoOn })()
    // The words come with the reader: only what reads keys carries all of them.
    return E.isLeft(made) ? E.left({ ...made.left, words: message(made.left) }) : made
  }
