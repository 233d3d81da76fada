/**
 * How long a diagnosis takes, with bodies of at most 2 KiB, and how well it keeps its time budget. In CPU time, which does
 * not grow under other load.
 */

import { drawOf, type Planted, plant, plantable, viewOf } from '../../spec/support/planting.ts'
import type { Hash, HashName } from '../../src/effects/Hash.ts'
import { type Case, diagnose, examine } from '../../src/kit/diagnosis/examine.ts'
import { hash } from '../../src/platform/node/hash.ts'
import { processorMs } from '../processorMs.ts'
import { median, type Row } from './measure.ts'

const mostBytes = 2048
/** More than any diagnosis needs. */
const budget = 10_000_000_000

const timed = (work: () => unknown): number => {
  const began = processorMs()
  work()
  return processorMs() - began
}

/** Requests with each mistake in turn, combined with mistakes of the text. */
function* requests(mistakes: number): Generator<Planted> {
  for (let seed = 1; ; seed++) {
    const draw = drawOf(seed * 7919 + mistakes)
    const view = viewOf(draw)
    const turn = plantable[seed % plantable.length]
    if (turn === undefined || view.body.length > mostBytes) continue
    const others = Array.from({ length: mistakes - 1 }, () => draw.of(plantable))
    const chosen = [turn, ...others]
    // Two of a thousand forms each are never tried together.
    if (chosen.filter(({ wide }) => wide).length > 1) continue
    // Mistakes that the header shows need no search.
    if (new Set(chosen).size < mistakes || others.some(({ slots }) => slots.length === 0)) continue
    // Nobody makes the second of such two behind the first, so no search looks for it.
    if (others.some(({ undoes }) => turn.slots.length > 0 && undoes.includes(turn.id))) continue
    const planted = plant(view, chosen, 2048, draw)
    if (planted !== undefined) yield planted
  }
}

/** Milliseconds for each of these requests, the median of three runs, once the code of all is compiled. */
const times = (mistakes: number, count: number): ReadonlyArray<number> => {
  const some: Array<Case> = []
  for (const { request } of requests(mistakes)) if (some.push(request) === count) break
  const time = (request: Case): number => timed(() => diagnose(request, hash, budget))
  some.forEach(time)
  return some.map((request) => median([time(request), time(request), time(request)]))
}

/** Seconds for all that mistakes alone and in pairs make of an ordinary job, where no text is the right one. */
const wholeSeconds = (request: Case): number => {
  const examination = examine(request, hash)
  return (
    timed(() => {
      let step = examination.next()
      while (step.done !== true) step = examination.next(step.value.mistakes > 2 ? 'enough' : undefined)
    }) / 1000
  )
}

/** A text that cannot be found, so that the search uses its whole budget. */
const unfindable = (): Case => {
  for (const { request } of requests(1)) {
    const line = request.authorization[0] ?? ''
    const changed = line.replace(/nonce_str=.{4}/, 'nonce_str=qqqq')
    if (diagnose({ ...request, authorization: [changed] }, hash, 1).signed !== undefined)
      return { ...request, authorization: [changed] }
  }
  throw new Error('there is always one')
}

/** Time used, relative to the budget. */
const overrun = (request: Case, budgetMs: number): number => {
  const began = processorMs()
  const examination = examine(request, hash)
  let step = examination.next()
  while (step.done !== true) step = examination.next(processorMs() - began < budgetMs ? undefined : 'enough')
  return (processorMs() - began) / budgetMs
}

/** Of the time of a search, what its hashes take: bare ones of as many texts of the same lengths, in the same run. */
const rate = (request: Case): number => {
  const budget = 3_000_000_000
  const lengths = [] as Array<number>
  const buffer = new Uint8Array(65_536)
  const hex = hash.hex as NonNullable<Hash['hex']>
  const noted: Hash = Object.assign((...given: Parameters<Hash>) => hash(...given), {
    hex: (name: HashName, text: Uint8Array) => {
      lengths.push(text.length)
      return hex(name, text)
    },
  })
  diagnose(request, noted, budget)
  const took = timed(() => diagnose(request, hash, budget))
  const views = Array.from({ length: 65_536 }, (_, length) => buffer.subarray(0, length))
  const bare = timed(() => lengths.map((length) => hex('sha256', views[length] as Uint8Array)))
  return bare / took
}

export const diagnoseRows = (): ReadonlyArray<Row> => {
  const request = unfindable()
  const overruns = Array.from({ length: 9 }, () => overrun(request, 200))
  const alone = times(1, 120)
  return [
    { id: 'diagnose-1-median', value: median(alone), unit: 'ms for one mistake, the median of 120' },
    { id: 'diagnose-1', value: Math.max(...alone), unit: 'ms for one mistake, the slowest of 120' },
    { id: 'diagnose-2', value: Math.max(...times(2, 200)), unit: 'ms for two, the slowest of 200' },
    { id: 'diagnose-whole', value: wholeSeconds(request), unit: 's for one and two where nothing is found' },
    { id: 'diagnose-rate', value: rate(request), unit: 'of the time of a search are its hashes' },
    { id: 'diagnose-budget', value: Math.max(...overruns), unit: 'of a budget of 200 ms, at most' },
  ]
}
