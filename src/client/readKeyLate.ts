/**
 * The key of a page. A `CryptoKey` that is not extractable signs as it is. Any other key is read, and its reader, a third of
 * what a signer carries, is loaded only then.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { Task } from 'fp-ts/lib/Task.js'
import { cryptoKeySigner, isSealed } from '../platform/common/cryptoKey.ts'
import { defaults } from '../programs/submitJob.ts'
import { loadLate } from './loadLate.ts'
import type { ReadKey } from './readKey.ts'
import { isRemote } from './settings.ts'

/** Reads a key by the reader that `load` answers. */
export const readKeyBehind =
  (load: Task<ReadKey>): ReadKey =>
  (effects, settings) =>
  async () => {
    const { privateKey, timeoutMs = defaults.timeoutMs } = settings
    if (!isRemote(settings) && isSealed(privateKey)) return cryptoKeySigner(privateKey)()
    const readKey = await loadLate(effects.timer, timeoutMs)('reads keys', load)()
    return E.isLeft(readKey) ? readKey : readKey.right(effects, settings)()
  }

export const readKeyLate: ReadKey = /* @__PURE__ */ readKeyBehind(() =>
  import('./webKeys.ts').then(({ readKey }) => readKey),
)
