/**
 * What libraries make of a target or a body: for each form what was sent, and what was signed in its place.
 */
import { createHash } from 'node:crypto'
import * as assert from 'uvu/assert'
import { catalogue } from '../../src/diagnosis/catalogue.ts'
import { draftOf, type Hash, type Variation } from '../../src/diagnosis/Mistake.ts'
import { suite } from '../support/suite.ts'

const hash: Hash = (name, bytes) => new Uint8Array(createHash(name).update(bytes).digest())

const variationsOf = (id: string, target: string, body: Uint8Array): ReadonlyArray<Variation> => {
  const view = { method: 'POST', target, timestamp: '1700000000', nonce: 'n-1', body, appId: 'app-1' }
  return [...(catalogue.find((mistake) => mistake.id === id)?.variations(draftOf(view), hash) ?? [])]
}

const changeIn = ({ signed }: Variation): { readonly target?: string; readonly body?: Uint8Array } =>
  signed._tag === 'Draft' ? signed.change : {}

/** The details of the forms that lead to this target. */
const detailsFor = (sent: string, signed: string, id = 'target-reencoded'): ReadonlyArray<string> =>
  variationsOf(id, sent, new Uint8Array())
    .filter((variation) => changeIn(variation).target === signed)
    .map(({ detail }) => detail)

const targets = suite('targets that were escaped in part')

for (const [sent, signed, detail] of [
  ['/é ', '/%C3%A9%20', 'raw characters encoded'],
  [
    '/v1/jobs?next=eHk%3D&title=red%20fox',
    '/v1/jobs?next=eHk%3D&title=red fox',
    'raw: space, as requests, httpx, urllib3 … escape',
  ],
  ['/a%20b%3F?x=%22%20', '/a%20b%3F?x="%20', 'raw: ", as requests, httpx, urllib3 … escape'],
  ['/a%2Fb?x=%20', '/a%2fb?x= ', 'raw, and the other escapes in lower case'],
  ['/a%20b/c%20d?x=+', '/a%20b/c d?x=+', 'raw in part 2'],
  ['/?x=a+b&y=%C3%A9+c&z=%3D', '/?x=a+b&y=é c&z=%3D', 'raw in part 3'],
  ["/?a=it's%20~", '/?a=it%27s+~', 'values by urlencode (Python), QueryEscape (Go)'],
  ['/?a=x+y%3D', '/?a=x%20y%3d', 'values by encodeURIComponent, + as a space, lower case'],
  ['/?a=x+y~', '/?a=x+y%7E', 'values by URLSearchParams, URLEncoder (Java), + as a space'],
  ['/a:b', '/a%3Ab', 'the path by urlencode (Python), QueryEscape (Go)'],
] as const) {
  targets(`${signed} for ${sent}`, () => assert.equal(detailsFor(sent, signed).slice(0, 1), [detail]))
}

targets('eight kinds of characters: as each library escapes, each kind alone, and all but each', () => {
  const all = ' "<>`{}^'
  const sent = `/?q=${encodeURIComponent(all)}&k=%3D`
  assert.equal(detailsFor(sent, `/?q= "<>%60%7B%7D%5E&k=%3D`), ['raw, as httpx escapes'])
  assert.equal(detailsFor(sent, `/?q=%20"<>\`{}^&k=%3D`).length, 1)
  assert.equal(detailsFor(sent, `/?q= %22%3C%3E%60%7B%7D%5E&k=%3D`).length, 1)
  assert.equal(detailsFor(sent, `/?q= "%3C%3E%60%7B%7D%5E&k=%3D`), [])
})

targets('no form of what the decoded target explains, and none of a plain target', () => {
  assert.equal(detailsFor('/?q=red%20fox', '/?q=red fox'), [])
  assert.is(detailsFor('/?q=red%20fox', '/?q=red fox', 'target-decoded').length > 0, true)
  assert.equal(
    variationsOf('target-reencoded', '/v1/jobs', new Uint8Array()).map(({ detail }) => detail),
    ['encoded as a value'],
  )
})

targets.run()
