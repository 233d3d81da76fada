/** The op `rsaVerify` of our own port: whether a signature of some bytes holds under a public key. */
import { pipe } from 'fp-ts/lib/function.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import * as Signature from '../../../core/Signature.ts'
import { toBytes } from '../content.ts'
import type { PortAnswer } from '../Vector.ts'
import { type Operation, refuse, rejectAnswer } from './Operation.ts'

const accepted: PortAnswer = { outcome: 'accept' }

export const rsaVerify: Operation<'rsaVerify'> =
  ({ verificationKey }) =>
  ({ key: pem, message, signature }) =>
    pipe(
      verificationKey(pem),
      TE.chain((key) => {
        const bytes = toBytes(signature)
        if (bytes.length !== key.signatureLength) return refuse('signature_malformed')
        return TE.fromTask(async () => {
          const holds = await key.verify({ head: '', body: toBytes(message) }, Signature.ofBytes(bytes))
          return holds === true ? accepted : rejectAnswer('signature_invalid')
        })
      }),
    )
