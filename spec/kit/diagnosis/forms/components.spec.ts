/**
 * One rule for components: whichever encoder wrote what was signed, and whichever what was sent, the difference is found in a
 * query, in a form and in a path. The encoders here are those of the platform, and others made of them.
 */
import fc from 'fast-check'
import { diagnose } from '../../../../src/kit/diagnosis/examine.ts'
import { hash } from '../../../../src/platform/node/hash.ts'
import { line, now, publicKey, signatureOf } from '../../../support/planting.ts'
import { assert, byTurns, forAll, suite } from '../../../support/suite.ts'
import { findingOn, signedBy } from './changes.ts'
import { pairs } from './encodedPairs.ts'

const escapedToo =
  (marks: RegExp) =>
  (text: string): string =>
    encodeURIComponent(text).replace(marks, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

const rfc3986 = escapedToo(/[!'()*]/g)
const axios = (text: string): string =>
  encodeURIComponent(text).replace(/%3A/g, ':').replace(/%24/g, '$').replace(/%2C/g, ',').replace(/%20/g, '+')
const searchParams = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1)

/** What programs call, by its name. */
const encoders: Readonly<Record<string, (text: string) => string>> = {
  encodeURIComponent,
  URLSearchParams: searchParams,
  axios,
  'rawurlencode of PHP': rfc3986,
  'urlencode of PHP': (text) => escapedToo(/[!'()*~]/g)(text).replace(/%20/g, '+'),
  'quote of Python': (text) => rfc3986(text).replace(/%2F/g, '/'),
  'QueryEscape of Go': (text) => rfc3986(text).replace(/%20/g, '+'),
  'UrlEncode of .NET': (text) =>
    escapedToo(/['~]/g)(text)
      .replace(/%20/g, '+')
      .replace(/%[0-9A-F]{2}/g, (one) => one.toLowerCase()),
  'PathEscape of Go': (text) => rfc3986(text).replace(/%(?:24|26|2B|3D|3A|40)/g, (one) => decodeURIComponent(one)),
}

const names = Object.keys(encoders)

const value = fc
  .array(fc.constantFrom('a', '7', ':', '+', ',', '$', '/', '@', '[', ']', ' ', '~', "'", '(', '*', '=', 'é', '灯'), {
    minLength: 1,
    maxLength: 8,
  })
  .map((characters) => `x${characters.join('')}`)

const keys = [{ appId: 'app-1', key: publicKey(2048, 'app-1') }]

/** The ids of an exact report on these two requests; undefined if it is not exact. */
const idsOf = (sent: Wire, signed: Wire): string | undefined => {
  const signature = signatureOf(`POST\n${signed.target}\n${now}\nn-1\n${signed.body}`)
  const body = new Uint8Array(Buffer.from(sent.body))
  const request = { method: 'POST', target: sent.target, authorization: [line(signature)], body, keys, now }
  const { exact, findings } = diagnose(request, hash, 200_000_000)
  return exact ? findings.map(({ id }) => id).join('+') : undefined
}

interface Wire {
  readonly target: string
  readonly body: string
}

const places: Readonly<Record<string, (encoded: string) => Wire>> = {
  query: (encoded) => ({ target: `/v1/jobs?page=2&at=${encoded}`, body: '{}' }),
  form: (encoded) => ({ target: '/v1/jobs', body: `page=2&at=${encoded}` }),
  path: (encoded) => ({ target: `/v1/jobs/${encoded}`, body: '{}' }),
}

const isTold = /^(?:target-(?:decoded|reencoded)|form-reencoded)$/

const components = byTurns(2, suite('components by every encoder'))

for (const [place, wire] of Object.entries(places))
  components(`for all values and pairs of encoders, in a ${place}: signed by one, sent by the other`, () =>
    forAll([value, fc.constantFrom(...names), fc.constantFrom(...names)], { numRuns: 25 }, (text, signer, sender) => {
      const signed = wire(encoders[signer]?.(text) ?? '')
      const sent = wire(encoders[sender]?.(text) ?? '')
      if (signed.target === sent.target && signed.body === sent.body) return
      const ids = idsOf(sent, signed)
      const told = `${sender} sent ${sent.target} ${sent.body}; ${signer} signed ${signed.target} ${signed.body}: ${ids}`
      assert.match(ids ?? 'nothing', isTold, told)
    }),
  )

components(
  'a value whose only mark also stands between names, values and segments: signed escaped, sent as it is',
  () => {
    for (const [place, mark] of [
      ['query', '='],
      ['query', '/'],
      ['form', '='],
      ['form', '/'],
      ['path', '='],
      ['path', '&'],
    ] as const) {
      const wire = places[place] as (encoded: string) => Wire
      const ids = idsOf(wire(`x${mark}`), wire(`x${encodeURIComponent(mark)}`))
      assert.match(ids ?? 'nothing', isTold, `${mark} in a ${place}`)
    }
  },
)

components('for the outputs of encoders that were really run: signed as one wrote it, sent as another did', () =>
  forAll([fc.constantFrom(...pairs)], { numRuns: 25 }, ({ place, signer, sender, signed, sent }) => {
    const wire = places[place] as (encoded: string) => Wire
    const ids = idsOf(wire(sent), wire(signed))
    assert.match(ids ?? 'nothing', isTold, `${sender} sent ${sent}; ${signer} signed ${signed}: ${ids}`)
  }),
)

const mixed = suite('plus signs and spaces mixed up')

mixed('for all encoders: a plus sign that became a space, and a space that became a plus sign', () => {
  const time = '2026-11-28T10:00:00+08:00'
  const asSpace = time.replace('+', ' ')
  for (const [value, other] of [
    [time, asSpace],
    [asSpace, time],
  ] as const) {
    const sent = encodeURIComponent(value)
    const targets = signedBy(['target-decoded', 'target-reencoded'], 'target', { target: `/v1/jobs?at=${sent}&n=1` })
    const paths = signedBy(['target-decoded', 'target-reencoded'], 'target', { target: `/v1/${sent}/jobs` })
    const forms = signedBy(['form-reencoded'], 'body', { body: `at=${sent}&n=1` })
    for (const [name, encode] of Object.entries({ ...encoders, nothing: (text: string) => text })) {
      assert.ok(targets.has(`/v1/jobs?at=${encode(other)}&n=1`), `${name}: ${other} in a query`)
      assert.ok(paths.has(`/v1/${encode(other)}/jobs`), `${name}: ${other} in a path`)
      assert.ok(forms.has(`at=${encode(other)}&n=1`), `${name}: ${other} in a form`)
    }
  }
})

mixed('the words say so', () => {
  const found = findingOn({ target: '/v1/jobs?at=10%3A00%2B08' }, { target: '/v1/jobs?at=10:00 08' })
  assert.match(
    found.what,
    /signed : where %3A was sent and a space where %2B was sent\. The text was decoded once too often: %2B is a plus sign/,
  )
})

const joints = suite('fields in another form than name=value&name=value')

joints('all of them as the value of the first, as Indy sends what is one text of a list, and the reverse', () => {
  const one = 'a=1%26b%3Dred%20fox%26c%3D2'
  const several = 'a=1&b=red%20fox&c=2'
  assert.ok(signedBy(['form-reencoded'], 'body', { body: several }).has(one))
  const signed = signedBy(['form-reencoded'], 'body', { body: one })
  for (const text of [several, several.replace('%20', '+'), several.replace('%20', ' ')])
    assert.ok(signed.has(text), text)
  const found = findingOn({ body: one }, { body: several })
  assert.match(found.what, /& where %26 was sent.*several parameters, on the other side a single value/)
})

joints('an & at the end of each item of a list, which the library escaped: told as that', () => {
  for (const [sent, signed, which] of [
    ['a=1%26&b=x_y%26&c=3', 'a=1&b=x_y&c=3', 'each but the last'],
    ['a=1%26&b=x_y%26', 'a=1&b=x_y', 'each'],
    ['a=1%26&b=x_y%26', 'a=1&b=x_y&', 'each'],
    ['a=1%26&b=x_y&c=3', 'a=1&b=x_y&c=3', 'some'],
  ] as const) {
    const found = findingOn({ body: sent }, { body: signed })
    assert.is(found.id, 'form-reencoded')
    assert.ok(
      found.what.includes(`at the end of ${which} of the parameters. Its HTTP library sent this & as %26`),
      sent,
    )
  }
})

joints('another order: the sentence has both orders', () => {
  const found = findingOn({ target: '/v1/jobs?id=4&at=1&s=x' }, { target: '/v1/jobs?s=x&id=4&at=1' })
  assert.match(found.what, /of the query in the order s, id, at, but they arrived in the order id, at, s\./)
  const sameNames = findingOn({ target: '/v1/jobs?a=1&a=2' }, { target: '/v1/jobs?a=2&a=1' })
  assert.match(sameNames.what, /in the order a=2, a=1, but they arrived in the order a=1, a=2\./)
})

joints('a space as + and as %20: the remedy says which', () => {
  const found = findingOn({ target: '/b?q=a+b' }, { target: '/b?q=a%20b' })
  assert.match(found.remedy, /each space as %20 and each plus sign as %2B/)
})

joints('letters of the target in another case: the sentence has both cases', () => {
  const found = findingOn({ target: '/v1/Jobs?Page=2' }, { target: '/v1/jobs?page=2' })
  assert.match(found.what, /signed the target in lower case, but it arrived in capital and small letters/)
})

joints('a line each, as a list of Delphi prints them, or with other signs between them', () => {
  const signed = signedBy(['form-reencoded'], 'body', { body: 'a=1&b=red+fox' })
  for (const [between, end] of [
    ['\r\n', '\r\n'],
    ['\n', ''],
    ['\n', '\n'],
    [',', ''],
    [';', ''],
  ])
    for (const value of ['red+fox', 'red fox']) assert.ok(signed.has(`a=1${between}b=${value}${end}`))
  assert.match(findingOn({ body: 'a=1&b=2' }, { body: 'a=1\r\nb=2\r\n' }).what, /line ends instead of & between them/)
})
