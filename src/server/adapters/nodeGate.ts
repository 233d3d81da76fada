/** The gate of the adapters on requests of node: preflight, verdict and refusal. */
import * as E from 'fp-ts/lib/Either.js'
import type { HttpAnswer } from '../../core/HttpAnswer.ts'
import type { VerificationError } from '../VerificationError.ts'
import type { VerifiedRequest, VerifierSource } from '../Verifier.ts'
import type { AdapterOptions, AdapterSettings, HandlerArgs } from './AdapterOptions.ts'
import { type Gate, gateOf } from './gate.ts'
import {
  allowOrigin,
  beginRefusal,
  type NodeRequest,
  type NodeResponse,
  noContent,
  type Place,
  receivedOrKept,
} from './nodeRequest.ts'
import { takeTurn } from './pipeline.ts'

/** What a framework does in its own way. `args` are what it hands to a handler. */
export interface Means<Args extends HandlerArgs> {
  /** For a body that something in front has read. */
  readonly remedy: string
  /** The program, such as a deadline of its own, may have answered meanwhile. */
  readonly hasAnswered?: (...args: Args) => boolean
  readonly answer: (answer: HttpAnswer, bodyLimit: number, ...args: Args) => void
  /** Has the program answer the refusal. */
  readonly ask: (
    refused: NonNullable<AdapterSettings<Args>['answerRefusal']>,
    refusal: VerificationError,
    ...args: Args
  ) => unknown
}

export interface NodeGate<Args extends HandlerArgs> extends Gate<Args> {
  /** The caller of a request; undefined if the request has been answered. */
  readonly enter: (
    req: NodeRequest,
    place: Place & { readonly res: NodeResponse },
    ...args: Args
  ) => Promise<VerifiedRequest | undefined>
}

/** The Pages Router of Next.js adds these to a request, and keeps no bytes of a body that it has parsed. */
const isOfNext = (req: object): boolean => 'preview' in req && 'previewData' in req

const nextRemedy =
  'In this route of Next.js: export const config = { api: { bodyParser: false } }, so that verified reads the body'

export const nodeGateOf = <Args extends HandlerArgs>(
  verifier: VerifierSource,
  options: AdapterOptions<Args> | undefined,
  { remedy, hasAnswered = () => false, answer, ask }: Means<Args>,
  ...handlers: ReadonlyArray<unknown>
): NodeGate<Args> => {
  const gate = gateOf(verifier, options, ...handlers)
  const { cors, answerRefusal, bodyLimit, verdictOn } = gate
  const enter: NodeGate<Args>['enter'] = async (req, place, ...args) => {
    const { res } = place
    const turn = takeTurn(req, res)
    if (turn !== undefined && !(await turn)) return undefined
    if (cors !== undefined && allowOrigin(req, res, cors)) return void answer(noContent, bodyLimit(), ...args)
    const verdict = await verdictOn(req, args[0], (limit) =>
      receivedOrKept(req, limit, isOfNext(req) ? nextRemedy : remedy, gate, args[0], place),
    )
    if (E.isRight(verdict)) return verdict.right
    if (hasAnswered(...args)) return undefined
    if (answerRefusal === undefined) return void answer(verdict.left, bodyLimit(), ...args)
    beginRefusal(req, res, verdict.left, bodyLimit())
    await ask(answerRefusal, verdict.left, ...args)
    return undefined
  }
  return { ...gate, enter }
}
