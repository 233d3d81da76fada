/** A caller that decodes its query before it splits it: an escaped ampersand of a value becomes a separator. */
import { diagnose } from '../../../../src/kit/diagnosis/examine.ts'
import { splitDecoded } from '../../../../src/kit/diagnosis/forms/splitDecoded.ts'
import type { Report } from '../../../../src/kit/diagnosis/Report.ts'
import { hash } from '../../../../src/platform/node/hash.ts'
import { drawOf, line, now, publicKey, signatureOf } from '../../../support/planting.ts'
import { assert, suite } from '../../../support/suite.ts'

const reportOn = (query: string, signedQuery: string): Report => {
  const authorization = [line(signatureOf(`GET\n/v1/jobs?${signedQuery}\n${now}\nn-1\n`))]
  const keys = [{ appId: 'app-1', key: publicKey(2048, 'app-1') }]
  const request = { method: 'GET', target: `/v1/jobs?${query}`, authorization, body: new Uint8Array(), keys, now }
  return diagnose(request, hash, 100_000_000)
}

/** What such a program signs: it splits the decoded query, and encodes the names and values that it gets. */
const splitTooLate = (query: string): string =>
  decodeURIComponent(query)
    .split('&')
    .map((piece) => {
      const [name = '', ...rest] = piece.split('=')
      return `${encodeURIComponent(name)}=${encodeURIComponent(rest.join('='))}`
    })
    .join('&')

const splits = suite('a query that was decoded before it was split')

splits('for all values with an ampersand: found, proven and told', () => {
  const draw = drawOf(106)
  const words = ['b', 'R', 'caf\u00e9', 'y z']
  for (let i = 0; i < 6; i++) {
    const text = `${draw.of(words)} & ${draw.of(words)}`
    const query = `a=${encodeURIComponent(text)}&size=${draw.below(100)}`
    const { exact, findings } = reportOn(query, splitTooLate(query))
    assert.ok(exact, query)
    assert.equal(
      findings.map(({ id }) => id),
      ['query-respelled'],
      query,
    )
    assert.match(findings[0]?.what ?? '', /decoded the query before splitting it/, query)
  }
})

splits('a query without an escaped ampersand has no such form', () => {
  assert.equal([...splitDecoded('a=b%20c&size=5&d=%3D')], [])
})

splits('an ampersand that was signed raw, with all else as it was sent, is no split', () => {
  const { findings } = reportOn('a=b%26c=1&size=5', 'a=b&c=1&size=5')
  assert.not.match(findings[0]?.what ?? '', /decoded the query before splitting it/)
})
