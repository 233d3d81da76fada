import * as fc from 'fast-check'
import type { CheckAnswer } from '../../src/effects/KeyRing.ts'
import * as Reputation from '../../src/queue/Reputation.ts'
import { assert, forAll, suite } from '../support/suite.ts'

interface Note {
  readonly caller: string
  readonly isLast: boolean
  readonly answer: CheckAnswer
}

const notes: fc.Arbitrary<ReadonlyArray<Note>> = fc.array(
  fc.record(
    {
      caller: fc.constantFrom('a', 'b'),
      isLast: fc.boolean(),
      answer: fc.constantFrom<CheckAnswer>(true, false, false, false, false, undefined),
    },
    { noNullPrototype: true },
  ),
  { maxLength: 80, size: 'max' },
)

/** From the whole history of a caller. */
const expected = (history: ReadonlyArray<Note>): Reputation.Standing => {
  const said = history.filter(({ answer, isLast }) => answer === true || (answer === false && isLast))
  const wrong = said.length - 1 - said.findLastIndex(({ answer }) => answer === true)
  if (wrong >= Reputation.mostWrong) return 'suspect'
  return wrong === 0 && said.length > 0 ? 'proven' : 'unknown'
}

const judging = suite('Reputation')

judging('for all histories: proven by a right signature until a wrong one, suspect after eight wrong ones', () =>
  forAll([notes], (history) => {
    const reputation = Reputation.empty(1000)
    for (const [i, { caller, isLast, answer }] of history.entries()) {
      Reputation.note(reputation, caller, isLast, answer)
      for (const each of ['a', 'b']) {
        const own = history.slice(0, i + 1).filter((note) => note.caller === each)
        assert.is(Reputation.standingOf(reputation, each), expected(own))
      }
    }
  }),
)

judging('no more callers are remembered than are allowed: the oldest begins anew', () => {
  const reputation = Reputation.empty(3)
  for (const caller of ['a', 'b', 'c', 'd']) Reputation.note(reputation, caller, true, true)
  assert.equal([...reputation.wrong.keys()], ['b', 'c', 'd'])
  assert.is(Reputation.standingOf(reputation, 'a'), 'unknown')
})
