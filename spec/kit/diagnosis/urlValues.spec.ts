/** A URL that is a value and got its normal form, and a value that was signed only in part. */
import fc from 'fast-check'
import { say } from '../../../src/kit/diagnosis/chinese/chinese.ts'
import { draftOf } from '../../../src/kit/diagnosis/Draft.ts'
import type { Telling } from '../../../src/kit/diagnosis/Telling.ts'
import { tellingOf } from '../../../src/kit/diagnosis/tellingOf.ts'
import { isCountedCut, isSameUrl } from '../../../src/kit/diagnosis/urlValues.ts'
import { assert, forAll, suite } from '../../support/suite.ts'

const values = suite('URLs as values')

/** A request with this value, by what carries the value. */
const carriers = {
  JSON: (value: string) => ({ target: '/v1/jobs', body: JSON.stringify({ a: 1, to: value, b: 'x' }) }),
  form: (value: string) => ({ target: '/v1/jobs', body: `a=1&to=${encodeURIComponent(value)}&b=x` }),
  query: (value: string) => ({ target: `/v1/jobs?a=1&to=${encodeURIComponent(value)}&b=x`, body: '' }),
}

const ids = { JSON: 'body-other', form: 'form-reencoded', query: 'query-respelled' } as const

const draftWith = ({ target, body }: { readonly target: string; readonly body: string }) =>
  draftOf({ method: 'POST', target, timestamp: '1768656195', nonce: 'n-1', appId: 'a', body: Buffer.from(body) })

const tellingFor = (carrier: keyof typeof carriers, signed: string, sent: string): Telling | undefined => {
  const detail = carrier === 'JSON' ? 'strings cut off: string 1 after 3 of 4 characters' : 'cut off'
  const [signedDraft, right] = [signed, sent].map((value) => draftWith(carriers[carrier](value)))
  return signedDraft && right && tellingOf({ id: ids[carrier], detail }, signedDraft, right, true)
}

const pairs: ReadonlyArray<readonly [string, string]> = [
  ['https://example.com', 'https://example.com/'],
  ['https://example.com?a=1', 'https://example.com/?a=1'],
  ['https://Example.com/x', 'https://example.com/x'],
  ['https://example.com:443/x', 'https://example.com/x'],
  ['http://example.com:80', 'http://example.com/'],
  ['https://example.com/a b', 'https://example.com/a%20b'],
  ['https://münchen.de/', 'https://xn--mnchen-3ya.de/'],
  ['https://example.com/写', 'https://example.com/%E5%86%99'],
]

for (const carrier of Object.keys(carriers) as ReadonlyArray<keyof typeof carriers>) {
  values(`a URL of the ${carrier} in its normal form, on either side, is named as such`, () => {
    for (const [signed, sent] of [...pairs, ...pairs.map(([a, b]) => [b, a] as const)]) {
      const telling = tellingFor(carrier, signed, sent)
      assert.match(telling?.what ?? '', `signed the URL ${signed} in the ${carrier}, but ${sent} was sent.`)
      assert.match(telling?.what ?? '', 'Both are the same URL.')
      assert.not.match(say(telling?.what ?? ''), 'The caller')
    }
  })

  values(`a value of the ${carrier} that lacks its end is told as the bytes show it`, () => {
    for (const [signed, sent] of [
      ['abc', 'abc.'],
      ['abc', 'abcdef'],
      ['写', '写輪'],
    ] as const) {
      const { what = '', remedy = '' } = tellingFor(carrier, signed, sent) ?? {}
      assert.not.match(`${what} ${remedy}`, /only in part|count its length/)
      assert.match(what, 'was sent')
      assert.not.match(say(what), 'The caller')
    }
  })

  values(`a value of the ${carrier} that a count cut is told so`, () => {
    for (const [signed, sent] of [
      ['写輪', '写輪眼写輪眼'],
      ['x'.repeat(64), 'x'.repeat(80)],
    ] as const)
      assert.match(tellingFor(carrier, signed, sent)?.what ?? '', 'only in part')
  })
}

values('for all URLs: another path, query or host is no other spelling', () =>
  forAll([fc.stringMatching(/^[a-z]{1,8}$/), fc.stringMatching(/^[a-z]{1,8}$/)], (a, b) => {
    if (a === b) return
    for (const address of [
      (word: string) => `https://${word}.example/`,
      (word: string) => `https://h.example/${word}`,
      (word: string) => `https://h.example/?${word}`,
    ])
      assert.not(isSameUrl({ signed: address(a), sent: address(b) }))
    assert.not(isSameUrl({ signed: `http://${a}.example/`, sent: `https://${a}.example/` }))
  }),
)

values('for all values: a single mark at the end that is missing is no count', () =>
  forAll([fc.stringMatching(/^[a-z]{1,7}$/), fc.constantFrom('/', '=', '.', ' ', '\n')], (value, mark) => {
    assert.not(isCountedCut({ signed: value, sent: value + mark }))
  }),
)
