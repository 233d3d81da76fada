/**
 * What a report may call exact. First, a caller signs one target and sends another, for a reason that nobody knows: whatever
 * mistakes are claimed, the text that was signed must show each of them. Then clients whose mistakes are known: no report is
 * exact with another cause.
 *
 * `COUNTERSIGN_ALL=1 npm test -- --limit=7200 diagnosis/exact` takes 20,000 of the first and 100,000 of the second.
 */
import { sign as rsaSign } from 'node:crypto'
import fc from 'fast-check'
import * as assert from 'uvu/assert'
import { catalogue } from '../../../src/kit/diagnosis/catalogue.ts'
import { digestedOf, draftOf, message, textOf, type View } from '../../../src/kit/diagnosis/Draft.ts'
import { diagnose } from '../../../src/kit/diagnosis/examine.ts'
import { utf8 } from '../../../src/kit/diagnosis/forms/charsets.ts'
import { decode, split } from '../../../src/kit/diagnosis/forms/percent.ts'
import { sameCause } from '../../../src/kit/diagnosis/search/sameCause.ts'
import { search } from '../../../src/kit/diagnosis/search/search.ts'
import { hash } from '../../../src/platform/node/hash.ts'
import { diagnosed, isTrue } from '../../support/clients.ts'
import { drawn, everyForm } from '../../support/finding.ts'
import { rsa } from '../../support/keys.ts'
import { now, publicKey } from '../../support/planting.ts'
import { suite } from '../../support/suite.ts'

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
  /** As it is signed. */
  readonly method?: string
  readonly body?: string
  readonly signedBody?: string
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

const reportOf = (
  { sent, signed, url, host: told, method = 'GET', body = '', signedBody = body }: Misdirected,
  budget = 80_000_000,
) => {
  const view = { method: 'GET', target: sent, timestamp: String(now), nonce: 'n-1', body: utf8(body), appId: 'a' }
  const text = message({ ...draftOf(view), method, target: signed, body: utf8(signedBody) }, hash)
  const signature = rsaSign('sha256', text, rsa(2048, 'app-1').privateKey).toString('base64')
  return diagnose(
    {
      method: view.method,
      target: sent,
      authorization: [`SVC-SHA256-RSA app_id=a,nonce_str=n-1,timestamp=${now},signature=${signature}`],
      body: view.body,
      keys: [{ appId: 'a', key: publicKey(2048, 'app-1') }],
      host: told,
      url,
      now,
    },
    hash,
    budget,
  )
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

const exact = suite('what is exact')

exact('for all targets signed in place of another, URLs and hosts: the signed text shows each mistake claimed', () => {
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
    { numRuns: Number(process.env.COUNTERSIGN_ALL ? 20_000 : 80) },
  )
  assert.ok(found > 15, `${found} were recovered`)
})

exact('for all clients whose mistakes are known: none is called exact with another cause', () => {
  let exactly = 0
  const count = drawn(100_000, 500)
  for (const [seed, client, report] of diagnosed(count, 1)) {
    if (report.exact) exactly++
    const told = [report.findings, ...report.alternatives].map((some) => some.map(({ id }) => id))
    const story = `seed ${seed}: ${client.deeds.map(({ name }) => name).join(' + ')}; told ${JSON.stringify(told)}`
    assert.ok(isTrue(report, client), story)
    assert.ok(report.recovered || !report.exact, story)
    if (report.recovered) assert.is(report.exact, report.alternatives.length === 0 && report.complete, story)
  }
  assert.ok(exactly > count / 3, `${exactly} of ${count} were exact`)
})

exact.run()

const alone = suite('a single mistake, told by the text alone')

