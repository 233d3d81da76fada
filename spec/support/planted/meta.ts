/** Ports that answer without looking at the question. Those that break the protocol are in spec/kit/conformance/ports. */
import type { Op, PortAnswer } from '../../../src/kit/conformance/Vector.ts'
import type { Bug } from './bug.ts'

const steps = (input: unknown): ReadonlyArray<unknown> =>
  (input as { readonly steps?: ReadonlyArray<unknown> }).steps ?? []

const allOf = (op: Op, input: unknown, outcome: 'accept' | 'reject'): PortAnswer =>
  op === 'verify'
    ? { outcome: 'value', value: steps(input).map(() => ({ outcome, appId: 'app-1', reason: 'signature_invalid' })) }
    : {
        outcome: op === 'rsaVerify' || outcome === 'reject' ? outcome : 'value',
        reason: 'signature_invalid',
        value: {},
      }

const meta = (id: string, what: string, answers: NonNullable<Bug['answers']>): Bug => ({
  id,
  group: 'meta',
  what,
  answers,
})
export const metaBugs: ReadonlyArray<Bug> = [
  meta('always-accept', 'accepts everything', () => (op, input) => allOf(op, input, 'accept')),
  meta('always-reject', 'refuses everything', () => (op, input) => allOf(op, input, 'reject')),
  meta('by-order', 'answers by the order in which it is asked', () => {
    let asked = 0
    return (op, input) => allOf(op, input, asked++ % 2 === 0 ? 'accept' : 'reject')
  }),
  meta('echo', 'answers what it is asked', () => (_, input) => ({ outcome: 'value', value: input })),
  meta('error-for-reject', 'answers error where it should refuse', (clean) => (op, input) => {
    const answer = clean.answer(op, input)
    return answer.outcome === 'reject' ? { outcome: 'error', reason: answer.reason ?? '' } : answer
  }),
  meta('unsupported-for-reject', 'answers unsupported where it should refuse', (clean) => (op, input) => {
    const answer = clean.answer(op, input)
    return answer.outcome === 'reject' ? { outcome: 'unsupported' } : answer
  }),
]
