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

/** Rows of our program's rate relative to a peer's, round by round. */
export const comparisons = (
  what: 'verify' | 'sign',
  figures: Figures,
  peers: ReadonlyArray<Pick<Peer, 'name'>>,
): ReadonlyArray<Row> => {
  const row = (whom: string, name: string): Row => ({
    id: `${what}-vs-${whom}`,
    value: rateOf(figures.program ?? [], figures[name] ?? []),
    unit: `× ${name}`,
  })
  const others = what === 'sign' ? [] : ['jsonwebtoken', 'jose', 'http-message-signatures']
  return [row('fastest-peer', fastestOf(figures, peers)), ...others.map((name) => row(name, name))]
}
