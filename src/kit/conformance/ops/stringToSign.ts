/** The op `stringToSign` of our own port: the bytes that would be signed. No key is needed, so the signature is empty. */
import { pipe } from 'fp-ts/lib/function.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import type { AppId } from '../../../core/AppId.ts'
import { standard } from '../../../core/AuthType.ts'
import * as Signature from '../../../core/Signature.ts'
import * as StringToSign from '../../../core/StringToSign.ts'
import { hex, traceOf } from '../content.ts'
import { type Operation, valueAnswer } from './Operation.ts'
import { signing } from './signing.ts'

const appWithoutKey = {
  appId: 'unused' as AppId,
  authType: standard,
  signer: { sign: () => TE.right(Signature.ofBytes(new Uint8Array(0))) },
}

export const stringToSign: Operation<'stringToSign'> = (workbench) => (input) =>
  pipe(
    TE.fromEither(signing(workbench, input, appWithoutKey)),
    TE.flatten,
    TE.chainTaskK(({ stringToSign: message }) => async () => {
      const { platform, isTraced } = workbench
      const trace = isTraced ? await traceOf(platform.digest, message, input.body) : undefined
      return valueAnswer(hex(StringToSign.toBytes(message)), trace)
    }),
  )
