/**
 * For many seeded requests: whether combined mistakes are found, and whether each finding reported as
 * exact is correct.
 */
import * as assert from 'uvu/assert'
import type { View } from '../../src/kit/diagnosis/Draft.ts'
import { diagnose } from '../../src/kit/diagnosis/examine.ts'
import type { Mistake } from '../../src/kit/diagnosis/Mistake.ts'
import type { Finding, Report } from '../../src/kit/diagnosis/Report.ts'
import { matcherOf, open, read } from '../../src/kit/diagnosis/recover.ts'
import { compounds } from '../../src/kit/diagnosis/search/compounds.ts'
import { hash } from '../../src/platform/node/hash.ts'
import { type Draw, drawOf, keySizes, now, type Planted, plant, plantable, viewOf } from './planting.ts'

/** Mistakes that exclude each other: a request has one scheme and one clock. */
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

/** Requests with this many mistakes each; an impossible combination is drawn again. */
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

/** The planted mistakes, or fewer that produce the same text. */
const isFound = ({ findings, alternatives, recovered }: Report, ids: ReadonlyArray<string>): boolean =>
  recovered && (findings.length < ids.length || [findings, ...alternatives].some(named(ids)))

/** Checks a recovered text against the block of the signature, independently of the search. */
const isProven = ({ recovered, signed, findings }: Report, { request }: Planted): boolean => {
  if (!recovered || findings.some(({ part }) => part === 'signature' || part === 'header')) return true
  const text = signed?.bytes
  const encoded = /signature=(.*)$/s.exec(request.authorization[0] ?? '')?.[1] ?? ''
  const bytes = new Uint8Array(Buffer.from(encoded, 'base64'))
  return request.keys.some(({ key }) => {
    const block = open(bytes, key)
    return (
      text !== undefined &&
      block !== undefined &&
      read(block, key.bits, hash).some((recovered) => matcherOf(recovered, hash)(text))
    )
  })
}

/** How many requests to draw: a fixed part, or all of them if COUNTERSIGN_ALL is set. */
export const drawn = (all: number, part: number): number => (process.env.COUNTERSIGN_ALL ? all : part)

/** A budget of about 1.5 seconds. */
const budget = 1_500_000_000

/** Fails if less than this share is found, or any claim is wrong. */
export const finds = (count: number, mistakes: number, first: number, least: number): void => {
  const missed: Array<string> = []
  for (const planted of requests(count, mistakes, first)) {
    const report = diagnose(planted.request, hash, budget)
    assert.ok(isProven(report, planted), `${planted.ids}: recovered, and not proven`)
    if (report.recovered) assert.ok(report.findings.length <= mistakes, `${planted.ids}: more than are needed`)
    if (report.recovered) for (const other of report.alternatives) assert.ok(other.length <= mistakes + 1)
    if (!isFound(report, planted.ids)) missed.push(`${planted.ids.join('+')} (${planted.details.join(', ')})`)
  }
  const share = (count - missed.length) / count
  console.log(`${(share * 100).toFixed(1)} % of ${count} requests with ${mistakes} mistakes each`)
  assert.ok(share >= least, `${missed.length} of ${count} missed:\n${missed.slice(0, 20).join('\n')}`)
}

/** A request in which every mistake is possible. */
export const everyForm: View = {
  method: 'POST',
  target: '/api/v1/jobs?b=%2f%7E&a=1&m=x+y',
  timestamp: String(now - 10),
  nonce: 'aB3-f00dFACE',
  body: new Uint8Array(Buffer.from('{"b":"é/<\'","a":[1.0,{"c":"\\u0041"}]}\r\n')),
  appId: 'app-1',
  host: 'jobs.example:8443',
  url: 'https://jobs.example:8443/edge/api/v1/jobs?b=%2f%7E&a=1&m=x+y#top',
}

/** Replacements in that request that some mistakes need. */
const exceptions: Readonly<Record<string, Partial<View>>> = {
  'final-line-feed-missing': { body: new Uint8Array(0) },
  // Of a line end that is the last, another id says more plainly what it is.
  'body-lines-joined': { body: new Uint8Array(Buffer.from('{\r\n"a" :1}')) },
  'xml-reserialized': { body: new Uint8Array(Buffer.from('<a>\n <b/>\n</a>')) },
  'body-through-shell': { body: new Uint8Array(Buffer.from('{id:x,seed:7}')) },
  'form-reencoded': { body: new Uint8Array(Buffer.from('title=red+fox&page=2')) },
  'target-other': { url: 'https://jobs.example:8443/api/v1/jobs/8812?b=2' },
}

/** The id under which a form of a mistake is told, where its own id would say less. */
const toldAs = (id: string, detail: string): string =>
  detail.startsWith('the query joined to the body') ? 'body-other' : id

/** Its two parts are told beside it. */
const isCompound = (id: string, detail: string): boolean =>
  compounds.some((each) => each.id === id && detail.endsWith(each.ending))

/** Some mistakes do not show in every signature: one in 200 has no `+`. Another nonce makes another. */
const plantedOf = (view: View, mistake: Mistake, draw: Draw): Planted | undefined => {
  for (const end of ['', 'x', 'y', 'z']) {
    const planted = plant({ ...view, nonce: view.nonce + end }, [mistake], 2048, draw)
    if (planted !== undefined) return planted
  }
  return undefined
}

/** Fails unless a single mistake is named exactly, in each of its first forms. */
export const isNamedAlone = (mistake: Mistake, most: number): void => {
  const view = { ...everyForm, ...exceptions[mistake.id] }
  const told = new Set<string>()
  // Each form in turn until the first repeats; only a few of the thousand millisecond forms.
  for (let i = 0; i < (mistake.wide ? Math.min(most, 4) : most); i++) {
    const draw: Draw = { ...drawOf(i), of: (items) => items[i % items.length] as never }
    const planted = plantedOf(view, mistake, draw)
    const [detail = ''] = planted?.details ?? []
    if (planted === undefined || told.has(detail)) break
    told.add(detail)
    const report = diagnose(planted.request, hash)
    const explanations = [report.findings, ...report.alternatives]
    // A time that does not fit has other causes too.
    const isProven = report.exact || mistake.part === 'clock' || isCompound(mistake.id, detail)
    assert.ok(isProven, `${mistake.id}, ${detail}: exact, and not one of ${JSON.stringify(explanations)}`)
    const id = toldAs(mistake.id, detail)
    assert.ok(named([id])(report.findings), `${mistake.id}, ${detail}: ${JSON.stringify(explanations)}`)
    assert.is(report.outcome, mistake.id === 'nonce-from-clock' ? 'accept' : 'reject', detail)
    if (mistake.id !== 'nonce-from-clock') assert.is(report.reason, mistake.seenAs, detail)
  }
  assert.ok(told.size > 0)
}
