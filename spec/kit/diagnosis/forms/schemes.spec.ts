/** What other services' schemes sign is told from the text that was signed, and from nothing else of the catalogue. */
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { schemeTelling } from '../../../../src/kit/diagnosis/directions.ts'
import { schemes } from '../../../../src/kit/diagnosis/forms/schemes.ts'
import { signingStrings } from '../../../../src/kit/diagnosis/forms/signingStrings.ts'
import { search } from '../../../../src/kit/diagnosis/search/search.ts'
import { hash } from '../../../../src/platform/node/hash.ts'
import { rightDraft } from '../../../support/signedText.ts'
import { assert, forAll, suite } from '../../../support/suite.ts'

const body = '{"b":1,"a":"é"}'
const right = rightDraft({ target: '/v1/jobs?b=2&a=x%20y', body, host: 'jobs.example:8443' })

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const hashed = sha256(body)
const base64 = (name: string): string => createHash(name).update(body).digest('base64')
const date = 'Tue, 14 Nov 2023 22:13:20 GMT'
const type = 'application/json; charset=utf-8'
const canonical = `POST\n/v1/jobs\na=x%20y&b=2\ncontent-type:${type}\nhost:jobs.example:8443\nx-amz-date:20231114T221320Z\n\ncontent-type;host;x-amz-date\n${hashed}`

const test = suite('schemes of other services')

for (const [detail, text] of [
  ['AWS', `AWS4-HMAC-SHA256\n20231114T221320Z\n20231114/us-east-1/execute-api/aws4_request\n${sha256(canonical)}`],
  ['canonical request', canonical],
  ['Azure', `POST\n\n\n16\n\n${type}\n\n\n\n\n\n\nx-ms-date:${date}\n/app-1/v1/jobs`],
  ['Aliyun', `POST\n${base64('md5')}\n${type}\n${date}\n/v1/jobs?b=2&a=x%20y`],
  ['PayPal', 'n-1|1700000000|app-1|2023511711'],
  ['Walmart', 'app-1\n1700000000\n1\n'],
  [
    'RFC 9421',
    `"@method": POST\n"@path": /v1/jobs\n"@authority": jobs.example:8443\n"@signature-params": ("@method" "@path" "@authority");created=1700000000;nonce="n-1";keyid="app-1"`,
  ],
  [
    'RFC 9421',
    `"@method": POST\n"@path": /v1/jobs\n"@signature-params": ("@method" "@path");created=1700000000;keyid="app-1"`,
  ],
  ['list headers', `(request-target): post /v1/jobs?b=2&a=x%20y\nhost: jobs.example:8443\ndate: ${date}`],
  ['list headers', `date: ${date}\ndigest: SHA-256=${base64('sha256')}`],
  ['Google Cloud Storage', `POST\n${base64('md5')}\n${type}\n1700000000\n/app-1/v1/jobs`],
  ['Hawk', 'hawk.1.header\n1700000000\nn-1\nPOST\n/v1/jobs?b=2&a=x%20y\njobs.example\n8443\n\n\n'],
  ['Twilio', 'https://jobs.example:8443/v1/jobs?b=2&a=x%20yaéb1'],
  ['payment', 'a=é&app_id=app-1&b=1&nonce_str=n-1&timestamp=1700000000'],
  ['only timestamp, nonce, hash of the body, ""', `1700000000n-1${hashed}`],
  ['only app id, timestamp, body, "."', `app-1.1700000000.${body}`],
  ['only method, path or URL, body, "."', `POST.https://jobs.example:8443/v1/jobs?b=2&a=x%20y.${body}`],
  ['a line feed behind each', `1700000000\nn-1\n${body}\n`],
] as const)
  test(`${detail}: ${JSON.stringify(text).slice(0, 60)}`, () => {
    const matches = (bytes: Uint8Array): boolean => Buffer.from(bytes).toString() === text
    const searching = search({ expected: [right], matches, hash, maxMistakes: 1 })
    let step = searching.next()
    while (step.done !== true) step = searching.next()
    const told = step.value.found?.explanations.map((steps) => steps.map(({ mistake }) => mistake.id).join())
    assert.equal(told, ['part-missing'])
    const [first] = step.value.found?.explanations[0] ?? []
    assert.ok(first?.detail.includes(detail), first?.detail)
  })

const isSame = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0

test('a text with any bytes as its body is among the forms of that text', () => {
  for (const bytes of [[0xef, 0xbb, 0xbf, 0x7b, 0x7d], [0xff, 0x41, 0xc3], [0xe2, 0x82], [0x7b, 0x7d], []]) {
    const draft = { ...right, body: Uint8Array.from(bytes) }
    const forms = [...schemes(draft, hash)].filter((_, i) => i % 41 === bytes.length)
    for (const [detail, { text }] of forms) {
      assert.ok(text)
      const isMade = [...schemes(draft, hash, text)].some((form) => form[1].text && isSame(form[1].text, text))
      assert.ok(isMade, `${detail}: ${Buffer.from(text)}`)
    }
  }
})

