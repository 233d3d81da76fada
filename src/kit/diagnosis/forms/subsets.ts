/**
 * Every choice of a few entries, from none to all, each in the given order: `ab` gives `[]`, `[a]`, `[b]`, `[a, b]`. The bits of a
 * number from 0 to 2^n − 1 say which of the n entries are chosen.
 */
export const subsets = <Entry>(entries: ReadonlyArray<Entry>): ReadonlyArray<ReadonlyArray<Entry>> =>
  Array.from({ length: 2 ** entries.length }, (_, choice) => entries.filter((__, i) => (choice >> i) & 1))
