/** Targets that differ in the milliseconds of a time, because an expression for the current time was evaluated twice. */
import fc from 'fast-check'
import { translate } from '../../../../src/kit/diagnosis/chinese/chinese.ts'
import { otherMilliseconds } from '../../../../src/kit/diagnosis/forms/otherMilliseconds.ts'
import { assert, forAll, suite } from '../../../support/suite.ts'
import { findingOn } from './changes.ts'

const twice = suite('a time in the target that was read twice')

const times = [
  '2026-12-01T09%3A14%3A03.…%2B00%3A00',
  '2026-12-01T09:14:03.…Z',
  '1700000000…',
  '2026-12-01T09:14:03%2C…',
]
const places = ['/v1/files/….json', '/v1/jobs?since=…&limit=5']

twice('for all times in a path or a query: every other number of milliseconds, and no text without such a time', () => {
  const milliseconds = fc.integer({ min: 0, max: 999 }).map((n) => String(n).padStart(3, '0'))
  forAll([fc.constantFrom(...times), fc.constantFrom(...places), milliseconds, milliseconds], (time, place, a, b) => {
    const targetAt = (ms: string): string => place.replace('…', time.replace('…', ms))
    const forms = otherMilliseconds(targetAt(a))
    assert.equal(forms.length, 999)
    assert.equal(forms.includes(targetAt(b)), a !== b)
    assert.equal(otherMilliseconds(targetAt(a), targetAt(b)), a === b ? [] : [targetAt(b)])
    assert.equal(otherMilliseconds(targetAt(a), `${targetAt(b)}x`), [])
  })
  for (const target of ['/v1/jobs', '/v1/jobs?since=1700000000', '/v1/jobs?id=17000000005181'])
    assert.equal(otherMilliseconds(target), [])
})

twice('the words say that the time was read twice', () => {
  const [signed, sent] = ['507', '518'].map((ms) => `/v1/files/2026-12-01T09%3A14%3A03.${ms}%2B00%3A00.json`)
  const found = findingOn({ target: sent as string }, { target: signed as string })
  assert.equal(found.id, 'target-other')
  assert.match(found.what, 'the current time was read twice')
  assert.match(translate(found.what) ?? '', '读取了两次')
})
