/** The readers of keys on the web platform: the file that `readKeyLate` loads. */
import { signer } from '../platform/web/signer.ts'
import { verificationKeys } from '../platform/web/verificationKey.ts'
import { type ReadKey, readKeyBy } from './readKey.ts'

export const readKey: ReadKey = /* @__PURE__ */ readKeyBy({ signer, verificationKeys })
