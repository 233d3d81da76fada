/**
 * What a report may call exact. First, a caller signs one target and sends another, for a reason that nobody knows: whatever
 * mistakes are claimed, the text that was signed must show each of them. Then clients whose mistakes are known: no report is
 * exact with another cause. Then single mistakes, told by the text alone.
 */
import { sign as rsaSign } from 'node:crypto'
import fc from 'fast-check'
import * as assert from 'uvu/assert'
import { catalogue } from '../../../src/kit/diagnosis/catalogue.ts'
import { digestedOf, draftOf, message, textOf, type View } from '../../../src/kit/diagnosis/Draft.ts'
import { diagnose } from '../../../src/kit/diagnosis/examine.ts'
import { decode, split } from '../../../src/kit/diagnosis/forms/percent.ts'
import type { Report } from '../../../src/kit/diagnosis/Report.ts'
import { sameCause } from '../../../src/kit/diagnosis/search/sameCause.ts'
import { search } from '../../../src/kit/diagnosis/search/search.ts'
import { hash } from '../../../src/platform/node/hash.ts'
import { diagnosed, isTrue } from '../../support/clients.ts'
import { everyForm } from '../../support/finding.ts'
import { rsa } from '../../support/keys.ts'
import { now, publicKey } from '../../support/planting.ts'

const host = 'jobs.example:9000'
const origin = `http://${host}`

const segment = fc.constantFrom('v1', 'jobs', '8812', 'edge', 'a%2Fb', 'a/b', '%7Eme', '~me', 'x%20y', 'x y')
const parameter = fc.constantFrom('a=1', 'b', 'next=eHk%3D', 'next=eHk=', 'title=red%20fox', 'title=red fox', 'p=%2F')

const target = fc
  .record({
    path: fc.array(segment, { minLength: 1, maxLength: 6 }),
    end: fc.constantFrom('', '', '', '/'),
    query: fc.array(parameter, { maxLength: 3 }),
  })
  .map(({ path, end, query }) => `/${path.join('/')}${end}${query.length === 0 ? '' : `?${query.join('&')}`}`)

interface Misdirected {
  readonly sent: string
  readonly signed: string
  readonly url: string | undefined
  readonly host: string | undefined
}

const withoutSegments = (text: string, count: number): string => `/${text.split('/').slice(count).join('/')}`

/** The signed text is often a piece of the request, to tempt the search into a wrong explanation. */
const misdirected: fc.Arbitrary<Misdirected> = fc
  .record({
    sent: target.filter((text) => !text.includes(' ')),
    other: target,
    fragment: fc.constantFrom('', '', '#top', '#/v1/other', '#/v1/jobs?b&a=1', '#a?b&c'),
    cut: fc.integer({ min: 1, max: 5 }),
    named: fc.boolean(),
  })
  .chain(({ sent, other, fragment, cut, named }) => {
    const urls = [
      origin + other,
      `${origin}/edge${sent}`,
      `${origin}/a/b${sent}`,
      origin + decode(sent),
      other,
      origin + sent,
    ]
    return fc.constantFrom(...urls.map((url) => url + fragment)).chain((url) => {
      const [whole = '', ...rest] = url.split('#')
      const path = whole.replace(origin, '')
      const texts = [other, path, whole, url, split(path)[0], withoutSegments(whole, cut), withoutSegments(sent, cut)]
      const more = [`/${host}${sent}`, `${sent}#${rest.join('#')}`, withoutSegments(url, cut), rest.join('#')]
      return fc.constantFrom(...texts, ...more).map((signed) => ({ sent, signed, url, host: named ? host : undefined }))
    })
  })

const reportOf = ({ sent, signed, url, host: told }: Misdirected): Report => {
  const view = {
    method: 'GET',
    target: sent,
    timestamp: String(now),
    nonce: 'n-1',
    body: new Uint8Array(0),
    appId: 'a',
  }
  const text = message({ ...draftOf(view), target: signed }, hash)
  const signature = rsaSign('sha256', text, rsa(2048, 'app-1').privateKey).toString('base64')
  const authorization = [`SVC-SHA256-RSA app_id=a,nonce_str=n-1,timestamp=${now},signature=${signature}`]
  const keys = [{ appId: 'a', key: publicKey(2048, 'app-1') }]
  // What is not found costs the whole budget, so few have a large one.
  const budget = sent.length % 8 === 0 ? 80_000_000 : 8_000_000
  return diagnose({ ...view, authorization, keys, host: told, url, now }, hash, budget)
}

/** Without slashes and escapes, which other mistakes may have changed. */
const bare = (text: string): string =>
  decode(text)
    .replace(/\/+/g, '/')
    .replace(/^\/|\/$/g, '')
const items = (text: string): string => decode(split(text)[1].slice(1)).split('&').toSorted().join('&')
const endsInSlash = (text: string): boolean => split(text)[0].endsWith('/')
const hasTwo = (text: string): boolean => text.includes('//')

