import * as assert from 'uvu/assert'
import { catalogue } from '../../../src/kit/diagnosis/catalogue.ts'
import { digestedOf, draftOf, textOf, type View } from '../../../src/kit/diagnosis/Draft.ts'
import { isCompound } from '../../../src/kit/diagnosis/search/compounds.ts'
import { sameCause, vague } from '../../../src/kit/diagnosis/search/sameCause.ts'
import { search } from '../../../src/kit/diagnosis/search/search.ts'
import { hash } from '../../../src/platform/node/hash.ts'
import { diagnosed, isTrue } from '../../support/clients.ts'
import { everyForm } from '../../support/finding.ts'
import { isSeen } from '../../support/planting.ts'

/** Of so many clients from a seed on, none is called exact with another cause. Gives how many are exact. */
export const claimsTheTruth = (count: number, first: number): number => {
  let exactly = 0
  const untrue: Array<string> = []
  for (const [seed, client, report] of diagnosed(count, first)) {
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

/** In this many slices all forms are told. */
export const slices = 24

/** Each form of each mistake in this slice is told by its own id, or by one that means the same. */
export const tellsForms = (view: View, slice: number): void => {
  const right = draftOf(view)
  for (const mistake of catalogue.filter(({ slots }) => slots.length > 0)) {
    // Each of the thousands of rare forms takes a search of all of them.
    const forms = [...mistake.variations(right, hash)]
      .filter(({ rare }, at) => rare === undefined || at % (rare === true ? 25 : 97) === 0)
      .slice(0, mistake.wide ? 40 : undefined)
      .filter((variation, at) => at % slices === slice && isSeen(right, variation))
    for (const formOfMistake of forms) {
      const { detail, signed } = formOfMistake
      if (signed._tag !== 'Draft') continue
      const text = textOf({ ...right, ...signed.change })
      const digested = signed.change.digested ?? []
      const matches = (bytes: Uint8Array): boolean => Buffer.compare(bytes, digestedOf(text, digested, hash)) === 0
      const searching = search({ expected: [right], matches, hash, maxMistakes: 1 })
      let step = searching.next()
      while (step.done !== true) step = searching.next()
      const told = step.value.found?.explanations.map((steps) => steps.map((each) => each.mistake.id).join('+'))
      const same = sameCause.filter(({ alsoLedTo }) => alsoLedTo === mistake.id).map(({ cause }) => cause)
      const form = `${mistake.id} (${detail})`
      // Beside a compound form, the two mistakes that make it one by one are told as well.
      const alone = told?.filter((ids) => !isCompound(formOfMistake) || !ids.startsWith(`${mistake.id}+`))
      // Any other mistake that leads to the text says more than that the body is another one.
      const isTold = mistake.id === vague || [mistake.id, ...same].includes(alone?.[0] ?? '')
      assert.ok(alone?.length === 1 && isTold, `${form}: ${told}`)
    }
  }
}
