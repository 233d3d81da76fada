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
import { isCompound } from '../../src/kit/diagnosis/search/compounds.ts'
import { hash } from '../../src/platform/node/hash.ts'
import { type Draw, drawOf, keySizes, now, type Planted, plant, plantable, viewOf } from './planting.ts'

/** What a request has only once: a mistake of this kind excludes others of it. Undefined for mistakes that may come together. */
const soleKindOf = ({ id, part, slots }: Mistake): string | undefined => {
  // These all change the timestamp of the header.
  if (part === 'clock' || id === 'header-milliseconds' || id === 'header-timestamp') return 'time'
  if (slots.length > 0 || part === 'signature' || part === 'header') return undefined
  return part
}

const mayComeTogether = (mistakes: ReadonlyArray<Mistake>): boolean => {
  const soleKinds = mistakes.flatMap((mistake) => soleKindOf(mistake) ?? [])
  return new Set(mistakes).size === mistakes.length && new Set(soleKinds).size === soleKinds.length
}

/** So many requests, each with this many mistakes. A combination that is not possible is drawn again. */
function* requestsWith(mistakes: number, count: number, first: number): Generator<Planted> {
  for (let seed = first, planted = 0; planted < count; seed++) {
    const draw: Draw = drawOf(seed * 7919 + mistakes)
    const chosen = Array.from({ length: mistakes }, () => draw.of(plantable))
    const request = mayComeTogether(chosen) ? plant(viewOf(draw), chosen, draw.of(keySizes), draw) : undefined
    if (request === undefined) continue
    planted++
    yield request
  }
}

/** Whether the findings are exactly these mistakes, in any order. */
const areFindingsOf = (findings: ReadonlyArray<Finding>, ids: ReadonlyArray<string>): boolean => {
  const foundIds = findings.map(({ id }) => id)
  return foundIds.toSorted().join() === ids.toSorted().join()
}

/** Whether a report names the planted mistakes, or fewer that lead to the same text. */
const isFound = ({ findings, alternatives, recovered }: Report, ids: ReadonlyArray<string>): boolean => {
  if (!recovered) return false
  return findings.length < ids.length || [findings, ...alternatives].some((each) => areFindingsOf(each, ids))
}

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

/** A budget of about 1.5 seconds. */
const budget = 1_500_000_000

/** So many requests from a seed on, with this many mistakes each. */
interface Sample {
  readonly count: number
  readonly mistakes: number
  readonly first: number
}

const describe = ({ ids, forms }: Planted): string =>
  `${ids.join('+')} (${forms.map(({ detail }) => detail).join(', ')})`

/** Fails if the reports find less than this share of the mistakes, or if any report claims something wrong. */
export const assertFound = ({ count, mistakes, first }: Sample, leastShare: number): void => {
  const missed: Array<string> = []
  for (const planted of requestsWith(mistakes, count, first)) {
    const report = diagnose(planted.request, hash, budget)
    assert.ok(isProven(report, planted), `${describe(planted)}: recovered, and not proven`)
    if (report.recovered) {
      assert.ok(report.findings.length <= mistakes, `${describe(planted)}: more findings than mistakes`)
      const longest = Math.max(0, ...report.alternatives.map((alternative) => alternative.length))
      assert.ok(longest <= mistakes + 1, `${describe(planted)}: an alternative with ${longest} findings`)
    }
    if (!isFound(report, planted.ids)) missed.push(describe(planted))
  }
  const share = (count - missed.length) / count
  console.log(`${(share * 100).toFixed(1)} % of ${count} requests with ${mistakes} mistakes each`)
  assert.ok(share >= leastShare, `${missed.length} of ${count} missed:\n${missed.slice(0, 20).join('\n')}`)
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
  // If only the last line end is missing, the id is body-trailing-newline.
  'body-lines-joined': { body: new Uint8Array(Buffer.from('{\r\n"a" :1}')) },
  'xml-reserialized': { body: new Uint8Array(Buffer.from('<a>\n <b/>\n</a>')) },
  'body-through-shell': { body: new Uint8Array(Buffer.from('{id:x,seed:7}')) },
  'form-reencoded': { body: new Uint8Array(Buffer.from('title=red+fox&page=2')) },
  'target-other': { url: 'https://jobs.example:8443/api/v1/jobs/8812?b=2' },
}

/** The id by which a report names a form. One form has an id that says more than the id of its mistake. */
export const reportedId = ({ id }: Mistake, detail: string): string =>
  detail.startsWith('the query joined to the body') ? 'body-other' : id

/** Some mistakes do not show in every signature: one in 200 has no `+`. Then another nonce makes another signature. */
const plantAlone = (view: View, mistake: Mistake, draw: Draw): Planted | undefined => {
  for (const end of ['', 'x', 'y', 'z']) {
    const planted = plant({ ...view, nonce: view.nonce + end }, [mistake], 2048, draw)
    if (planted !== undefined) return planted
  }
  return undefined
}

/** A timestamp has a thousand forms in milliseconds, and each takes a search. */
const mostWideForms = 4

/** The first forms of a mistake, each planted alone in a request. They end where the first form comes again. */
function* firstForms(mistake: Mistake, most: number): Generator<Planted> {
  const view = { ...everyForm, ...exceptions[mistake.id] }
  const seen = new Set<string>()
  for (let i = 0; i < (mistake.wide ? Math.min(most, mostWideForms) : most); i++) {
    const draw: Draw = { ...drawOf(i), of: (items) => items[i % items.length] as never }
    const planted = plantAlone(view, mistake, draw)
    const detail = planted?.forms[0]?.detail ?? ''
    if (planted === undefined || seen.has(detail)) return
    seen.add(detail)
    yield planted
  }
}

/** Fails unless a single mistake is named exactly, in each of its first forms. */
export const assertNamedAlone = (mistake: Mistake, most: number): void => {
  let forms = 0
  for (const planted of firstForms(mistake, most)) {
    forms++
    const form = planted.forms[0] ?? { detail: '' }
    const report = diagnose(planted.request, hash)
    const story = `${mistake.id}, ${form.detail}: ${JSON.stringify([report.findings, ...report.alternatives])}`
    // A time that does not fit has other causes too. The parts of a compound form are told beside it.
    const isExact = report.exact || mistake.part === 'clock' || isCompound(form)
    assert.ok(isExact, `not exact: ${story}`)
    assert.ok(areFindingsOf(report.findings, [reportedId(mistake, form.detail)]), `another finding: ${story}`)
    const isAccepted = mistake.id === 'nonce-from-clock'
    assert.is(report.outcome, isAccepted ? 'accept' : 'reject', story)
    if (!isAccepted) assert.is(report.reason, mistake.seenAs, story)
  }
  assert.ok(forms > 0, `${mistake.id}: no form was planted`)
}