/** What a signed target shows of each mistake, apart from origin and fragment. */
const marks: Readonly<Record<string, (signed: string, sent: string, whole: string) => boolean>> = {
  'target-with-origin': (_, __, whole) => /^(?:https?:)?\/\/jobs\.example|^jobs\.example/.test(decode(whole)),
  'target-with-fragment': (_, __, whole) => decode(whole).includes('#'),
  'target-without-query': (signed, sent) => sent.includes('?') && !signed.includes('?'),
  'target-no-leading-slash': (signed) => !signed.startsWith('/'),
  'target-trailing-slash': (signed, sent) => endsInSlash(signed) !== endsInSlash(sent) || signed.endsWith('/'),
  'target-double-slash': (signed, sent) => hasTwo(signed) !== hasTwo(sent),
  'target-prefix-lost': (signed, sent) =>
    split(signed)[0] === '/' ? endsInSlash(sent) : bare(split(sent)[0]).endsWith(`/${bare(split(signed)[0])}`),
  'target-prefix-added': (signed, sent) => bare(split(signed)[0]).endsWith(`/${bare(split(sent)[0])}`),
  'target-decoded': (signed, sent) => !sent.includes(signed.replace(/^\/+/, '')),
  'target-reencoded': (signed, sent, whole) => whole.startsWith('http%') || !sent.includes(signed),
  'query-reordered': (signed, sent) => items(signed) === items(sent) && split(signed)[1] !== split(sent)[1],
  'target-other': (signed, sent) => signed !== sent,
  'part-missing': (signed) => signed === '',
}

const only = (ids: ReadonlyArray<string>, allowed: ReadonlyArray<string>): boolean =>
  ids.every((id) => allowed.includes(id))

/** For so many targets signed in place of another, URLs and hosts: the signed text shows each mistake that is claimed. */
export const showsWhatIsClaimed = (numRuns: number): void => {
  let found = 0
  fc.assert(
    fc.property(misdirected, (it) => {
      const { recovered, findings, alternatives } = reportOf(it)
      if (!recovered) return
      found++
      for (const claimed of [findings, ...alternatives]) {
        const ids = claimed.map(({ id }) => id)
        const story = `${ids.join('+')} for ${JSON.stringify(it)}`
        const hasOrigin = ids.includes('target-with-origin')
        const origined = hasOrigin ? it.signed.replace(/^(?:(?:https?:)?\/\/)?jobs\.example(?::9000)?/, '') : it.signed
        const signed = ids.includes('target-with-fragment') ? origined.replace(/#.*$/, '') : origined
        for (const id of ids) assert.ok(marks[id]?.(signed, it.sent, it.signed), `${id} does not show: ${story}`)
        if (ids.includes('target-other'))
          assert.ok(only(ids, ['target-other', 'target-with-origin', 'target-with-fragment']), story)
      }
    }),
    { numRuns },
  )
  assert.ok(found > numRuns / 6, `${found} were recovered`)
}

/** Of so many clients from a seed on, none is called exact with another cause. Gives how many are exact. */
export const claimsTheTruth = (count: number, first: number): number => {
  let exactly = 0
  for (const [seed, client, report] of diagnosed(count, first)) {
    if (report.exact) exactly++
    const told = [report.findings, ...report.alternatives].map((some) => some.map(({ id }) => id))
    const story = `seed ${seed}: ${client.deeds.map(({ name }) => name).join(' + ')}; told ${JSON.stringify(told)}`
    assert.ok(isTrue(report, client), story)
    assert.ok(report.recovered || !report.exact, story)
    if (report.recovered) assert.is(report.exact, report.alternatives.length === 0 && report.complete, story)
  }
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

/** Who reads the escape of a letter cannot see whether it was decoded alone or with all others. */
const ambiguous = 'target-reencoded (unreserved characters decoded)'

/** In this many slices all forms are told. */
export const slices = 24

/** Each form of each mistake in this slice is told by its own id, or by one that means the same. */
export const tellsForms = (view: View, slice: number): void => {
  const right = draftOf(view)
  for (const mistake of catalogue.filter(({ slots }) => slots.length > 0)) {
    // Each of the thousands of rare forms takes a search of all of them.
    const forms = [...mistake.variations(right, hash)]
      .filter(({ rare }, at) => rare === undefined || at % (rare === 'alone' ? 97 : 25) === 0)
      .slice(0, mistake.wide ? 40 : undefined)
      .filter((_, at) => at % slices === slice)
    for (const { detail, signed } of forms) {
      if (signed._tag !== 'Draft') continue
      const text = textOf({ ...right, ...signed.change })
      const digested = signed.change.digested ?? []
      const meets = (bytes: Uint8Array): boolean => Buffer.compare(bytes, digestedOf(text, digested, hash)) === 0
      const searching = search({ expected: [right], meets, hash, maxMistakes: 1 })
      let step = searching.next()
      while (step.done !== true) step = searching.next()
      const told = step.value.found?.explanations.map((steps) => steps.map((each) => each.mistake.id).join('+'))
      const same = sameCause.filter(([, alsoLedTo]) => alsoLedTo === mistake.id).map(([said]) => said)
      const form = `${mistake.id} (${detail})`
      if (form === ambiguous && told?.length === 2) continue
      assert.ok(told?.length === 1 && [mistake.id, ...same].includes(told[0] ?? ''), `${form}: ${told}`)
    }
  }
}
