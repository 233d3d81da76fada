/** Lists of some parts with one more value of the request: found, proven, and told by the name of the value alone. */
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { reportInChinese } from '../../../../src/kit/diagnosis/chinese/chinese.ts'
import { diagnose } from '../../../../src/kit/diagnosis/examine.ts'
import { namedLists, signedHeaders } from '../../../../src/kit/diagnosis/forms/namedLists.ts'
import type { Report } from '../../../../src/kit/diagnosis/Report.ts'
import { hash } from '../../../../src/platform/node/hash.ts'
import { line, now, publicKey, signatureOf } from '../../../support/planting.ts'
import { rightDraft } from '../../../support/signedText.ts'
import { assert, forAll, suite } from '../../../support/suite.ts'

const body = '{"device":"door-07","in":12,"out":9}'
const digestOf = (name: string, writing: 'hex' | 'base64'): string => createHash(name).update(body).digest(writing)

const sent = {
  method: 'POST',
  target: '/v1/orders?x=1',
  host: 'jobs.example',
  headers: [
    ['user-agent', 'a/1'],
    ['x-forwarded-for', '1.2.3.4'],
    ['x-tenant', 't-9'],
    ['x-request-id', 'req-5512'],
  ],
} as const

const reportOn = (signedText: string): Report =>
  diagnose(
    {
      ...sent,
      authorization: [line(signatureOf(signedText), 'n-1')],
      body: new Uint8Array(Buffer.from(body)),
      keys: [{ appId: 'app-1', key: publicKey(2048, 'app-1') }],
      now,
    },
    hash,
    2_000_000_000,
  )

const lists = suite('lists with one more value')

for (const [signedText, told] of [
  [
    `door-07:${now}:${digestOf('sha256', 'hex')}`,
    'device (member of the body), timestamp and SHA-256 of the body in hexadecimal digits, in this order, with ":" between them. It signed no method, target and nonce.',
  ],
  [
    `${now}n-1t-9${body}`,
    'timestamp, nonce, x-tenant (header) and body, in this order, with nothing between them. It signed no method and target.',
  ],
  [
    `${now}|POST|/v1/orders|req-5512`,
    'timestamp, method, path and x-request-id (header), in this order, with "|" between them. It signed no nonce and body.',
  ],
  [
    `app-1:${now}:${digestOf('md5', 'base64')}`,
    'app id, timestamp and MD5 of the body in Base64, in this order, with ":" between them. It signed no method, target and nonce.',
  ],
  [
    `jobs.example\nPOST\n/v1/orders?x=1\n${now}`,
    'host (header), method, target and timestamp, in this order, with a line feed between them. It signed no nonce and body.',
  ],
] as const)
  lists(`${JSON.stringify(signedText).slice(0, 50)}: found and told`, () => {
    const report = reportOn(signedText)
    assert.ok(report.exact)
    assert.equal(
      report.findings.map(({ what }) => what),
      [`The caller signed ${told}`],
    )
    const [found] = reportInChinese(report).findings
    assert.not.match(`${found?.what} ${found?.detail}`, /\b(?:the|of|only|between)\b/)
  })

const pieces = { timestamp: String(now), nonce: 'n-1', method: 'POST', target: '/v1/jobs', body: 'a=1' }

lists('for all values, and all orders of one or two parts beside it: among the forms, and alone with `only`', () =>
  forAll(
    [
      fc.stringMatching(/^[a-z][a-z0-9_-]{3,20}$/),
      fc.shuffledSubarray(Object.values(pieces), { minLength: 1, maxLength: 2 }),
      fc.constantFrom(':', '\n', '', '.', '|', '&', ',', '-'),
      fc.nat(2),
    ],
    (value, others, separator, place) => {
      const draft = { ...rightDraft({ body: 'a=1' }), named: [{ name: 'x-device-id (header)', value }] }
      const text = Buffer.from(others.toSpliced(place, 0, value).join(separator))
      const isText = ({ text: made }: { readonly text?: Uint8Array | undefined }): boolean =>
        made !== undefined && Buffer.compare(made, text) === 0
      const forms = [...namedLists(draft, hash)]
      assert.ok(
        forms.some(([, layout]) => isText(layout)),
        String(text),
      )
      assert.ok(forms.length <= 30_000, `${forms.length} forms`)
      const alone = [...namedLists(draft, hash, text)]
      assert.ok(alone.length > 0 && alone.every(([, layout]) => isText(layout)))
    },
  ),
)

lists('not: headers of transport or with a credential, and long values', () => {
  const named = signedHeaders([
    ['x-forwarded-for', 'a'],
    ['x-auth', 'a'],
    ['cookie', 'a'],
    ['x-session', 'a'],
    ['accept', 'a'],
    ['x-long', 'a'.repeat(200)],
    ['x-device', 'a'],
    ['api-key', 'b'],
  ])
  assert.equal(named, [
    { name: 'x-device (header)', value: 'a' },
    { name: 'api-key (header)', value: 'b' },
  ])
})
