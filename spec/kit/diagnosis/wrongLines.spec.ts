/**
 * Authorization lines as people write them in the first hour, on requests that are signed rightly: the report names the one mistake of the
 * line, and nothing else.
 */
import fc from 'fast-check'
import { say } from '../../../src/kit/diagnosis/chinese/chinese.ts'
import { type Case, diagnose } from '../../../src/kit/diagnosis/examine.ts'
import type { Report } from '../../../src/kit/diagnosis/Report.ts'
import { hash } from '../../../src/platform/node/hash.ts'
import { line, now, publicKey, signatureOf } from '../../support/planting.ts'
import { assert, forAll, suite } from '../../support/suite.ts'

const keys = [{ appId: 'app-1', key: publicKey(2048, 'app-1') }]

interface Items {
  readonly nonce: string
  readonly signature: string
  /** The right line. */
  readonly line: string
}

const signed = (nonce: string): Items => {
  const signature = signatureOf(`GET\n/v1/jobs\n${now}\n${nonce}\n`)
  return { nonce, signature, line: line(signature).replace('nonce_str=n-1', `nonce_str=${nonce}`) }
}

const reportOn = (authorization: string, work?: number): Report => {
  const request: Case = {
    method: 'GET',
    target: '/v1/jobs',
    authorization: [authorization],
    body: new Uint8Array(),
    keys,
    now,
  }
  return diagnose(request, hash, work)
}

/** Ids and details of the findings. */
const foundIn = ({ findings }: Report): ReadonlyArray<string> => findings.map(({ id, detail }) => `${id}: ${detail}`)

const inBytes = (text: string): string => Buffer.from(text).toString('latin1')

const nonces = fc.stringMatching(/^[0-9a-f]{32}$/)

/** The line that a caller writes, from the right one, and what the report names. */
const lines: Readonly<Record<string, readonly [write: (right: Items) => string, found: string]>> = {
  'two lines joined by a comma': [
    (right) => `${right.line}, ${right.line}`,
    'header-several: 2 signed lines, joined by commas',
  ],
  'three lines joined by commas': [
    (right) => `${right.line}, ${right.line},${right.line}`,
    'header-several: 3 signed lines, joined by commas',
  ],
  'a line, and the auth type with something else': [
    (right) => `${right.line}, SVC-SHA256-RSA x`,
    'header-several: the auth type 2 times',
  ],
  'a line of another scheme after it': [
    (right) => `${right.line}, Bearer eyJhbGciOi`,
    'header-several: a signed line, and Bearer after it',
  ],
  'a line of another scheme with items after it': [
    (right) => `${right.line},Digest username="a", realm="b"`,
    'header-several: a signed line, and Digest after it',
  ],
  'the auth type twice, joined by a comma': [
    (right) => right.line.replace('SVC-SHA256-RSA', 'SVC-SHA256-RSA, SVC-SHA256-RSA'),
    'header-auth-type: the auth type twice',
  ],
  'the auth type of another scheme before the right items': [
    (right) => right.line.replace('SVC-SHA256-RSA', 'Signature'),
    'header-auth-type: Signature',
  ],
  'no space after the auth type': [(right) => right.line.replace(' ', ''), 'header-auth-type: no space after it'],
  'a tab after the auth type': [
    (right) => right.line.replace(' ', '\t'),
    'header-whitespace: a tab after the auth type',
  ],
  'a no-break space': [(right) => right.line.replace(' ', '\u00a0'), 'header-form: U+00A0 in place of a space'],
  'commas of a Chinese keyboard': [
    (right) => right.line.replaceAll(',', '\uff0c'),
    'header-form: U+FF0C in place of a comma',
  ],
  'dashes of a word processor': [
    (right) => right.line.replaceAll('SVC-SHA256-RSA', 'SVC\u2013SHA256\u2013RSA'),
    'header-form: U+2013 in place of a hyphen',
  ],
  'a byte order mark': [(right) => `\ufeff${right.line}`, 'header-form: U+FEFF before it'],
  'typographic quotation marks': [
    (right) => right.line.replace(right.signature, `\u201c${right.signature}\u201d`),
    'header-quoted: \u201c and \u201d round signature',
  ],
  'nonce and timestamp exchanged': [
    (right) =>
      right.line
        .replace(`nonce_str=${right.nonce}`, `nonce_str=${now}`)
        .replace(`timestamp=${now}`, `timestamp=${right.nonce}`),
    'header-key-name: nonce_str and timestamp exchanged',
  ],
  'app id and nonce exchanged': [
    (right) =>
      right.line
        .replace('app_id=app-1', `app_id=${right.nonce}`)
        .replace(`nonce_str=${right.nonce}`, 'nonce_str=app-1'),
    'header-key-name: app_id and nonce_str exchanged',
  ],
  'the names of WeChat Pay': [
    (right) => `${right.line.replace('app_id', 'mchid')},serial_no=1DDE55AD98ED71D6`,
    'header-key-name: mchid',
  ],
  'the line of WeChat Pay': [
    (right) =>
      `WECHATPAY2-SHA256-RSA2048 mchid="app-1",nonce_str="${right.nonce}",signature="${right.signature}",timestamp="${now}",serial_no="1DDE55AD98ED71D6"`,
    'header-auth-type: WECHATPAY2-SHA256-RSA2048',
  ],
  'the signature as a list of bytes': [
    (right) => right.line.replace(right.signature, [...Buffer.from(right.signature, 'base64')].join(',')),
    'signature-printed: a list of its bytes',
  ],
  'the signature as the JSON of a Buffer': [
    (right) => right.line.replace(right.signature, JSON.stringify(Buffer.from(right.signature, 'base64'))),
    'signature-printed: a list of its bytes',
  ],
  'the signature in words of the language': [
    (right) => right.line.replace(right.signature, `Optional("${right.signature}")`),
    'signature-printed: with words or marks round it',
  ],
  'the signature as a member of JSON': [
    (right) => right.line.replace(right.signature, JSON.stringify({ signature: right.signature })),
    'signature-printed: a member of JSON',
  ],
  'the signature as the last member of JSON': [
    (right) => right.line.replace(right.signature, JSON.stringify({ alg: 'RS256', version: 1, sign: right.signature })),
    'signature-printed: a member of JSON',
  ],
  'two more equals signs before the signature': [
    (right) => right.line.replace('signature=', 'signature==='),
    'signature-printed: equals signs before it',
  ],
  'n after the digits of the timestamp': [
    (right) => right.line.replace(`timestamp=${now}`, `timestamp=${now}n`),
    'header-timestamp: a mark beside the digits',
  ],
}

