/** A parameter that was signed as `cursor=undefined`, and that the HTTP client did not send. */
import { diagnose } from '../../../../src/kit/diagnosis/examine.ts'
import type { Report } from '../../../../src/kit/diagnosis/Report.ts'
import { hash } from '../../../../src/platform/node/hash.ts'
import { line, now, publicKey, signatureOf } from '../../../support/planting.ts'
import { assert, suite } from '../../../support/suite.ts'

const reportOn = (query: string, signedQuery: string): Report => {
  const target = query === '' ? '/v1/jobs' : `/v1/jobs?${query}`
  const authorization = [line(signatureOf(`GET\n/v1/jobs?${signedQuery}\n${now}\nn-1\n`))]
  const keys = [{ appId: 'app-1', key: publicKey(2048, 'app-1') }]
  return diagnose({ method: 'GET', target, authorization, body: new Uint8Array(), keys, now }, hash, 100_000_000)
}

const missing = suite('a parameter without a value')

missing('for all places of the query: found, proven and told', () => {
  for (const [query, signedQuery] of [
    ['limit=20&state=DONE', 'limit=20&cursor=undefined&state=DONE'],
    ['limit=20', 'page=null&limit=20'],
    ['limit=20', 'limit=20&userId=undefined'],
    ['', 'status=None'],
  ] as const) {
    const { exact, findings } = reportOn(query, signedQuery)
    assert.ok(exact, signedQuery)
    assert.match(findings[0]?.what ?? '', /how a program prints a missing value/, signedQuery)
    assert.match(findings[0]?.remedy ?? '', /^Leave out each parameter without a value/, signedQuery)
  }
})

missing('a lost parameter with an empty value has other words', () => {
  const { findings } = reportOn('limit=20', 'limit=20&cursor=')
  assert.match(findings[0]?.what ?? '', /signed cursor= in the query, but it did not arrive/)
})
