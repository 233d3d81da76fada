/**
 * What the runner concludes from an answer: a pass, or a fault with what a report needs to show it.
 *
 *     firstFault(pass, fail('the method is wrong'))    { verdict: 'fail', message: 'the method is wrong' }
 */
import type { AnswerDifference } from './Report.ts'

export type Judgement = { readonly verdict: 'pass'; readonly reasonAgrees?: boolean } | Fault

/** What is wrong with an answer, or why there is no answer. */
export interface Fault {
  readonly verdict: 'fail' | 'error' | 'unsupported' | 'protocol' | 'crash' | 'timeout'
  readonly message: string
  readonly difference?: AnswerDifference
  /** Whether a request was accepted that had to be refused, or refused that had to be accepted. */
  readonly isAccepted?: boolean
  /** The value that differs, if the outcome is right. */
  readonly value?: DifferentValue
  /** The mistakes that this answer shows. They replace the flags of the case. */
  readonly shownFlags?: ReadonlyArray<string>
}

/** The first value that differs, by its place in the answer: a JSON Pointer. */
export interface DifferentValue {
  readonly path: string
  readonly expected: unknown
  readonly received: unknown
}

export const pass: Judgement = { verdict: 'pass' }

export const fail = (message: string, more: Pick<Fault, 'difference' | 'isAccepted'> = {}): Fault => ({
  verdict: 'fail',
  message,
  ...more,
})

/** The first judgement that is not a pass. */
export const firstFault = (...judgements: ReadonlyArray<Judgement>): Judgement =>
  judgements.find(({ verdict }) => verdict !== 'pass') ?? pass
