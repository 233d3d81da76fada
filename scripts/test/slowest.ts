import type { Outcome } from './specFiles.ts'

const most = 15
const cell = (n: number | undefined): string => (n?.toFixed(1) ?? '–').padStart(8)
const sum = (figures: readonly number[]): number => figures.reduce((total, each) => total + each, 0)

/** A table of the files that took longest. A file that waits took much longer than the processors worked for it. */
export const slowest = (outcomes: readonly Outcome[]): readonly string[] => [
  `${'seconds'.padStart(8)}${'worked'.padStart(8)}  the slowest of ${outcomes.length}`,
  ...outcomes
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, most)
    .map(({ name, seconds, processor }) => `${cell(seconds)}${cell(processor)}  ${name}`),
  `${cell(sum(outcomes.map(({ seconds }) => seconds)))}${cell(sum(outcomes.map(({ processor = 0 }) => processor)))}  all of them`,
]
