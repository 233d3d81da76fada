/** What the figures of `npm run load` must show, beside answers of 200: each figure by its row in targets.ts. */
import { met, targets } from '../targets.ts'
import type { Figures } from './figures.ts'
import type { Variant } from './variants.ts'

export interface Verdict {
  /** The row that was judged. */
  readonly id: string
  readonly isMet: boolean
  readonly words: string
}

type Measured = readonly [Pick<Variant, 'id' | 'task'>, Pick<Figures, 'requestsPerSecond' | 'p99'>]

const rounded = (id: string, value: number): string => {
  const target = targets[id] as { readonly least?: number; readonly most?: number }
  return `${value.toFixed(2)} (at ${target.least === undefined ? `most ${target.most}` : `least ${target.least}`})`
}

/** The rate and the p99 of a row, each against a target of that kind. */
const judged = (kind: 'gateway' | 'peers', id: string, beside: string, rate: number, p99: number): Verdict => ({
  id,
  isMet: met(rate, targets[`${kind}-rate`]) === true && met(p99, targets[`${kind}-p99`]) === true,
  words: `${id} has ${rounded(`${kind}-rate`, rate)} × the rate of ${beside}, and a p99 ${
    kind === 'gateway' ? `${rounded('gateway-p99', p99)} ms later` : `${rounded('peers-p99', p99)} × as late`
  }`,
})

/** What verification costs a gateway, beside the same proxy without it. */
const gateways = (measured: ReadonlyArray<Measured>): ReadonlyArray<Verdict> => {
  const proxy = measured.find(([{ task }]) => task.does === 'proxy')?.[1]
  return measured
    .filter(([{ task }]) => proxy !== undefined && task.does === 'gateway')
    .map(([{ id }, { requestsPerSecond, p99 }]) => {
      const bare = proxy as Figures
      return judged('gateway', id, 'the proxy', requestsPerSecond / bare.requestsPerSecond, p99 - bare.p99)
    })
}

/** countersign at its better place beside the fastest library, without a guard on either side. */
const beatsPeers = (measured: ReadonlyArray<Measured>): ReadonlyArray<Verdict> => {
  const fastest = (isOne: (task: Variant['task']) => boolean): Measured | undefined =>
    measured
      .filter(([{ task }]) => isOne(task))
      .toSorted(([, a], [, b]) => b.requestsPerSecond - a.requestsPerSecond)[0]
  const ours = fastest((task) => task.does === 'verify' && !task.guarded)
  const peer = fastest(({ does }) => does === 'peer')
  if (ours === undefined || peer === undefined) return []
  const [{ id }, mine] = ours
  const [{ id: beside }, theirs] = peer
  const rate = mine.requestsPerSecond / theirs.requestsPerSecond
  return [judged('peers', id, beside, rate, mine.p99 / theirs.p99)]
}

/** None of what was not measured with what it is compared with. */
export const verdictsOn = (measured: ReadonlyArray<Measured>): ReadonlyArray<Verdict> => [
  ...gateways(measured),
  ...beatsPeers(measured),
]
