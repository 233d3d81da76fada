/** What proxies and gateways do on the way, in words: a prefix that is removed with a slash, a prefix that is added, a body in Base64. */
import fc from 'fast-check'
import type { Header } from '../../../src/effects/evidenceHeaders.ts'
import { translate } from '../../../src/kit/diagnosis/chinese/chinese.ts'
import { diagnose } from '../../../src/kit/diagnosis/examine.ts'
import { prefixAndSlash } from '../../../src/kit/diagnosis/prefixAndSlash.ts'
import type { Finding } from '../../../src/kit/diagnosis/Report.ts'
import { hash } from '../../../src/platform/node/hash.ts'
import { line, now, publicKey, signatureOf } from '../../support/planting.ts'
import { onlyFinding, reportOnText, textToSign } from '../../support/signedText.ts'
import { assert, forAll, suite } from '../../support/suite.ts'
import { findingOn } from './forms/changes.ts'

const keys = [{ appId: 'app-1', key: publicKey(2048, 'app-1') }]

/** The one finding on a request whose signed target was another one. */
const findingOnTarget = (target: string, signed: string, headers: ReadonlyArray<Header> = []): Finding =>
  onlyFinding(
    reportOnText(textToSign({ method: 'GET', target: signed }), { method: 'GET', target, headers }, 300_000_000),
  )

const segment = fc.stringMatching(/^[a-z][a-z0-9]{0,7}$/)
const pathOf = (segments: ReadonlyArray<string>): string => `/${segments.join('/')}`

/** A prefix, the rest of the path, and what also happens to a slash. */
const slashes: Readonly<Record<string, (prefix: string, rest: string) => readonly [signed: string, sent: string]>> = {
  'The slash after the prefix is missing too.': (prefix, rest) => [prefix + rest, rest.slice(1)],
  'The slash at the end of the path is missing too.': (prefix, rest) => [`${prefix}${rest}/`, rest],
  'Also, the path arrived with a slash at its end, which was not signed.': (prefix, rest) => [
    prefix + rest,
    `${rest}/`,
  ],
  'The two paths also differ in a double slash.': (prefix, rest) => [`${prefix}/${rest}`, rest],
}

const onTheWay = suite('what happens on the way')

onTheWay('for all prefixes and paths: a prefix that is removed together with a slash', () =>
  forAll(
    [
      fc.array(segment, { minLength: 1, maxLength: 2 }),
      fc.array(segment, { minLength: 1, maxLength: 3 }),
      fc.constantFrom(...Object.keys(slashes)),
    ],
    (prefixSegments, restSegments, words) => {
      const prefix = pathOf(prefixSegments)
      const [signed, sent] = slashes[words]?.(prefix, pathOf(restSegments)) ?? ['', '']
      const telling = prefixAndSlash(signed, sent)
      assert.ok(telling?.what.includes(`the prefix ${prefix}, but`) && telling.what.endsWith(words), telling?.what)
    },
  ),
)

onTheWay('not: a prefix without a slash, another path, another query', () => {
  for (const [signed, sent] of [
    ['/api/v1/jobs', '/v1/jobs'],
    ['/api/v1/jobs/', '/v1/jobs/'],
    ['/v1/jobs/', '/v1/jobs'],
    ['/api/v2/jobs/', '/v1/jobs'],
    ['/api/v1/jobs/?a=1', '/v1/jobs?a=2'],
    ['/api', '/'],
    ['v1/jobs', '/jobs/'],
    // A prefix and two slashes.
    ['/api//v1/jobs/', '/v1/jobs'],
    ['/api/v1/jobs/', 'v1/jobs'],
    ['/api/v1/jobs', 'v1/jobs/'],
    ['/api/a//b', '/a//b'],
  ] as const)
    assert.is(prefixAndSlash(signed, sent), undefined, `${signed} ${sent}`)
})

for (const [sent, signed, words] of [
  ['v1/jobs', '/api/v1/jobs', 'The slash after the prefix is missing too.'],
  ['/v1/jobs', '/api/v1/jobs/', 'The slash at the end of the path is missing too.'],
  ['/v1/jobs', '/api//v1/jobs', 'The two paths also differ in a double slash.'],
] as const)
  onTheWay(`X-Forwarded-Prefix, ${signed} signed and ${sent} arrived: prefix and slash are named`, () => {
    const found = findingOnTarget(sent, signed, [['x-forwarded-prefix', '/api']])
    assert.is(`${found.id}: ${found.detail}`, 'target-prefix-added: /api, and a slash')
    assert.ok(found.what.endsWith(words), found.what)
    assert.match(found.remedyFor?.operator ?? '', /configure the proxy/)
    assert.not.match(translate(found.what) ?? found.what, /[a-z]{3,} [a-z]/)
    assert.not.equal(translate(found.remedy), undefined)
  })

