/**
 * The words for each verdict, the same in every report.
 */
import type { CaseVerdict } from '../Report.ts'

/** What stands before a case; what it means, as a sentence; a symbol, and one in ASCII alone; its plural, if it is irregular. */
type Words = readonly [label: string, meaning: string, symbol: string, ascii: string, many?: string]

const wordsOf: Readonly<Record<CaseVerdict, Words>> = {
  pass: ['pass', 'The answer is right.', '✓', '+', 'passes'],
  fail: ['wrong answer', 'The answer is wrong.', '✘', 'x'],
  crash: ['crash', 'The port’s process ended before it had answered.', '!', '!', 'crashes'],
  timeout: ['time-out', 'No answer came within the time limit.', '◔', 'T'],
  protocol: ['protocol error', 'The line was no answer by the protocol.', '≠', 'P'],
  error: ['error', 'The port answered that something failed, which is no verdict.', '△', 'E'],
  unsupported: ['unsupported', 'The port does not do this, although the level needs it.', '○', 'U', 'unsupported'],
  known: ['known failure', 'It fails, and is in the list of known failures.', '~', '~'],
  'not-run': ['not run', 'The run was given up before it came to this case.', '–', '-', 'not run'],
}

/** From the best to the worst: a group shows its worst. */
export const verdicts: ReadonlyArray<CaseVerdict> = [
  ...(['pass', 'known', 'not-run', 'unsupported', 'error', 'protocol', 'timeout', 'crash', 'fail'] as const),
]

/** Whether there is an answer, or its absence, to show. */
export const isExamined = (verdict: CaseVerdict): boolean =>
  verdict !== 'pass' && verdict !== 'unsupported' && verdict !== 'not-run'

export const labelOf = (verdict: CaseVerdict): string => wordsOf[verdict][0]
export const meaningOf = (verdict: CaseVerdict): string => wordsOf[verdict][1]
export const symbolOf = (verdict: CaseVerdict, unicode = true): string => wordsOf[verdict][unicode ? 2 : 3]

/** `1 crash`, `2 crashes`. */
export const counted = (verdict: CaseVerdict, count: number): string => {
  const [one, , , , many = `${one}s`] = wordsOf[verdict]
  return `${count} ${count === 1 ? one : many}`
}
