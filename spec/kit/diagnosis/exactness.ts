/**
 * What a report may call exact, for exact.spec.ts and exact.live.spec.ts: `claimsTheTruth` looks at clients whose mistakes are known, and
 * `tellsForms` at every form of every mistake.
 */
import * as assert from 'uvu/assert'
import { catalogue } from '../../../src/kit/diagnosis/catalogue.ts'
import { type Draft, digestedOf, draftOf, textOf, type View } from '../../../src/kit/diagnosis/Draft.ts'
import type { Mistake, Variation } from '../../../src/kit/diagnosis/Mistake.ts'
import { isCompound } from '../../../src/kit/diagnosis/search/compounds.ts'
import { sameCause, vague } from '../../../src/kit/diagnosis/search/sameCause.ts'
import { search } from '../../../src/kit/diagnosis/search/search.ts'
import { hash } from '../../../src/platform/node/hash.ts'
import { diagnosed } from '../../support/clients.ts'
import { everyForm } from '../../support/finding.ts'
import { isSeen } from '../../support/planting.ts'
import { isTrue } from '../../support/truths.ts'

/** Fails if the report on any of so many clients, from a seed on, is exact and names another cause. Returns how many are exact. */
export const claimsTheTruth = (count: number, first: number): number => {
  let exactly = 0
  const untrue: Array<string> = []
  for (const { seed, client, report } of diagnosed(count, first)) {
    if (report.exact) exactly++
    const told = [report.findings, ...report.alternatives].map((some) => some.map(({ id }) => id))
    const story = `seed ${seed}: ${client.deeds.map(({ name }) => name).join(' + ')}; told ${JSON.stringify(told)}`
    const isSound = report.recovered
      ? report.exact === (report.alternatives.length === 0 && report.complete)
      : !report.exact
    if (!isTrue(report, client) || !isSound) untrue.push(story)
  }
  assert.equal(untrue, [])
  return exactly
}

/** Requests in which forms may coincide: without a body, with a body of one line, with a URL. */
export const views: ReadonlyArray<View> = [
  everyForm,
  { ...everyForm, body: new Uint8Array(0), target: '/v1/jobs/8812', host: undefined, url: undefined },
  { ...everyForm, body: new Uint8Array(Buffer.from('{"request_id":"1001","stages":[]}\n')), target: '/v1/jobs' },
  {
    ...everyForm,
    body: new Uint8Array(Buffer.from('{\n  "request_id": "1001",\n  "stages": []\n}\n')),
    url: undefined,
  },
]

/** All forms together are in this many slices: a slice has every 24th form of each mistake. */
export const slices = 24

/** Fails unless each form in this slice is told by the id of its mistake, or by an id that means the same. */
export const tellsForms = (view: View, slice: number): void => {
  const right = draftOf(view)
  for (const mistake of catalogue.filter(({ slots }) => slots.length > 0))
    for (const form of formsInSlice(mistake, right, slice)) {
      const told = explanationsOf(right, form)
      // Beside a compound form, the two mistakes that make it one by one are told as well.
      const alone = isCompound(form) ? told.filter((ids) => !ids.startsWith(`${mistake.id}+`)) : told
      const meaningTheSame = sameCause.filter(({ alsoLedTo }) => alsoLedTo === mistake.id).map(({ cause }) => cause)
      // Any other mistake that leads to the text says more than that the body is another one.
      const isTold = mistake.id === vague || [mistake.id, ...meaningTheSame].includes(alone[0] ?? '')
      assert.ok(alone.length === 1 && isTold, `${mistake.id} (${form.detail}): ${told}`)
    }
}

/** The forms in a slice. Each of the thousands of rare forms takes a search of all of them, so only some of them are here. */
const formsInSlice = (mistake: Mistake, right: Draft, slice: number): ReadonlyArray<Variation> =>
  [...mistake.variations(right, hash)]
    .filter(({ rare }, at) => rare === undefined || at % (rare === true ? 25 : 97) === 0)
    .slice(0, mistake.wide ? 40 : undefined)
    .filter((form, at) => at % slices === slice && isSeen(right, form))
    .filter(({ signed }) => signed._tag === 'Draft')

/** How a search explains the text that the form makes: each explanation by its ids, as in `body-crlf+target-other`. */
const explanationsOf = (right: Draft, { signed }: Variation): ReadonlyArray<string> => {
  const change = signed._tag === 'Draft' ? signed.change : {}
  const wanted = digestedOf(textOf({ ...right, ...change }), change.digested ?? [], hash)
  const matches = (bytes: Uint8Array): boolean => Buffer.compare(bytes, wanted) === 0
  const searching = search({ expected: [right], matches, hash, maxMistakes: 1 })
  let step = searching.next()
  while (step.done !== true) step = searching.next()
  return step.value.found?.explanations.map((steps) => steps.map((each) => each.mistake.id).join('+')) ?? []
}
