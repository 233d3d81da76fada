/**
 * Over many requests drawn from seeds: whether the mistakes that were made together are found, and whether what is called
 * exact is proven.
 */
import * as assert from 'uvu/assert'
import { diagnose } from '../../src/diagnosis/examine.ts'
import type { Mistake } from '../../src/diagnosis/Mistake.ts'
import type { Finding, Report } from '../../src/diagnosis/Report.ts'
import { meets, open, read } from '../../src/diagnosis/recover.ts'
import { hash } from '../../src/node/hash.ts'
import { type Draw, drawOf, keySizes, type Planted, plant, plantable, viewOf } from './planting.ts'

/** What cannot be made twice: one scheme, one clock. */
const soleOf = ({ id, part, slots }: Mistake): string | undefined =>
  /^clock-|^header-(?:milliseconds|timestamp)$/.test(id)
    ? 'time'
    : slots.length > 0 || part === 'signature' || part === 'header'
      ? undefined
      : part

const together = (mistakes: ReadonlyArray<Mistake>): boolean => {
  const soles = mistakes.flatMap((mistake) => soleOf(mistake) ?? [])
  return new Set(mistakes).size === mistakes.length && new Set(soles).size === soles.length
}

/** Requests with so many mistakes each, one after the other; a choice that cannot be made together is drawn anew. */
function* requests(count: number, mistakes: number, first: number): Generator<Planted> {
  for (let seed = first, made = 0; made < count; seed++) {
    const draw: Draw = drawOf(seed * 7919 + mistakes)
    const chosen = Array.from({ length: mistakes }, () => draw.of(plantable))
    const planted = together(chosen) ? plant(viewOf(draw), chosen, draw.of(keySizes), draw) : undefined
    if (planted === undefined) continue
    made++
    yield planted
  }
}

const named =
  (ids: ReadonlyArray<string>) =>
  (findings: ReadonlyArray<Finding>): boolean =>
    findings
      .map(({ id }) => id)
      .toSorted()
      .join() === ids.toSorted().join()

/** What was planted, or fewer mistakes that come to the same text. */
const isFound = ({ findings, alternatives, exact }: Report, ids: ReadonlyArray<string>): boolean =>
  exact && (findings.length < ids.length || [findings, ...alternatives].some(named(ids)))

/** Whatever is called exact leads to the block of the signature, by an arithmetic that is not the search's. */
const isProven = ({ exact, signed, findings }: Report, { request }: Planted): boolean => {
  if (!exact || findings.some(({ part }) => part === 'signature' || part === 'header')) return true
  const text = signed?.bytes
  const encoded = /signature=(.*)$/s.exec(request.authorization[0] ?? '')?.[1] ?? ''
  const bytes = new Uint8Array(Buffer.from(encoded, 'base64'))
  return request.keys.some(({ key }) => {
    const block = open(bytes, key)
    return (
      text !== undefined &&
      block !== undefined &&
      read(block, key.bits, hash).some((recovered) => meets(recovered, hash)(text))
    )
  })
}

/** About three seconds. */
const budget = 3_000_000_000

/** Fails if fewer than that share is found, or anything is claimed that is not so. */
export const finds = (count: number, mistakes: number, first: number, least: number): void => {
  const missed: Array<string> = []
  for (const planted of requests(count, mistakes, first)) {
    const report = diagnose(planted.request, hash, budget)
    assert.ok(isProven(report, planted), `${planted.ids}: exact, and not proven`)
    if (report.exact) assert.ok(report.findings.length <= mistakes, `${planted.ids}: more than are needed`)
    for (const other of report.alternatives) assert.is(other.length, report.findings.length)
    if (!isFound(report, planted.ids)) missed.push(`${planted.ids.join('+')} (${planted.details.join(', ')})`)
  }
  const share = (count - missed.length) / count
  console.log(`${(share * 100).toFixed(1)} % of ${count} requests with ${mistakes} mistakes each`)
  assert.ok(share >= least, `${missed.length} of ${count} missed:\n${missed.slice(0, 20).join('\n')}`)
}
