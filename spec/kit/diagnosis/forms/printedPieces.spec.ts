/** A value of the target that a program printed, and a target that a program changed which is not made for URLs. */
import fc from 'fast-check'
import { say } from '../../../../src/kit/diagnosis/chinese/chinese.ts'
import { diagnose } from '../../../../src/kit/diagnosis/examine.ts'
import { miswrittenTargets } from '../../../../src/kit/diagnosis/forms/miswrittenTargets.ts'
import { pieceForms, piecesOf, printedPieces } from '../../../../src/kit/diagnosis/forms/printedPieces.ts'
import { miswritingDifference } from '../../../../src/kit/diagnosis/miswritingDifference.ts'
import { pieceDifference } from '../../../../src/kit/diagnosis/pieceDifference.ts'
import type { Report } from '../../../../src/kit/diagnosis/Report.ts'
import { hash } from '../../../../src/platform/node/hash.ts'
import { line, now, publicKey, signatureOf } from '../../../support/planting.ts'
import { assert, forAll, inTurn, suite } from '../../../support/suite.ts'

interface Sent {
  readonly method?: string
  readonly target: string
  readonly host?: string
}

const reportOn = ({ method = 'GET', target, host }: Sent, signedMethod: string, signedTarget: string): Report => {
  const authorization = [line(signatureOf(`${signedMethod}\n${signedTarget}\n${now}\nn-1\n`))]
  const keys = [{ appId: 'app-1', key: publicKey(2048, 'app-1') }]
  const view = {
    method,
    target,
    authorization,
    body: new Uint8Array(),
    keys,
    now,
    ...(host === undefined ? {} : { host }),
  }
  return diagnose(view, hash, 100_000_000)
}

const isSaid = (sentence = ''): void => assert.match(say(sentence), /[\u4e00-\u9fff]/, sentence)

const printed = suite('values and targets as programs print them')

const uuid = '6f1c8d0e-93a2-4b57-a1f0-c2d4e5b69788'

