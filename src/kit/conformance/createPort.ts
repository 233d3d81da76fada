/**
 * Our own implementation as a port on any platform, for `port.ts` (Node) and `web.ts`. Each op runs the program that users run, and
 * decides nothing itself: `ops` has one file for each.
 */
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import * as Pem from '../../core/Pem.ts'
import { ours, type Policies } from '../../core/Policies.ts'
import * as PublicKey from '../../core/PublicKey.ts'
import type { Platform } from '../../effects/Platform.ts'
import { memoized } from '../values/memoized.ts'
import { inputs, wordsOf } from './codecs.ts'
import { rejectAnswer, type Workbench } from './ops/Operation.ts'
import { operations } from './ops/operations.ts'
import type { Hello, Op, PortAnswer } from './Vector.ts'
import { ops } from './Vector.ts'

/** A port that runs in this process. */
export interface Port {
  readonly hello: Hello
  /** Never rejects: what goes wrong is an answer. */
  readonly answer: (op: string, input: unknown) => Promise<PortAnswer>
}

export interface PortSettings {
  /** The policies that it takes; `ours` unless set. */
  readonly policies?: Policies
  readonly version: string
}

export const workbenchOf = (platform: Platform, policies: Policies): Workbench => {
  const importPublic = memoized((pem: string) =>
    platform.verificationKey(pem, { policies, maxKeyBits: PublicKey.mostBits })(),
  )
  // The rule of the suite is one PEM block; `platform.signer` takes more forms of a key.
  const importPrivate = memoized((pem: string) =>
    pipe(
      TE.fromEither(Pem.parse(pem)),
      TE.chainW(() => platform.signer(pem)),
    )(),
  )
  return {
    platform,
    policies,
    isTraced: true,
    verificationKey: (pem) => () => importPublic(pem),
    signer: (pem) => () => importPrivate(pem),
  }
}

const failed = (reason: string): PortAnswer => ({ outcome: 'error', reason })

/** What an op answers to an input of any shape. */
const answerTo = <O extends Op>(workbench: Workbench, op: O, input: unknown): TE.TaskEither<never, PortAnswer> =>
  pipe(
    inputs[op].decode(input),
    E.match(
      (errors) => TE.right(failed(`the input is malformed: ${wordsOf(errors)}`)),
      (decoded) =>
        pipe(
          operations[op](workbench)(decoded),
          TE.orElse(({ _tag }) => TE.right(rejectAnswer(_tag))),
        ),
    ),
  )

/** Foreign code may throw, such as an allocation that is too large: that is an answer as well. */
const caught = async (answer: () => Promise<PortAnswer>): Promise<PortAnswer> => {
  try {
    return await answer()
  } catch (error) {
    return failed(error instanceof Error ? error.message : 'it threw a value that is no Error')
  }
}

/** A port on the platform of an entry point. Reports show `language`. */
export const createPortOn = (platform: Platform, language: string, settings: PortSettings): Port => {
  const { policies = ours, version } = settings
  return portOf(workbenchOf(platform, policies), language, version)
}

/** A port with this workbench. */
export const portOf = (workbench: Workbench, language: string, version: string): Port => {
  const { policies } = workbench
  const taken = Object.entries(policies).flatMap(([name, on]) => (on === true ? [name] : []))
  return {
    hello: { name: 'countersign', version, language, ops, policies: taken, reasons: 'suite' },
    answer: async (op, input) => {
      const known = ops.find((name) => name === op)
      if (known === undefined) return { outcome: 'unsupported' }
      return caught(() => TE.toUnion(answerTo(workbench, known, input))())
    },
  }
}
