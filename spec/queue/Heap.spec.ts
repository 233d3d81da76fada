import * as fc from 'fast-check'
import * as Heap from '../../src/queue/Heap.ts'
import { assert, forAll, suite } from '../support/suite.ts'

const isBefore = (one: number, other: number): boolean => one < other

const drain = (heap: Array<number>): ReadonlyArray<number> => {
  const taken: Array<number> = []
  for (let next = Heap.pop(heap, isBefore); next !== undefined; next = Heap.pop(heap, isBefore)) taken.push(next)
  return taken
}

const sorted = (numbers: ReadonlyArray<number>): ReadonlyArray<number> => numbers.toSorted((a, b) => a - b)

const numbers = fc.array(fc.nat(50), { maxLength: 100, size: 'max' })

const heaping = suite('Heap')

heaping('for all numbers: a heap of some, to which the others are added, gives all of them in order', () =>
  forAll([numbers, numbers], (some, others) => {
    const heap = Heap.of([...some], isBefore)
    for (const other of others) Heap.push(heap, other, isBefore)
    assert.equal(drain(heap), sorted([...some, ...others]))
  }),
)

heaping('for all turns of adding and removing: the removed one is the first of those that are there', () =>
  forAll([fc.array(fc.option(fc.nat(50)), { maxLength: 100, size: 'max' })], (turns) => {
    const heap: Array<number> = []
    const plain: Array<number> = []
    for (const turn of turns) {
      if (turn === null) {
        const first = sorted(plain)[0]
        assert.is(Heap.pop(heap, isBefore), first)
        if (first !== undefined) plain.splice(plain.indexOf(first), 1)
      } else {
        Heap.push(heap, turn, isBefore)
        plain.push(turn)
      }
    }
  }),
)
