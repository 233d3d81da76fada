/** A signer that writes the query in a normal form: the flags get `=` or lose it, and names and values are encoded anew. */
import fc from 'fast-check'
import { diagnose } from '../../../../src/kit/diagnosis/examine.ts'
import { encodedFlags } from '../../../../src/kit/diagnosis/forms/encodedFlags.ts'
import type { Report } from '../../../../src/kit/diagnosis/Report.ts'
import { hash } from '../../../../src/platform/node/hash.ts'
import { line, now, publicKey, signatureOf } from '../../../support/planting.ts'
import { assert, forAll, suite } from '../../../support/suite.ts'

const reportOn = (query: string, signedQuery: string): Report => {
  const authorization = [line(signatureOf(`GET\n/v1/jobs?${signedQuery}\n${now}\nn-1\n`))]
  const keys = [{ appId: 'app-1', key: publicKey(2048, 'app-1') }]
  const request = { method: 'GET', target: `/v1/jobs?${query}`, authorization, body: new Uint8Array(), keys, now }
  return diagnose(request, hash, 1_000_000_000)
}

const flags = suite('a query in the normal form of a signer')

for (const [query, signedQuery, told] of [
  ['a%20c', 'a%2520c=', 'added = behind each name without a value and encoded the names and values once more'],
  [
    'raw&t=a%20b',
    'raw=&t=a+b',
    'added = behind each name without a value and encoded the names and values in another way',
  ],
  [
    'versioning&marker=a%2bb&limit=2',
    'limit=2&marker=a%2Bb&versioning=',
    'added = behind each name without a value, encoded the names and values in another way and sorted the parameters',
  ],
  [
    'z=1&a=&t=b%20c',
    'a&t=b+c&z=1',
    'removed the = behind each name without a value, encoded the names and values in another way and sorted the parameters',
  ],
] as const)
  flags(`${query} sent, ${signedQuery} signed: found and told`, () => {
    const { exact, findings } = reportOn(query, signedQuery)
    assert.ok(exact)
    assert.equal(
      findings.map(({ what }) => what),
      [`Before it signed the query, the caller ${told}.`],
    )
  })

const textsOf = (query: string): ReadonlyArray<string> => Array.from(encodedFlags(query), ([, text]) => text)

const name = fc.stringMatching(/^[a-z]{1,8}$/)
const value = fc.stringMatching(/^[a-z é/+&=']{1,8}$/u)

flags('for all parameters and a flag: what URLSearchParams writes, sent with %20 for a space', () =>
  forAll([name, fc.array(fc.tuple(name, value), { minLength: 1, maxLength: 4 })], (flag, pairs) => {
    const sent = [flag, ...pairs.map(([key, text]) => `${key}=${encodeURIComponent(text)}`)].join('&')
    const signed = new URLSearchParams([[flag, ''], ...pairs]).toString()
    // If only the flag changes, another mistake has this form.
    if (signed === sent.replace(flag, `${flag}=`)) return
    assert.ok(textsOf(sent).includes(signed), `${sent} → ${signed}`)
  }),
)

flags('not: a query without a flag and without an empty value, or if only the flag changes', () => {
  assert.equal(textsOf('a=1&b=c%20d'), [])
  assert.equal(textsOf(''), [])
  assert.not.ok(textsOf('raw&a=1').includes('raw=&a=1'))
})

const shortWord = fc.stringMatching(/^[a-c]{0,2}$/)
const drawnField = fc.oneof(
  shortWord,
  fc.tuple(shortWord, shortWord).map(([name, value]) => `${name}=${value}`),
)

flags('for all queries: a signer that adds = removes none', () =>
  forAll([fc.array(drawnField, { minLength: 1, maxLength: 4 })], { numRuns: 200 }, (fields) => {
    const query = fields.join('&')
    const countEquals = (text: string): number => text.split('=').length
    for (const [detail, signed] of encodedFlags(query))
      if (detail.startsWith('= added')) assert.ok(countEquals(signed) > countEquals(query), `${query} ${signed}`)
  }),
)
