/** Compares countersign with the peers: the fastest of those with a comparable task, and our lead over it. */
import { median, type Row, rateOf } from '../measure.ts'
import type { Peer } from './Peer.ts'

/** Nanoseconds per operation, for each candidate and round. */
export type Figures = Readonly<Record<string, ReadonlyArray<number>>>

/** The fastest by its median round. */
export const fastestOf = (figures: Figures, peers: ReadonlyArray<Pick<Peer, 'name'>>): string => {
  const candidates = peers.filter(({ name }) => (figures[name]?.length ?? 0) > 0)
  const [fastest] = candidates
    .map(({ name }) => [name, median(figures[name] ?? [])] as const)
    .toSorted(([, a], [, b]) => a - b)
  if (fastest === undefined) throw new Error('no peer was measured')
  return fastest[0]
}

/** How much faster than these peers the program must be. */
const targets = {
  verify: { fastest: 1.25, jsonwebtoken: 1.5, jose: 2.5, 'http-message-signatures': 3 },
  sign: { fastest: 0.97 },
} as const

/** Rows of our program's rate relative to a peer's, round by round. */
export const comparisons = (
  what: keyof typeof targets,
  figures: Figures,
  peers: ReadonlyArray<Pick<Peer, 'name'>>,
): ReadonlyArray<Row> => {
  const fastest = fastestOf(figures, peers)
  return Object.entries(targets[what]).map(([whom, target]) => {
    const name = whom === 'fastest' ? fastest : whom
    return {
      id: whom === 'fastest' ? `${what}-vs-fastest-peer` : `${what}-vs-${whom}`,
      value: rateOf(figures.program ?? [], figures[name] ?? []),
      target,
      better: 'higher',
      unit: `× ${name}`,
    }
  })
}