/** Requests in which forms may coincide: without a body, with a body of one line, with a URL. */
const views: ReadonlyArray<View> = [
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

for (const [i, view] of views.entries())
  alone(`each form of each mistake is told by its own id, or by one that means the same: request ${i + 1}`, () => {
    const right = draftOf(view)
    for (const mistake of catalogue.filter(({ slots }) => slots.length > 0)) {
      // Each of the thousands of rare forms takes a search of all of them.
      const forms = [...mistake.variations(right, hash)].filter(
        ({ rare }, at) => rare === undefined || at % (rare === 'alone' ? 97 : 25) === 0,
      )
      for (const { detail, signed } of mistake.wide ? forms.slice(0, 40) : forms) {
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
  })

alone('two ids mean the same cause only where both are of the catalogue', () => {
  for (const id of sameCause.flat())
    assert.ok(
      catalogue.some((mistake) => mistake.id === id),
      id,
    )
})

alone.run()

const ids = (findings: ReadonlyArray<{ readonly id: string }>): string => findings.map(({ id }) => id).join('+')

const wild = suite('what was told wrongly once')

const jobs: Misdirected = { sent: '/v1/jobs', signed: '/v1/jobs', url: undefined, host: undefined }

wild('the collection was signed in place of one of its members: says so, and nothing of a URL', () => {
  const asked = { sent: '/v1/jobs/8812', signed: '/v1/jobs', host: undefined }
  for (const url of ['http://127.0.0.1:9000/v1/jobs', 'http://127.0.0.1:9000/v1/jobs/8812', '/v1/jobs', '']) {
    const report = reportOf({ ...asked, url })
    assert.equal([report.recovered, report.exact, ids(report.findings)], [true, true, 'target-other'], url)
    assert.is(report.headline, 'signed /v1/jobs, sent /v1/jobs/8812')
    assert.is(report.findings[0]?.detail, report.headline)
  }
})

wild('another target of the same service is found without a URL, whatever comes beside it', () => {
  for (const [sent, signed, found = 'target-other'] of [
    ['/v1/jobs/8812?full', '/v1/jobs?full'],
    ['/v1/jobs/8812', '/v1/jobs/'],
    ['/v1/jobs/8812', '/v1/jobs/{id}'],
    ['/v1/jobs/8812/result', '/v1/jobs/undefined/result'],
    ['/jobs', '/v1/jobs'],
    ['/v1/jobs', '/v1/v1/jobs'],
    ['/v1/jobs', '/v1/jobs?'],
    ['/v1/jobs', '/v1/../v1/jobs'],
    ['/v1/jobs', '/jobs', 'target-prefix-lost'],
    ['/v1/jobs', '/v1/jobs/', 'target-trailing-slash'],
  ] as const) {
    const report = reportOf({ sent, signed, url: undefined, host: undefined })
    assert.equal([report.exact, ids(report.findings)], [true, found], signed)
  }
  const both = { sent: '/v1/jobs/8812', signed: '/v1/jobs', url: undefined, host: undefined, method: 'get' }
  const report = reportOf(both, 500_000_000)
  assert.equal([report.exact, ids(report.findings)], [true, 'method-case+target-other'])
  assert.is(report.headline, 'signed the method get, sent GET; signed /v1/jobs, sent /v1/jobs/8812')
})

wild('what --url and --host say makes up no cause', () => {
  for (const [url, sent, signed, found] of [
    // The text ends with the target, in the query of the URL.
    ['http://h.example/login?next=/v1/jobs', '/v1/jobs', '/login?next=/v1/jobs', 'target-other'],
    // A path alone has no origin.
    ['v1/jobs', '/jobs', 'v1/jobs', ''],
    ['http://h.example/edge/v1/jobs', '/v1/jobs', '/edge/v1/jobs', 'target-prefix-added'],
    ['http://h.example/v1/jobs', '/v1/jobs', 'http://h.example/v1/jobs', 'target-with-origin'],
    ['http://h.example/v1/jobs#top', '/v1/jobs', '/v1/jobs#top', 'target-with-fragment'],
    ['http://h.example/v1/jobs?page=2', '/v1/jobs?page=1', '/v1/jobs', 'target-without-query'],
  ] as const) {
    const report = reportOf({ sent, signed, url, host: 'h.example' })
    assert.equal([report.exact, report.recovered ? ids(report.findings) : ''], [found !== '', found], signed)
  }
})

wild('several mistakes in the target are told one by one only if the path is still that of the resource', () => {
  const told = (sent: string, signed: string): string => {
    const { exact: isExact, findings } = reportOf({ sent, signed, url: '', host: undefined })
    return `${isExact ? 'exact ' : ''}${ids(findings)}`
  }
  assert.is(told('/v1/jobs?b=2&a=1', '/v1/jobs/?a=1&b=2'), 'exact target-trailing-slash+query-reordered')
  assert.is(told('/api/v1/jobs?a=1', '/v1/jobs/?a=1'), 'exact target-other')
  assert.is(told('/v1/jobs', '/jobs'), 'exact target-prefix-lost')
  // Two mistakes lead to it, each alone.
  assert.is(told('/v1/jobs?%7E', '/v1/jobs?~'), 'target-decoded')
})

wild('two bytes in place of a body are another body, and no story of how an empty one is written', () => {
  const told = (signed: string): string => {
    const { exact: isExact, findings } = reportOf({ ...jobs, body: '{"a":1}', signedBody: signed })
    return `${isExact ? 'exact ' : ''}${ids(findings)}`
  }
  assert.is(told('{}'), 'exact body-other')
  assert.is(told('""'), 'exact body-other')
  assert.is(told(''), 'exact body-missing')
})

wild('a body of one byte in UTF-16, or a NUL behind the text', () => {
  const { exact: isExact, findings, alternatives } = reportOf({ ...jobs, body: '1', signedBody: '1\0' })
  assert.not.ok(isExact)
  assert.equal([findings, ...alternatives].map((some) => ids(some)).toSorted(), ['body-encoding', 'text-encoded'])
})

wild('of a body that is a single value nobody tells how another became of it', () => {
  const { exact: isExact, findings } = reportOf({ ...jobs, body: 'null', signedBody: '""' })
  assert.is(isExact && ids(findings) === 'body-reserialized', false)
})

wild('a text without the other parts, whatever form was met first', () => {
  const view = { method: 'POST', target: '/v1/jobs', timestamp: String(now), nonce: 'n-1', body: utf8('null') }
  const signature = rsaSign('sha256', utf8('null'), rsa(2048, 'app-1').privateKey).toString('base64')
  const {
    exact: isExact,
    findings,
    alternatives,
  } = diagnose(
    {
      ...view,
      authorization: [`SVC-SHA256-RSA app_id=a,nonce_str=n-1,timestamp=${now},signature=${signature}`],
      keys: [{ appId: 'a', key: publicKey(2048, 'app-1') }],
      now,
    },
    hash,
  )
  assert.not.ok(isExact)
  assert.equal([findings, ...alternatives].map((some) => ids(some)).toSorted(), ['part-missing', 'part-unfilled'])
})

wild('a timestamp in milliseconds hides no other explanation', () => {
  const text = (body: string): string => `GET\n/v1/jobs\n${now}\nn-1\n${body}`
  const told = (sent: string, signed: string): ReadonlyArray<string> => {
    const signature = rsaSign('sha256', utf8(text(signed)), rsa(2048, 'app-1').privateKey).toString('base64')
    const {
      exact: isExact,
      findings,
      alternatives,
    } = diagnose(
      {
        method: 'GET',
        target: '/v1/jobs',
        authorization: [`SVC-SHA256-RSA app_id=a,nonce_str=n-1,timestamp=${now}000,signature=${signature}`],
        body: utf8(sent),
        keys: [{ appId: 'a', key: publicKey(2048, 'app-1') }],
        now,
      },
      hash,
    )
    assert.not.ok(isExact)
    return [findings, ...alternatives].map((some) => ids(some)).toSorted()
  }
  assert.equal(told('{"é":"&"}', '{"\\u00E9":"&"}'), [
    'header-milliseconds+body-quoted',
    'header-milliseconds+body-reserialized',
  ])
  assert.equal(told('1', '1\0'), ['header-milliseconds+body-encoding', 'header-milliseconds+text-encoded'])
})

wild('two line feeds behind a body that ends with one are one mistake', () => {
  const { exact: isExact, findings } = reportOf({ ...jobs, body: '\n', signedBody: '\n\n\n' })
  assert.equal([isExact, ids(findings)], [true, 'trailing-line-feed'])
})

wild('each of several explanations says what would tell it apart', () => {
  const { findings, alternatives } = reportOf({ sent: '/v1/jobs?%7E', signed: '/v1/jobs?~', url: '', host: undefined })
  const [one, other] = [findings, ...alternatives].map(([finding]) => finding?.tells)
  assert.ok(one !== undefined && other !== undefined && one !== other)
  const only = reportOf({ sent: '/v1/jobs/1', signed: '/v1/jobs', url: '', host: undefined })
  assert.is(only.findings[0]?.tells, undefined)
})

wild.run()
