/**
 * The words and symbols for each verdict, the same in every report.
 */
import type { CaseVerdict } from '../Report.ts'

interface VerdictWords {
  /** The word before a case and after a count. */
  readonly label: string
  /** The plural of the label, if it is irregular. */
  readonly plural?: string
  /** What the verdict means, as a sentence. */
  readonly meaning: string
  readonly symbol: string
  /** The symbol for terminals with ASCII only. */
  readonly ascii: string
}

const wordsOf: Readonly<Record<CaseVerdict, VerdictWords>> = {
  pass: { label: 'pass', plural: 'passes', meaning: 'The answer is right.', symbol: '✓', ascii: '+' },
  fail: { label: 'wrong answer', meaning: 'The answer is wrong.', symbol: '✘', ascii: 'x' },
  crash: {
    label: 'crash',
    plural: 'crashes',
    meaning: 'The port’s process ended before it had answered.',
    symbol: '!',
    ascii: '!',
  },
  timeout: { label: 'time-out', meaning: 'No answer came within the time limit.', symbol: '◔', ascii: 'T' },
  protocol: {
    label: 'protocol error',
    meaning: 'The line was not an answer of the protocol.',
    symbol: '≠',
    ascii: 'P',
  },
  error: {
    label: 'error',
    meaning: 'The port answered that something failed. This is not a verdict.',
    symbol: '△',
    ascii: 'E',
  },
  unsupported: {
    label: 'unsupported',
    plural: 'unsupported',
    meaning: 'The port does not do this, although the level needs it.',
    symbol: '○',
    ascii: 'U',
  },
  known: {
    label: 'known failure',
    meaning: 'It fails, but is in the list of known failures.',
    symbol: '~',
    ascii: '~',
  },
  'not-run': {
    label: 'not run',
    plural: 'not run',
    meaning: 'The run was stopped before this case.',
    symbol: '–',
    ascii: '-',
  },
}

/** From the best to the worst: a group shows its worst. */
export const verdicts: ReadonlyArray<CaseVerdict> = [
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
export const isExamined = (verdict: CaseVerdict): boolean =>
  verdict !== 'pass' && verdict !== 'unsupported' && verdict !== 'not-run'

export const labelOf = (verdict: CaseVerdict): string => wordsOf[verdict].label
export const meaningOf = (verdict: CaseVerdict): string => wordsOf[verdict].meaning
export const symbolOf = (verdict: CaseVerdict, unicode = true): string =>
  unicode ? wordsOf[verdict].symbol : wordsOf[verdict].ascii

/** `1 crash`, `2 crashes`. */
export const counted = (verdict: CaseVerdict, count: number): string => {
  const { label, plural = `${label}s` } = wordsOf[verdict]
  return `${count} ${count === 1 ? label : plural}`
}
