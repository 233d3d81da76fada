/** The op `sign` of our own port: signs a request once, or `times` times with nonces of its own. */
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import * as Authorization from '../../../core/Authorization.ts'
import * as Signature from '../../../core/Signature.ts'
import type { SigningApp } from '../../../effects/Credentials.ts'
import type { SignedRequest } from '../../../programs/signRequest.ts'
import { traceOf } from '../content.ts'
import type { Inputs, PortAnswer } from '../Vector.ts'
import { type Operation, type Refusal, valueAnswer, type Workbench } from './Operation.ts'
import { signing, signingApp } from './signing.ts'

/** Runs the task several times, one run after the other, up to the first refusal. */
const repeat =
  <A>(times: number, task: TE.TaskEither<Refusal, A>): TE.TaskEither<Refusal, ReadonlyArray<A>> =>
  async () => {
    const results: Array<A> = []
    while (results.length < times) {
      const result = await task()
      if (E.isLeft(result)) return result
      results.push(result.right)
    }
    return E.right(results)
  }

const shown = ({ method, target, authorization }: SignedRequest): unknown => ({ method, target, authorization })

/** The length of the signature in the header, in bytes. It is the length of the key's modulus. */
const signatureLength = (
  { policies }: Workbench,
  { authType }: SigningApp,
  { authorization }: SignedRequest,
): number | undefined =>
  pipe(
    Authorization.parse(authorization, { authType, policies }),
    E.match(
      () => undefined,
      (parsed) => (parsed._tag === 'Signed' ? Signature.byteLength(parsed.signature) : undefined),
    ),
  )

const answerOf = async (
  workbench: Workbench,
  input: Inputs['sign'],
  app: SigningApp,
  signed: ReadonlyArray<SignedRequest>,
): Promise<PortAnswer> => {
  const [first] = signed
  if (input.times !== undefined || first === undefined) return valueAnswer(signed.map(shown))
  if (!workbench.isTraced) return valueAnswer(shown(first))
  const length = signatureLength(workbench, app, first)
  return valueAnswer(shown(first), await traceOf(workbench.platform.digest, first.stringToSign, input.body, length))
}

export const sign: Operation<'sign'> = (workbench) => (input) =>
  pipe(
    signingApp(workbench, input),
    TE.bindTo('app'),
    TE.bind('signed', ({ app }) =>
      pipe(
        TE.fromEither(signing(workbench, input, app)),
        TE.chain((task) => repeat(input.times ?? 1, task)),
      ),
    ),
    TE.chainTaskK(
      ({ app, signed }) =>
        () =>
          answerOf(workbench, input, app, signed),
    ),
  )
