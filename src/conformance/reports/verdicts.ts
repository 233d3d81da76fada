/**
 * The words for each verdict, the same in every report.
 */
import type { Verdict } from '../Report.ts'

interface Words {
  /** What stands before a case. */
  readonly label: string
  /** What it means, as a sentence. */
  readonly meaning: string
  readonly symbol: string
  /** For terminals and fonts that have ASCII alone. */
  readonly ascii: string
  readonly one: string
  readonly many: string
}

const wordsOf: Readonly<Record<Verdict, Words>> = {
  pass: { label: 'pass', meaning: 'The answer is right.', symbol: '✓', ascii: '+', one: 'pass', many: 'passes' },
  fail: {
    label: 'wrong answer',
    meaning: 'The answer is wrong.',
    symbol: '✘',
    ascii: 'x',
    one: 'wrong answer',
    many: 'wrong answers',
  },
  crash: {
    label: 'crash',
    meaning: 'The port’s process ended before it had answered.',
    symbol: '!',
    ascii: '!',
    one: 'crash',
    many: 'crashes',
  },
  timeout: {
    label: 'time-out',
    meaning: 'No answer came within the time limit.',
    symbol: '◔',
    ascii: 'T',
    one: 'time-out',
    many: 'time-outs',
  },
  protocol: {
    label: 'protocol error',
    meaning: 'The line was no answer by the protocol.',
    symbol: '≠',
    ascii: 'P',
    one: 'protocol error',
    many: 'protocol errors',
  },
  error: {
    label: 'error',
    meaning: 'The port answered that something failed, which is no verdict.',
    symbol: '△',
    ascii: 'E',
    one: 'error',
    many: 'errors',
  },
  unsupported: {
    label: 'unsupported',
    meaning: 'The port does not do this, although the level needs it.',
    symbol: '○',
    ascii: 'U',
    one: 'unsupported',
    many: 'unsupported',
  },
  known: {
    label: 'known failure',
    meaning: 'It fails, and stands in the list of known failures.',
    symbol: '~',
    ascii: '~',
    one: 'known failure',
    many: 'known failures',
  },
  'not-run': {
    label: 'not run',
    meaning: 'The run was given up before it came to this case.',
    symbol: '–',
    ascii: '-',
    one: 'not run',
    many: 'not run',
  },
}

/** From the best to the worst: a group shows its worst. */
export const verdicts: ReadonlyArray<Verdict> = [
  'pass',
  'known',
  'not-run',
  'unsupported',
  'error',
  'protocol',
  'timeout',
  'crash',
  'fail',
]

/** Whether there is an answer, or its absence, to show. */
export const isExamined = (verdict: Verdict): boolean =>
  verdict !== 'pass' && verdict !== 'unsupported' && verdict !== 'not-run'

export const labelOf = (verdict: Verdict): string => wordsOf[verdict].label
export const meaningOf = (verdict: Verdict): string => wordsOf[verdict].meaning
export const symbolOf = (verdict: Verdict, unicode = true): string => wordsOf[verdict][unicode ? 'symbol' : 'ascii']

/** `1 crash`, `2 crashes`. */
export const counted = (verdict: Verdict, count: number): string =>
  `${count} ${wordsOf[verdict][count === 1 ? 'one' : 'many']}`