const shellVariable = (name: string): string => `$${`{${name}}`}`

const wrong = suite('lines of the first hour')

for (const [name, [write, found]] of Object.entries(lines))
  wrong(`for all nonces, ${name}: this is the only finding, and it is exact`, () =>
    forAll([nonces.map(signed)], { numRuns: 10 }, (right) => {
      for (const written of new Set([write(right), inBytes(write(right))])) {
        const report = reportOn(written)
        assert.equal([foundIn(report), report.exact], [[found], true], written)
      }
    }),
  )

/** What stands in place of a signature, so that no key opens it. */
const unopened: Readonly<Record<string, string>> = {
  'System.Byte[]': 'signature-printed: System.Byte[]',
  [shellVariable('signature')]: `signature-printed: ${shellVariable('signature')}, not filled in`,
  '<redacted>': 'signature-printed: redacted, a mask',
  '[FILTERED]': 'signature-printed: filtered, a mask',
  '(null)': 'signature-printed: (null)',
  '<nil>': 'signature-printed: <nil>',
  '{"error":"no key"}': 'signature-not-rsa: an object of JSON',
  '{{signature}}': 'signature-printed: {{signature}}, not filled in',
  '': 'signature-printed: nothing after signature=',
  'error:0909006C:PEM routines:get_name:no start line': 'signature-printed: the message of an error',
}

for (const [written, found] of Object.entries(unopened))
  wrong(`the signature ${JSON.stringify(written)}: the header has another mistake only if it has one`, () => {
    const right = signed('n-1')
    assert.equal(foundIn(reportOn(right.line.replace(right.signature, () => written))), [found])
  })

wrong('an auth type of another scheme before the items of this one: only the auth type is wrong', () => {
  const right = signed('n-1').line
  const whatOn = (authorization: string): string =>
    reportOn(authorization)
      .findings.map(({ what }) => what)
      .join()
  for (const authType of ['Signature', 'HMAC-SHA256', 'WECHATPAY2-SHA256-RSA2048'])
    assert.is(
      whatOn(right.replace('SVC-SHA256-RSA', authType)),
      `The header begins with ${authType}, and not with the auth type SVC-SHA256-RSA.`,
    )
  assert.match(
    whatOn(right.replace('SVC-SHA256-RSA app_id', 'WECHATPAY2-SHA256-RSA2048 mchid')),
    /form of another scheme/,
  )
})

wrong('a byte order mark does not look like a character, and other marks do', () => {
  const right = signed('n-1').line
  const whatOn = (authorization: string): string =>
    reportOn(authorization)
      .findings.map(({ what }) => what)
      .join()
  assert.is(
    whatOn(`\ufeff${right}`),
    'The value of the header begins with U+FEFF, a byte order mark, which nobody sees.',
  )
  assert.match(
    whatOn(`\ufeff${right.replace(' ', '\u00a0')}`),
    /nobody sees\. .* only look like .* in place of a space\.$/,
  )
  assert.not.match(whatOn(right.replace(' ', '\u00a0')), /U\+FEFF/)
})

wrong('values that are no values: each is named, and none is a form of the header', () => {
  const report = reportOn(
    `SVC-SHA256-RSA ${['app_id', 'nonce_str', 'timestamp', 'signature'].map((name) => `${name}=${shellVariable(name)}`).join()}`,
  )
  assert.equal(report.findings.map(({ id }) => id).toSorted(), [
    'app-id-form',
    'header-timestamp',
    'nonce-alphabet',
    'signature-printed',
  ])
  for (const { what } of report.findings) assert.match(what, /(?:it|that) has not got its value/)
})

