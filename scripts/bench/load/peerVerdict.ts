/** Whether countersign beats the fastest peer: by the rate of its better place, without a worse p99. */
import type { Figures } from './figures.ts'
import { comparable, isOurs, type Scheme } from './peerVariants.ts'

/** How many times the rate of the fastest peer. */
export const leastLead = 1.3

type Measured = Pick<Figures, 'requestsPerSecond' | 'p99'> & { readonly scheme: Scheme }

export interface Verdict {
  readonly isMet: boolean
  readonly words: string
}

/** `undefined` if either side was not measured. */
export const verdictOf = (measured: ReadonlyArray<Measured>): Verdict | undefined => {
  const fastest = (candidates: ReadonlyArray<Measured>): Measured | undefined =>
    candidates.toSorted((a, b) => b.requestsPerSecond - a.requestsPerSecond)[0]
  const ours = fastest(measured.filter(({ scheme }) => comparable.includes(scheme)))
  const peer = fastest(measured.filter(({ scheme }) => scheme !== 'none' && !isOurs(scheme)))
  if (ours === undefined || peer === undefined) return undefined
  const lead = ours.requestsPerSecond / peer.requestsPerSecond
  const isMet = lead >= leastLead && ours.p99 <= peer.p99
  const rates = `${ours.scheme} has ${lead.toFixed(2)} × the rate of ${peer.scheme} (at least ${leastLead})`
  return { isMet, words: `${rates}, p99 ${ours.p99.toFixed(1)} ms to ${peer.p99.toFixed(1)} (no worse)` }
}