onTheWay('a path that arrived with more at its beginning: both causes are possible', () => {
  const found = findingOnTarget('/edge/v1/jobs', '/v1/jobs')
  assert.is(found.id, 'target-prefix-lost')
  assert.match(
    found.what,
    /^The caller signed the path without \/edge, .* Either .*, or something on the way added it\.$/,
  )
})

onTheWay('for all bodies that arrive in Base64, padded or not: gateway and client are both possible', () =>
  forAll([fc.stringMatching(/^[ -~]{6,40}$/), fc.boolean()], { numRuns: 8 }, (text, isPadded) => {
    const signed = `{"text":${JSON.stringify(text)}}`
    const base64 = Buffer.from(signed).toString('base64')
    const found = findingOn({ body: isPadded ? base64 : base64.replace(/=+$/, '') }, { body: signed })
    assert.is(`${found.id}: ${found.detail}`, 'body-other: before it was encoded in Base64')
    assert.match(found.what, /^The body that arrived is the Base64 of the body that was signed\./)
    assert.match(found.remedyFor?.operator ?? '', /isBase64Encoded/)
  }),
)

onTheWay('for all bodies that arrive in Base64 in a member, at most two levels deep: the member is named', () =>
  forAll(
    [fc.stringMatching(/^[ -~é]{6,40}$/), fc.constantFrom('base64', 'base64url'), fc.boolean()],
    { numRuns: 8 },
    (text, encoding, isDeep) => {
      const signed = `{"text":${JSON.stringify(text)}}`
      const wrapper = { headers: { a: 'b' }, body: Buffer.from(signed).toString(encoding as 'base64') }
      const found = findingOn({ body: JSON.stringify(isDeep ? { event: wrapper } : wrapper) }, { body: signed })
      assert.is(`${found.id}: ${found.detail}`, 'body-other: it arrived in Base64 as the member "body"')
      assert.match(found.what, /^The body that arrived is a JSON object\. Its member "body" is the Base64 of the body/)
      assert.match(
        found.remedyFor?.operator ?? '',
        /^Decode the member "body" from Base64, .* use the proxy integration/,
      )
    },
  ),
)

for (const [end, what] of [
  ['\n', /^The caller signed a line feed at the end of the text\. But this request has no body/],
  ['\r\n', /^The caller signed a CR LF at the end of the text\. But this request has no body/],
] as const)
  onTheWay(`${JSON.stringify(end)} at the end of a request without a body: no word of a body's bytes`, () => {
    const authorization = [line(signatureOf(`GET\n/v1/jobs\n${now}\nn-1\n${end}`))]
    const request = { method: 'GET', target: '/v1/jobs', authorization, body: new Uint8Array(0), keys, now }
    const { findings, headline } = diagnose(request, hash)
    assert.match(findings[0]?.what ?? '', what)
    assert.not.match(`${headline} ${findings[0]?.remedy}`, /after the body|byte of the body/)
    assert.ok(translate(findings[0]?.what ?? '') !== undefined && translate(findings[0]?.remedy ?? '') !== undefined)
  })

/** Characters that stand in a path as they are, and that programs escape all the same. */
const inPath = fc.constantFrom(..."-._~!$'()*+,;=:@aZ0")
const inQuery = fc.constantFrom(..."-._~!$'()*+,;:@/aZ0")

onTheWay('for all characters and both directions: other escapes may come from a program on the way', () =>
  forAll([fc.boolean(), inPath, inQuery, fc.boolean()], { numRuns: 16 }, (isOfPath, ofPath, ofQuery, isSigned) => {
    const character = isOfPath ? ofPath : ofQuery
    const escapedCharacter = `%${character.charCodeAt(0).toString(16).toUpperCase()}`
    const targetWith = (spelling: string): string => (isOfPath ? `/v1/x${spelling}y` : `/v1/x?q=a${spelling}b`)
    const plain = targetWith(character)
    const escaped = targetWith(escapedCharacter)
    const { findings } = reportOnText(textToSign({ method: 'GET', target: isSigned ? escaped : plain }), {
      method: 'GET',
      target: isSigned ? plain : escaped,
    })
    const [found, ...others] = findings
    assert.equal(others, [])
    assert.match(found?.what ?? '', /prox|on the way/i, `${escaped} ${isSigned}`)
    assert.match(found?.remedyFor?.operator ?? '', /proxy/)
    assert.match(translate(found?.what ?? '') ?? '', /途中|代理/)
  }),
)

onTheWay('a program that decodes %2B is named beside the caller', () => {
  const found = findingOnTarget('/v1/libstdc++', '/v1/libstdc%2B%2B')
  assert.match(found.what, 'It signed the target with these escapes, which did not arrive. Or a proxy or framework')
})
