/** Queries with lists in brackets, whose names a caller sorted before it encoded them: `list[10]` stands before `list[1]`. */
import { diagnose } from '../../../../src/kit/diagnosis/examine.ts'
import { reorderings } from '../../../../src/kit/diagnosis/forms/percent.ts'
import type { Report } from '../../../../src/kit/diagnosis/Report.ts'
import { hash } from '../../../../src/platform/node/hash.ts'
import { drawOf, line, now, publicKey, signatureOf } from '../../../support/planting.ts'
import { assert, suite } from '../../../support/suite.ts'

const reportOn = (target: string, signedTarget: string): Report => {
  const authorization = [line(signatureOf(`GET\n${signedTarget}\n${now}\nn-1\n`))]
  const keys = [{ appId: 'app-1', key: publicKey(2048, 'app-1') }]
  return diagnose({ method: 'GET', target, authorization, body: new Uint8Array(), keys, now }, hash, 100_000_000)
}

const byName = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Twelve items of a list in the order of their indices, with `sorted`: in that of the names as text. */
const targetOf = (list: string, sorted: boolean): string => {
  const names = Array.from({ length: 12 }, (_, i) => `${list}[${i}]`)
  const ordered = sorted ? names.toSorted(byName) : names
  return `/v1/jobs?${ordered.map((name) => `${encodeURIComponent(name)}=${names.indexOf(name) + 1111}`).join('&')}`
}

const orders = suite('lists in brackets')

orders('for all lists: names that were sorted before they were encoded are found and told', () => {
  const draw = drawOf(63)
  for (let i = 0; i < 6; i++) {
    const list = draw.of(['param', 'ids', 'a[b]', 'Tag.x'])
    const { exact, findings } = reportOn(targetOf(list, false), targetOf(list, true))
    assert.ok(exact && findings.length === 1, list)
    assert.is(findings[0]?.id, 'query-reordered')
    assert.match(findings[0]?.what ?? '', /sorted the parameters by their decoded names/)
  }
})

orders('names in the order of their indices were not sorted as text', () => {
  const [finding] = reportOn(targetOf('ids', true), targetOf('ids', false)).findings
  assert.not.match(finding?.what ?? '', /sorted the parameters by their decoded names/)
})

orders('a query without brackets has no such form', () => {
  const details = [...reorderings('/v1/jobs?b=%5B1%5D&a=2')].map(([detail]) => detail)
  assert.not.ok([...reorderings('/v1/jobs?b=1&a=2')].some(([detail]) => detail === 'sorted by decoded name'))
  assert.ok(details.includes('sorted by name'))
})
