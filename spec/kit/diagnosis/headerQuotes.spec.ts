/**
 * What a report quotes of a header: texts of fixed lists, and short words of a harmless shape. Whatever else stands in the header may be a
 * secret, such as a password in place of the auth type.
 */
import fc from 'fast-check'
import { diagnose } from '../../../src/kit/diagnosis/examine.ts'
import { missingTexts } from '../../../src/kit/diagnosis/forms/missingValues.ts'
import type { Report } from '../../../src/kit/diagnosis/Report.ts'
import { hash } from '../../../src/platform/node/hash.ts'
import { line, now, publicKey, signatureOf } from '../../support/planting.ts'
import { assert, forAll, suite } from '../../support/suite.ts'

const quotes = suite('what a report quotes of a header')

const keys = [{ appId: 'app-1', key: publicKey(2048, 'app-1') }]
const signature = signatureOf(`GET\n/v1/jobs\n${now}\nn-1\n`)
const right = line(signature)

const reportOn = (header: string): Report =>
  diagnose(
    { method: 'GET', target: '/v1/jobs', authorization: [header], body: new Uint8Array(), keys, now },
    hash,
    1_000_000,
  )

const wordsOf = ({ findings, alternatives, headline }: Report): string =>
  JSON.stringify([headline, ...[findings, ...alternatives].flat().map((f) => [f.detail, f.what, f.remedy])])

const names = ['app_id', 'nonce_str', 'timestamp', 'signature'] as const

/** The right line with another value for an item. */
const withValue = (name: string, value: string): string =>
  right.replace(new RegExp(`${name}=[^,]*`), () => `${name}=${value}`)

/** A secret that no word of a list contains. */
const secret = fc.stringMatching(/^[A-Z][a-z]{3}[0-9]{4}[a-z]{3}$/)

/** How programs and people write something round a value. The value is none that an app id or a nonce may have. */
const around: ReadonlyArray<(value: string) => string> = [
  (value) => `$${value}`,
  (value) => `\${${value}}`,
  (value) => `{${value}}`,
  (value) => `{{${value}}}`,
  (value) => `{{ ${value} | x }}`,
  (value) => `<${value}>`,
  (value) => `[${value}]`,
  (value) => `%${value}%`,
  (value) => `$(${value})`,
  (value) => `:${value}`,
  (value) => `__${value}__!`,
  (value) => `<function ${value} at 0x7f2a>`,
  (value) => `<${value} object at 0x7f2a>`,
  (value) => `[object ${value}]`,
  (value) => `app-1:${value}`,
  (value) => `app-1#${value}`,
  (value) => `${value}/app-1`,
  (value) => `${value}@app-1`,
  (value) => `app-1%20${value}`,
]

/** Where a secret may stand besides the value of an item. */
const places: ReadonlyArray<(value: string) => string> = [
  (value) => right.replace('SVC-SHA256-RSA', value),
  (value) => right.replace('SVC-SHA256-RSA', `aws4-${value}`),
  (value) => right.replace('SVC-SHA256-RSA', `SVC-${value}-RSA`),
  (value) => right.replace('SVC-SHA256-RSA ', `SVC-SHA256-RSA ${value} `),
  (value) => right.replace('SVC-SHA256-RSA ', `${value}, SVC-SHA256-RSA `),
  (value) => `Bearer ${value}, ${right}`,
  (value) => `${right}, Bearer ${value}`,
  (value) => `${right}, Digest username="${value}", realm="x"`,
  (value) => `${right}, ${value} x`,
  (value) => `${right},${value}`,
  (value) => `${right},${value}=1`,
  (value) => `${right},key=${value}`,
  (value) => `${right},client_id=${value}!`,
  (value) => right.replace('timestamp=', `${value}=`),
  (value) => right.replace('app_id=', `${value}=`),
  (value) => `Authorization: ${value} ${right}`,
  (value) => value,
  (value) => `${value} ${value}`,
  (value) => `Token ${value}`,
  (value) => `{"password":"${value}","signature":"${signature}"}`,
]

quotes('for all secrets: none is quoted, wherever it stands', () =>
  forAll([secret, fc.constantFrom(...places)], { numRuns: 60 }, (value, write) => {
    assert.not.match(wordsOf(reportOn(write(value))).toLowerCase(), new RegExp(value.toLowerCase()), write(value))
  }),
)

quotes('for all secrets: none is quoted in place of a value, whatever is printed round it', () =>
  forAll(
    [secret, fc.constantFrom(...around), fc.constantFrom(...names), fc.constantFrom('', '"')],
    { numRuns: 120 },
    (value, write, name, quote) => {
      const header = withValue(name, quote + write(value) + quote)
      assert.not.match(wordsOf(reportOn(header)).toLowerCase(), new RegExp(value.toLowerCase()), header)
    },
  ),
)

quotes('the names of schemes, and slips in the right auth type, are quoted', () => {
  for (const word of [
    'Signature',
    'HMAC-SHA256',
    'WECHATPAY2-SHA256-RSA2048',
    'SVC_SHA256_RSA',
    'SVC-SHA256-RSA2',
    'Hawk',
  ])
    assert.ok(wordsOf(reportOn(right.replace('SVC-SHA256-RSA', word))).includes(word), word)
})

quotes('short words beside a registered app id are quoted, and a password behind a colon is not', () => {
  assert.match(reportOn(withValue('app_id', 'app-1#shanghai#0')).findings[0]?.what ?? '', /has #shanghai#0 after it/)
  const [found] = reportOn(withValue('app_id', 'app-1:letmein')).findings
  assert.is(found?.what, 'The registered app id is app-1, and the header has 8 more characters after it.')
})

// ---- Values that are none

/** Names of variables, as tools and guides write them. */
const variables = ['nonce', 'NONCE', 'appId', 'APP_ID', 'timestamp', 'unix_timestamp', 'your-app-id', '$guid']

const placeholders: ReadonlyArray<(name: string) => string> = [
  (name) => `{{${name}}}`,
  (name) => `{{ ${name} }}`,
  (name) => `\${${name}}`,
  (name) => `#{${name}}`,
  (name) => `<${name}>`,
  (name) => `{${name}}`,
  (name) => `<%=${name}%>`,
]

/** All spellings of a value that is not there. */
const unfilled = fc.oneof(
  fc.constantFrom(...missingTexts().filter((text) => /[^0-9A-Za-z.]/.test(text))),
  fc.tuple(fc.constantFrom(...variables), fc.constantFrom(...placeholders)).map(([name, write]) => write(name)),
  fc.constantFrom(
    '<redacted>',
    '[FILTERED]',
    '[redacted]',
    '(hidden)',
    '<masked>',
    '%s',
    '{0}',
    '$(uuidgen)',
    '$(date +%s)',
  ),
)

quotes(
  'for all spellings of no value in all items: this is the only finding of the header, and it is no stray mark',
  () =>
    forAll([unfilled, fc.constantFrom(...names)], { numRuns: 150 }, (value, name) => {
      const { findings } = reportOn(withValue(name, value))
      const ofHeader = findings.filter(({ evidence }) => evidence === 'header')
      const words = JSON.stringify([value, ofHeader.map(({ id, what }) => [id, what])])
      assert.is(ofHeader.length, 1, words)
      assert.match(
        ofHeader[0]?.what ?? '',
        /missing value|has not got its value|prints an object|in place of the/,
        words,
      )
    }),
)
