/**
 * Two mistakes in different parts of the text: whichever they are, the pair is found. Forms that are so rare that they are tried alone
 * are left out, and so are the milliseconds of a timestamp, which are tried with usual forms.
 */
import { catalogue } from '../../../src/kit/diagnosis/catalogue.ts'
import { type Draft, digestedOf, draftOf, type Slot, textOf } from '../../../src/kit/diagnosis/Draft.ts'
import type { Variation } from '../../../src/kit/diagnosis/Mistake.ts'
import { search } from '../../../src/kit/diagnosis/search/search.ts'
import { hash } from '../../../src/platform/node/hash.ts'
import { drawOf, isSeen } from '../../support/planting.ts'
import { assert, byTurns, inTurn, suite } from '../../support/suite.ts'

const right = draftOf({
  method: 'POST',
  target: '/v1/jobs?b=2&a=x%20y',
  timestamp: '1700000000',
  nonce: '0aa0ae7fcf77f83d',
  body: new Uint8Array(Buffer.from('{"request_id":"1001","stages":[],"title":"été"}')),
  appId: 'app-1',
})

/** Each form of each mistake, by the part that it changes. */
const formsBySlot = (): ReadonlyMap<Slot, ReadonlyArray<Variation>> => {
  const bySlot = new Map<Slot, Array<Variation>>()
  for (const mistake of catalogue.filter(({ slots }) => slots.length > 0))
    for (const form of mistake.variations(right, hash)) {
      const isOne =
        (form.rare === undefined || form.rare === true) &&
        isSeen(right, form) &&
        mistake.id !== 'timestamp-milliseconds'
      if (form.signed._tag !== 'Draft' || !isOne) continue
      const [slot] = Object.keys(form.signed.change) as [Slot]
      bySlot.set(slot, [...(bySlot.get(slot) ?? []), form])
    }
  return bySlot
}

const changeOf = ({ signed }: Variation): Partial<Draft> => (signed._tag === 'Draft' ? signed.change : {})

const isFound = (changes: Partial<Draft>): boolean => {
  const wanted = digestedOf(textOf({ ...right, ...changes }), changes.digested ?? [], hash)
  const matches = (bytes: Uint8Array): boolean => Buffer.compare(bytes, wanted) === 0
  const searching = search({ expected: [right], matches, hash, maxMistakes: 2 })
  let step = searching.next()
  while (step.done !== true) step = searching.next()
  return step.value.found !== undefined
}

const two = byTurns(2, suite('two mistakes in different parts'))

two('a space in front of the timestamp, and an empty target (VBA)', () =>
  assert.ok(isFound({ timestamp: ` ${right.timestamp}`, target: '' })),
)

two('for all pairs drawn from the forms that are not tried alone: found', () => {
  const bySlot = formsBySlot()
  const slots = [...bySlot.keys()]
  const seeds = Array.from({ length: 12 }, (_, seed) => seed)
  for (const seed of inTurn(3, seeds)) {
    const { of } = drawOf(seed)
    const first = of(slots)
    const second = of(slots.filter((slot) => slot !== first))
    const forms = [first, second].map((slot) => of(bySlot.get(slot) ?? []))
    const changes = Object.assign({}, ...forms.map(changeOf)) as Partial<Draft>
    assert.ok(isFound(changes), `${seed}: ${forms.map(({ detail }) => detail).join(' + ')}`)
  }
})
