/** What the figures of `npm run load` must show, beside answers of 200: each figure by its row in targets.ts. */
import { met, targets } from '../targets.ts'
import type { Figures } from './figures.ts'
import { groups, type Variant } from './variants.ts'

export interface Verdict {
  /** Its target. */
  readonly id: string
  readonly isMet: boolean
  readonly words: string
}

type Measured = readonly [Pick<Variant, 'id' | 'task'>, Pick<Figures, 'requestsPerSecond' | 'p99'>]

/** Of one figure, if it has a target; `#` stands for it. */
export const verdictOf = (id: string, value: number, words: string): ReadonlyArray<Verdict> => {
  const target = targets[id]
  if (target === undefined) return []
  const aim = 'least' in target ? `least ${target.least}` : `most ${target.most}`
  return [{ id, isMet: met(value, target) === true, words: `${words.replace('#', value.toFixed(2))} (at ${aim})` }]
}

/** What verification costs a gateway, beside the same proxy without it. */
const gateways = (measured: ReadonlyArray<Measured>): ReadonlyArray<Verdict> => {
  const proxy = measured.find(([{ task }]) => task.does === 'proxy')?.[1]
  if (proxy === undefined) return []
  return measured
    .filter(([{ task }]) => task.does === 'gateway')
    .flatMap(([{ id }, { requestsPerSecond, p99 }]) => [
      ...verdictOf(`${id}-rate`, requestsPerSecond / proxy.requestsPerSecond, `${id} has # × the rate of the proxy`),
      ...verdictOf(`${id}-p99`, p99 - proxy.p99, `${id} has a p99 # ms later than the proxy`),
    ])
}

/** countersign at its better place beside the fastest library, without a guard on either side. */
const beatsPeers = (name: string, measured: ReadonlyArray<Measured>): ReadonlyArray<Verdict> => {
  const fastest = (does: Variant['task']['does']): Measured | undefined =>
    measured
      .filter(([{ task }]) => task.does === does)
      .toSorted(([, a], [, b]) => b.requestsPerSecond - a.requestsPerSecond)[0]
  const ours = fastest('verify')
  const peer = fastest('peer')
  if (ours === undefined || peer === undefined) return []
  const [{ id }, mine] = ours
  const [{ id: beside }, theirs] = peer
  const rate = mine.requestsPerSecond / theirs.requestsPerSecond
  return [
    ...verdictOf(`${name}-rate`, rate, `${id} has # × the rate of ${beside}`),
    ...verdictOf(`${name}-p99`, mine.p99 / theirs.p99, `${id} has # × the p99 of ${beside}`),
  ]
}

/** None of what was not measured with what it is compared with. */
export const verdictsOn = (measured: ReadonlyArray<Measured>): ReadonlyArray<Verdict> => [
  ...gateways(measured),
  ...groups
    .filter(({ name }) => name.startsWith('peers'))
    .flatMap(({ name, variants }) =>
      beatsPeers(
        name,
        measured.filter(([{ id }]) => variants.some((variant) => variant.id === id)),
      ),
    ),
]
