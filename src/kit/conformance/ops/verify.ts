/**
 * The op `verify` of our own port: puts a history of requests to one verifier, and answers a verdict for each. The history sets the
 * clock before each request, and perhaps again when the body has arrived.
 */
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import * as AuthType from '../../../core/AuthType.ts'
import * as Signature from '../../../core/Signature.ts'
import * as StringToSign from '../../../core/StringToSign.ts'
import type { Timestamp } from '../../../core/Timestamp.ts'
import type { VerifyPolicy } from '../../../core/VerifyPolicy.ts'
import type { Clock } from '../../../effects/Clock.ts'
import { toKeyRing } from '../../../effects/KeyRecord.ts'
import type * as KeyRing from '../../../effects/KeyRing.ts'
import type { ReplayGuard } from '../../../effects/ReplayGuard.ts'
import { ofHoldings, type TokenBook } from '../../../effects/TokenBook.ts'
import { make as memoryGuard } from '../../../guards/memory/memory.ts'
import { readHead, readScheme, verifyRequest } from '../../../programs/verifyRequest.ts'
import { toBytes, traceOf } from '../content.ts'
import type { Inputs, PortAnswer, StepVerdict, Trace, VerifyKey, VerifyStep } from '../Vector.ts'
import { type Operation, type Refusal, valueAnswer, type Workbench } from './Operation.ts'

type Input = Inputs['verify']

/** What a step sets for its request. */
interface Moment {
  seconds: number
  isAllowed: boolean
}

interface Verifier {
  readonly policy: VerifyPolicy
  readonly moment: Moment
  readonly clock: Clock
  readonly keyRing: KeyRing.KeyRing
  readonly tokenBook: TokenBook | undefined
  readonly guard: ReplayGuard
}

const keyRingOf = (
  { platform, verificationKey }: Workbench,
  keys: Input['keys'],
): TE.TaskEither<Refusal, KeyRing.KeyRing> => {
  const importKeys = toKeyRing(
    (pem, { validity = {} }) =>
      pipe(
        verificationKey(String(pem)),
        TE.map((key) => [{ ...key, validity }]),
      ),
    platform.timer,
  )
  // A Map, since an app id may be `__proto__`.
  const byApp = new Map<string, Array<Omit<VerifyKey, 'appId'>>>()
  for (const { appId, ...key } of keys) byApp.set(appId, [...(byApp.get(appId) ?? []), key])
  return importKeys(Object.fromEntries(byApp))
}

const tokenBookOf = (
  { platform }: Workbench,
  tokens: Input['tokens'],
): TE.TaskEither<Refusal, TokenBook | undefined> =>
  tokens === null
    ? TE.right(undefined)
    : pipe(
        ofHoldings(platform.digest)(tokens),
        TE.mapLeft(() => ({ _tag: 'token_malformed' })),
      )

const verifierOf = (workbench: Workbench, input: Input): TE.TaskEither<Refusal, Verifier> => {
  const { edition, maxAge, maxSkew, bodyLimit, keys, tokens } = input
  const { policies, platform } = workbench
  const moment: Moment = { seconds: 0, isAllowed: true }
  const clock = { now: () => Math.floor(moment.seconds) as Timestamp }
  return pipe(
    TE.fromEither<Refusal, AuthType.AuthType>(AuthType.parse(input.authType)),
    TE.map((authType): VerifyPolicy => ({ edition, authType, maxAge, maxSkew, bodyLimit, policies })),
    TE.bindTo('policy'),
    TE.bind('keyRing', () => keyRingOf(workbench, keys)),
    TE.bind('tokenBook', () => tokenBookOf(workbench, tokens)),
    TE.bindW('guard', () => memoryGuard({ maxAge, maxSkew, floor: 0 }, { clock, entropy: platform.entropy })),
    TE.map((parts) => ({ ...parts, moment, clock })),
  )
}

/** Puts the step's request to the verifier at the step's time. */
const verdictOn = async ({ platform }: Workbench, verifier: Verifier, step: VerifyStep): Promise<StepVerdict> => {
  const { policy, moment, ...effects } = verifier
  const { method, target, authorization } = step
  moment.seconds = step.now
  moment.isAllowed = step.allowed ?? true
  const body = async () => {
    moment.seconds = step.later ?? step.now
    return E.right(toBytes(step.body))
  }
  const authorizer = { allows: () => async () => E.right(moment.isAllowed) }
  const env = { ...effects, digest: platform.digest, authorizer }
  return pipe(
    await verifyRequest(policy)({ method, target, authorization, body })(env)(),
    E.match(
      ({ _tag }): StepVerdict => ({ outcome: 'reject', reason: _tag }),
      ({ appId }): StepVerdict => ({ outcome: 'accept', appId }),
    ),
  )
}

/** The trace of a step's string to sign, if the step can be parsed. */
const traceOfStep = async (
  { platform }: Workbench,
  { policy, keyRing }: Verifier,
  step: VerifyStep,
): Promise<Trace | undefined> => {
  const scheme = readScheme(policy, step)
  if (E.isLeft(scheme) || scheme.right._tag === 'Bearer') return undefined
  const head = readHead(policy, step, scheme.right, undefined)
  if (E.isLeft(head)) return undefined
  const { appId, signature } = head.right
  const message = StringToSign.make(head.right, toBytes(step.body))
  const keys = await keyRing.keysOf(appId)()
  const length = Signature.byteLength(signature)
  const fits = E.isRight(keys) && keys.right.some((key) => key.signatureLength === length)
  return traceOf(platform.digest, message, step.body, fits ? length : undefined)
}

const answerOf = async (
  workbench: Workbench,
  verifier: Verifier,
  steps: ReadonlyArray<VerifyStep>,
): Promise<PortAnswer> => {
  const verdicts: Array<StepVerdict> = []
  for (const step of steps) verdicts.push(await verdictOn(workbench, verifier, step))
  const last = workbench.isTraced ? steps.at(-1) : undefined
  return valueAnswer(verdicts, last && (await traceOfStep(workbench, verifier, last)))
}

export const verify: Operation<'verify'> = (workbench) => (input) =>
  pipe(
    verifierOf(workbench, input),
    TE.chainTaskK((verifier) => () => answerOf(workbench, verifier, input.steps)),
  )