const sentAt = 'Tue, 14 Nov 2023 22:13:17 GMT'
const listed = ['(request-target)', 'host', 'date', 'digest', 'content-type', 'content-length', '(created)']

/** A list of headers of HTTP Signatures, of a request with a Date of its own. */
const signingString = (names: ReadonlyArray<string>): string =>
  names
    .map((name) => {
      if (name === '(request-target)') return `${name}: post /v1/jobs?b=2&a=x%20y`
      if (name === 'host') return 'host: jobs.example:8443'
      if (name === 'date') return `date: ${sentAt}`
      if (name === 'digest') return `digest: SHA-256=${base64('sha256')}`
      if (name === 'content-type') return 'content-type: text/plain; charset=iso-8859-1'
      return name === 'content-length' ? 'content-length: 16' : '(created): 1700000000'
    })
    .join('\n')

const withHeaders = { ...right, date: sentAt, contentType: 'text/plain; charset=iso-8859-1' }

test('for all choices and orders of up to four headers of this request: the text of HTTP Signatures', () =>
  forAll([fc.shuffledSubarray(listed, { minLength: 1, maxLength: 4 })], (names) => {
    // A list has the date or the time of signing.
    if (names.includes('(created)') && /date|content/.test(names.join())) return
    const texts = Array.from(signingStrings(withHeaders, hash), ([, { text }]) => Buffer.from(text ?? []).toString())
    assert.ok(texts.includes(signingString(names)), names.join(' '))
  }))

test('a list of headers in an unusual order is found, and named by its headers', () => {
  const text = signingString(['date', '(request-target)', 'host'])
  const matches = (bytes: Uint8Array): boolean => Buffer.from(bytes).toString() === text
  const searching = search({ expected: [withHeaders], matches, hash, maxMistakes: 1 })
  let step = searching.next()
  while (step.done !== true) step = searching.next()
  const details = step.value.found?.explanations.map(([{ detail } = { detail: '' }]) => detail)
  assert.equal(details, ['as HTTP Signatures list headers: date (request-target) host'])
  assert.match(schemeTelling(details?.[0] ?? '')?.what ?? '', /HTTP Signatures, the draft before RFC 9421/)
})

test('not: a header with a line end, and more than the lists of a request', () => {
  const texts = [...signingStrings({ ...withHeaders, date: 'x\nhost: y' }, hash)]
  assert.not.ok(texts.some(([, { text }]) => Buffer.from(text ?? []).includes('x\nhost: y')))
  assert.ok(texts.length < 700, `${texts.length} texts`)
})

test('for all targets and bodies: no text of another scheme has our five parts with another target', () =>
  forAll(
    [
      fc.constantFrom('/', '/v1/jobs', '/v1/jobs?b=2&a=x%20y', '/app-1'),
      fc.constantFrom('', body, 'a=1&b=2'),
      // An app id like the method or the nonce makes our own text.
      fc.constantFrom('app-1', 'shop', '123'),
    ],
    { numRuns: 6 },
    (target, sentBody, appId) => {
      const draft = { ...right, target, sent: target, appId, body: new Uint8Array(Buffer.from(sentBody)) }
      for (const [detail, { text }] of schemes(draft, hash)) {
        const [method, , timestamp, nonce] = Buffer.from(text ?? [])
          .toString()
          .split('\n')
        const isOurs = method === 'POST' && timestamp === '1700000000' && nonce === 'n-1'
        assert.not.ok(
          isOurs &&
            Buffer.from(text ?? [])
              .toString()
              .split('\n').length > 4,
          detail,
        )
      }
    },
  ))

test('bytes that are wanted end the work on others, be they UTF-8 or not', () => {
  const count = (wanted?: string): number =>
    [...schemes(right, hash, wanted === undefined ? wanted : Buffer.from(wanted, 'latin1'))].length
  assert.ok(count() > 4 * count('app-1.1700000000.'))
  assert.equal(count(`app-1.1700000000.é`), count('app-1.1700000000.e'))
  assert.equal(count(`POST\n/v1/jobs?b=2&a=x%20y\n1700000000\nn-1\né`), 0)
})

test('a timestamp that is no number is signed as it is; none of a long body', () => {
  const texts = [...schemes({ ...right, timestamp: 'now' }, hash)].map(([, { text }]) => text)
  assert.ok(texts.some((text) => text !== undefined && Buffer.from(text).equals(Buffer.from('now.n-1'))))
  assert.equal([...schemes({ ...right, body: new Uint8Array(65_537) }, hash)], [])
})
