/**
 * What our own port does for one op: a function from the op's input to its answer, for `createPort`. A refusal of the library ends
 * an op on the left, and its tag is the reason that the port answers.
 */
import * as TE from 'fp-ts/lib/TaskEither.js'
import type { KeyError } from '../../../core/KeyError.ts'
import type { Policies } from '../../../core/Policies.ts'
import type { VerificationKey } from '../../../effects/KeyRing.ts'
import type { Platform } from '../../../effects/Platform.ts'
import type { Signer } from '../../../effects/Signer.ts'
import type { Inputs, Op, PortAnswer, Trace } from '../Vector.ts'

/** An error of the library. */
export interface Refusal {
  readonly _tag: string
}

/** What the ops share. Each key is imported once: a run uses the same few keys in hundreds of cases. */
export interface Workbench {
  readonly platform: Platform
  readonly policies: Policies
  /** Whether answers have a trace. The oracle compares none, and a trace hashes the string to sign once more. */
  readonly isTraced: boolean
  readonly verificationKey: (pem: string) => TE.TaskEither<KeyError, VerificationKey>
  readonly signer: (pem: string) => TE.TaskEither<Refusal, Signer>
}

export type Operation<O extends Op> = (workbench: Workbench) => (input: Inputs[O]) => TE.TaskEither<Refusal, PortAnswer>

export const valueAnswer = (value: unknown, trace?: Trace): PortAnswer => ({
  outcome: 'value',
  value,
  ...(trace !== undefined && { trace }),
})

export const rejectAnswer = (reason: string): PortAnswer => ({ outcome: 'reject', reason })

/** For a refusal that is no error of the library. */
export const refuse = (reason: string): TE.TaskEither<Refusal, never> => TE.left({ _tag: reason })