wrong('a line of another scheme has one finding of the header, and needs no long search', () => {
  const right = signed('n-1')
  for (const authorization of [
    `Signature keyId="app-1",algorithm="rsa-sha256",headers="(request-target) date",signature="${right.signature}"`,
    'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20261130/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, Signature=',
    'OAuth oauth_consumer_key="app-1", oauth_nonce="n-1", oauth_signature="AAAA"',
  ]) {
    const { findings } = reportOn(authorization)
    assert.equal(
      findings.filter(({ part }) => part === 'header').map(({ id }) => id),
      ['header-auth-type'],
      authorization,
    )
    assert.match(findings[0]?.what ?? '', /^The header has the form of another scheme: /)
  }
})

wrong('a date as the nonce, or digits as the nonce and the timestamp, are not exchanged', () => {
  for (const [nonce, timestamp] of [
    [String(now), '2026-11-30T18'],
    [String(now), String(now)],
    ['n-1', 'later'],
  ] as const) {
    const right = signed(nonce)
    const report = reportOn(right.line.replace(`timestamp=${now}`, `timestamp=${timestamp}`))
    assert.not(foundIn(report).some((found) => found.includes('exchanged')))
  }
})

wrong('two equals signs: the form is named, and nothing is said of JSON', () => {
  const right = signed('n-1')
  const report = reportOn(right.line.replace('signature=', 'signature=='))
  assert.equal(foundIn(report), ['header-form: two equals signs'])
  assert.not.match(report.findings[0]?.what ?? '', /JSON|encoded/)
})

/** A request without an Authorization header. */
const reportWithout = (target: string, headers: NonNullable<Case['headers']>): Report =>
  diagnose({ method: 'GET', target, authorization: [], headers, body: new Uint8Array(), keys, now }, hash)

wrong('a misspelled name of the header: the line in it is read', () => {
  const { line: right } = signed('n-1')
  for (const name of ['authorisation', 'autorization', 'authorizaton'])
    assert.equal(foundIn(reportWithout('/v1/jobs', [[name, right]])), [`header-name: ${name}`])
})

wrong('a signature in the query is named, and another parameter is not', () => {
  const { signature } = signed('n-1')
  for (const name of ['sign', 'signature'])
    assert.equal(foundIn(reportWithout(`/v1/jobs?app_id=app-1&${name}=${encodeURIComponent(signature)}`, [])), [
      'header-name: the query',
    ])
  for (const query of ['sign=left', 'signature=none', `design=${encodeURIComponent(signature)}`])
    assert.equal(foundIn(reportWithout(`/v1/jobs?${query}`, [])), [], query)
})

wrong('each form of the header in words that are true of it, in both languages', () => {
  const right = signed('n-1').line
  const [authType = '', items = ''] = right.split(' ')
  const header = (write: (item: string) => string, joint = ','): string =>
    `${authType} ${items.split(',').map(write).join(joint)}`
  const same = (item: string): string => item
  const expected: ReadonlyArray<readonly [line: string, words: RegExp]> = [
    [`${authType}: ${items}`, /wrote : after the auth type/],
    [`${authType}=${items}`, /wrote = after the auth type/],
    [`${right},`, /a comma without an item before it or after it/],
    [header(same, ',,'), /a comma without an item/],
    [`${right},foo`, /no equals sign between a name and a value/],
    [header(same, ';'), /joined by ;, not by commas/],
    [header(same, ' '), /joined by spaces, not by commas/],
    [header((item) => item.replace('=', ':')), /a colon where an equals sign must be/],
    [header(same, ',\t'), /a space or a tab before an item/],
    [header(same, ' ,'), /a space or a tab after an item/],
    [header((item) => item.replace('=', ' = ')), /a space or a tab beside the sign/],
    [right.replace(authType, 'Basic'), /begins with Basic, and not with the auth type/],
    [right.replace('n-1', 'a'.repeat(200)), /has 200 characters, but no nonce has more than 128/],
    [right.replace('n-1', '[object Object]'), /how a program prints an object or a function/],
    [right.replace('n-1', '<function uuid4 at 0x7f>'), /how a program prints an object or a function/],
  ]
  for (const [line, words] of expected) {
    const { findings } = reportOn(line, 1_000_000)
    assert.match(findings.map(({ what }) => what).join(), words, line.slice(0, 60))
    for (const { what, remedy } of findings)
      for (const sentence of [what, remedy]) assert.match(say(sentence), /[\u4e00-\u9fff]/, sentence)
  }
  assert.match(reportOn('Basic dXNlcjpwYXNz').findings[0]?.what ?? '', /a user name and a password/)
})

wrong('a variable in place of the app id is told once', () => {
  const { findings } = reportOn(signed('n-1').line.replace('=app-1', `=${shellVariable('APP_ID')}`))
  assert.equal(
    findings.map(({ id }) => id),
    ['app-id-form'],
  )
})