const targets: ReadonlyArray<readonly [sent: string, signed: string, words: RegExp]> = [
  ['/v1/jobs/8812', '/v1/jobs/8,812', /marks between the digits/],
  ['/v1/jobs/12345678901', '/v1/jobs/1.2345678901e+10', /a fraction or an exponent/],
  ['/v1/jobs/12345678901', '/v1/jobs/1.2345678901E10', /a fraction or an exponent/],
  ['/v1/jobs/9007199254740993', '/v1/jobs/9007199254740992', /53 bits/],
  ['/v1/jobs/4294967297', '/v1/jobs/1', /32 bits/],
  ['/v1/jobs/007', '/v1/jobs/7', /zeros in front were lost/],
  ['/v1/jobs/8812', '/v1/jobs/Optional[8812]', /the object that holds it/],
  ['/v1/jobs/8812', '/v1/jobs/%!d(string=8812)', /the object that holds it/],
  ['/v1/jobs/8812', '/v1/jobs/[object Promise]', /not there yet/],
  ['/v1/jobs/8812', '/v1/jobs/{8812}', /Either its program printed brackets or braces round the value, or/],
  ['/v1/jobs/8812', '/v1/jobs/\u0668\u0668\u0661\u0662', /another script/],
  [`/v1/jobs/${uuid}`, `/v1/jobs/${uuid.replaceAll('-', '')}`, /same UUID/],
  ['/v1/jobs/%228812%22', '/v1/jobs/8812', /was sent with quotation marks or brackets/],
  ['/v1/jobs?page=2&size=50', '/v1/jobs?page=1&size=50', /counted on or read its clock again/],
  ['/v1/jobs?w=1.5', '/v1/jobs?w=1,5', /same number in another form/],
  ['/v1/jobs?cursor=ab-_cd', '/v1/jobs?cursor=ab+/cd', /Perhaps the value is Base64, in its other alphabet\.$/],
  ['/v1/jobs?a=1&b=2', '/v1/jobs?a=1\\u0026b=2', /escapes of JSON/],
  ['/v1/jobs', '\\/v1\\/jobs', /escapes of JSON/],
  ['/v1/jobs?a=1&copy=2', '/v1/jobs?a=1©=2', /HTML reads &times and &copy/],
  ['/v1/jobs?a=1&order=2&notify=3', '/v1/jobs?a=1&order=2¬ify=3', /HTML reads &times and &copy/],
  ['/v1/files/red%20fox', '/v1/files/red%%20fox', /two percent signs/],
  ['/v1/jobs/88%E2%80%8B12', '/v1/jobs/8812', /a character that nobody sees/],
  [
    '/v1/jobs?$filter=done&$top=5',
    '/v1/jobs?=done&=5',
    /A shell takes them for variables, and so does a text in double quotes of PHP/,
  ],
  ['/v1/jobs?page=1&size=2', '/v1/jobs?page=1\n&size=2', /line ends within the target/],
  ['/v1/jobs?page=1&size=2', 'page=1&size=2', /only the query, without the path/],
  ['/v1/jobs?page=1&size=2', '/v1/jobspage1size2', /without the marks between them/],
  ['/v1/jobs?a=1&b=2', '/v1/jobs?a=1&&b=2', /a stray &/],
  ['/v1/jobs?a=1&b=2', '/v1/jobs?a=1?b=2', /second question mark/],
  ['/v1/jobs?a=1&b=2', '/v1/jobs&a=1&b=2', /& between the path and the query/],
  ['/v1/image-jobs', '/v1/image_jobs', /hyphens where underscores/],
  ['/v1/jobs?page=1&size=2', '/v1/jobs{?page,size}', /template of the query/],
  ['/v1/jobs', 'C:/Program Files/Git/v1/jobs', /MSYS/],
  ['/v1/jobs', 'GET /v1/jobs', /the method a second time/],
  ['/v1/jobs', 'v1,jobs', /segments of the path as a list/],
  ['/v1/jobs/8812', '/{proxy+}', /a route of a gateway/],
  ['/v1/jobs', '/#/v1/jobs', /a # before the path/],
  ['/v1/jobs/8812', '/v1/jobs/{id:[0-9]+}', /a placeholder of a template/],
  ['/v1/jobs/8812', '/v1/jobs/<int:job_id>', /a placeholder of a template/],
  ['/v1/jobs/8812', `/v1/jobs/$\{{ env.ID }}`, /a placeholder of a template/],
  ['/v1/jobs/8812/images?page=3', '/v1/jobs/:jobId/images?page={{page}}', /These are placeholders/],
  ['/v1/jobs', 'undefined/v1/jobs', /how a program prints a missing value/],
]

for (const [sent, signed, words] of inTurn(4, targets))
  printed(`${signed} signed for ${sent}: found, proven and told`, () => {
    const { exact, findings } = reportOn({ target: sent }, 'GET', signed)
    assert.ok(exact)
    assert.is(findings.length, 1)
    assert.match(findings[0]?.what ?? '', words)
    isSaid(findings[0]?.what)
    isSaid(findings[0]?.remedy)
  })

const methods: ReadonlyArray<readonly [sent: string, signed: string, words: RegExp]> = [
  ['DELETE', 'DEL', /signed the method DEL/],
  ['POST', 'OPTIONS', /signed the method OPTIONS/],
  ['GET', 'M.GET', /such as the member of an enumeration/],
  ['POST', 'RequestMethod.POST', /such as the member of an enumeration/],
  ['GET', "b'GET'", /such as the member of an enumeration/],
  ['OPTIONS', 'OPT\u0130ONS', /In Turkish/],
  ['GET', 'UNDEFINED', /not the value/],
]

for (const [sent, signed, words] of inTurn(2, methods))
  printed(`the method ${signed} signed for ${sent}: found, proven and told`, () => {
    const { exact, findings } = reportOn({ method: sent, target: '/v1/jobs' }, signed, '/v1/jobs')
    assert.ok(exact)
    assert.match(findings[0]?.what ?? '', words)
    isSaid(findings[0]?.what)
    isSaid(findings[0]?.remedy)
  })

printed('a bucket that the client moved into the host, and a URL as an object prints it', () => {
  const bucket = reportOn(
    { target: '/photos/a.png', host: 'my-bucket.s3.example.com' },
    'GET',
    '/my-bucket/photos/a.png',
  )
  assert.match(bucket.findings[0]?.what ?? '', /with the prefix \/my-bucket/)
  const host = 'api.example.com'
  const url = reportOn({ target: '/v1/jobs', host }, 'GET', `URL('https://${host}/v1/jobs')`)
  assert.match(url.findings[0]?.what ?? '', /the whole URL, as a program prints an object/)
  isSaid(url.findings[0]?.what)
  const joined = reportOn({ target: '/v1/jobs', host }, 'GET', `https:/${host}/v1/jobs`)
  assert.match(joined.findings[0]?.what ?? '', /one slash for two/)
  isSaid(joined.findings[0]?.what)
})

printed('for all Base64: its padding is told as such, and a mark that is no padding is not', () =>
  forAll([fc.uint8Array({ minLength: 3, maxLength: 20 })], (bytes) => {
    const base64 = Buffer.from(bytes).toString('base64').replaceAll('/', '_').replaceAll('+', '-')
    const bare = base64.replace(/=+$/, '')
    const what = (signed: string, sent: string): string =>
      pieceDifference(`/v1/jobs?q=${signed}`, `/v1/jobs?q=${sent}`)?.what ?? ''
    if (bare !== base64) assert.match(what(bare, base64), /Base64, without its padding\.$/)
    for (const marks of ['=', '=='].filter((marks) => (bare + marks).length % 4 !== 0))
      assert.not.match(what(bare, bare + marks), /Base64/, bare + marks)
  }),
)

const segment = fc.stringMatching(/^[a-zA-Z0-9._~-]{1,12}$/)
const value = fc.oneof(
  segment,
  fc.nat().map(String),
  fc.uuid(),
  fc.double({ min: 0, max: 1e6, noNaN: true }).map(String),
)
const targetOf = fc
  .tuple(fc.array(segment, { minLength: 1, maxLength: 4 }), fc.array(fc.tuple(segment, value), { maxLength: 3 }))
  .map(([path, fields]) => {
    const query = fields.map(([name, text]) => `${name}=${text}`).join('&')
    return `/${path.join('/')}${query === '' ? '' : `?${query}`}`
  })

printed('for all targets: a right target has no words, and each form of one piece has', () =>
  forAll([targetOf, fc.nat()], (target, n) => {
    assert.is(pieceDifference(target, target), undefined)
    assert.is(miswritingDifference(target, target, 'GET'), undefined)
    const forms = [...printedPieces(target)]
    const form = forms[n % Math.max(1, forms.length)]
    if (form === undefined) return
    const what = pieceDifference(form, target)?.what
    // An empty piece and white space at an end have words elsewhere.
    if (what !== undefined) isSaid(what)
  }),
)

printed('for all targets: a piece is a part of its target, and each of its forms differs from it', () =>
  forAll([targetOf], (target) => {
    for (const { from, to } of piecesOf(target)) {
      const text = target.slice(from, to)
      assert.ok(text.length > 0)
      assert.not(pieceForms(text).has(text))
    }
  }),
)

printed('for all targets: each miswriting but the right target is told, in both languages', () =>
  forAll([targetOf], { numRuns: 20 }, (target) => {
    for (const [, text] of miswrittenTargets(target, 'GET')) {
      const telling = miswritingDifference(text, target, 'GET')
      if (text === target) assert.is(telling, undefined)
      else {
        isSaid(telling?.what)
        isSaid(telling?.remedy)
      }
    }
  }),
)

printed('another id is no form of this one, and two changed values are not told as one', () => {
  assert.is(pieceDifference('/v1/jobs/4711', '/v1/jobs/8812'), undefined)
  assert.is(pieceDifference('/v1/jobs/8,812?page=1', '/v1/jobs/8812?page=2'), undefined)
  assert.is(pieceDifference('/v1/jobs', '/v1/jobs/8812'), undefined)
  assert.is(miswritingDifference('/v1/jobs?b=1', '/v1/jobs?a=1', 'GET'), undefined)
})
