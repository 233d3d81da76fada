import fc from 'fast-check'
import * as VerifierStart from '../../../src/server/start/VerifierStart.ts'
import { assert, forAll, suite } from '../../support/suite.ts'

type Verifier = { readonly made: number }
type Failure = { readonly why: string }
type State = VerifierStart.State<Verifier, Failure>

const rules: VerifierStart.Rules = { retryMs: 1000, silentMs: 10_000, mostWaiting: 3, canRetry: true }

/** Asks at these times, and shows each answer with the attempt that it began. */
const asking = (state: State, at: number, own = rules): readonly [shown: string, state: State] => {
  const { answer, begin, state: next } = VerifierStart.ask(own, state, at)
  const words = {
    Ready: (a: object) => `ready ${(a as { verifier: Verifier }).verifier.made}`,
    Wait: () => 'wait',
    Refused: (a: object) => `refused ${(a as { failure?: Failure }).failure?.why ?? 'crowded'}`,
  }[answer._tag](answer)
  return [begin === undefined ? words : `${words}, begins ${begin}`, next]
}

const made = (number: number): VerifierStart.Event<Verifier, Failure> => ({
  _tag: 'Ended',
  number,
  outcome: { _tag: 'Made', verifier: { made: number } },
})
const failed = (number: number, why = 'no store'): VerifierStart.Event<Verifier, Failure> => ({
  _tag: 'Ended',
  number,
  outcome: { _tag: 'Failed', failure: { why } },
})

type Step = number | VerifierStart.Event<Verifier, Failure>

/** What the requests at these times are answered, with the events between them. */
const story = (steps: ReadonlyArray<Step>, own = rules): ReadonlyArray<string> => {
  let state: State = VerifierStart.none
  const told: Array<string> = []
  for (const step of steps) {
    if (typeof step !== 'number') state = VerifierStart.after(state, step)
    else {
      const [shown, next] = asking(state, step, own)
      told.push(shown)
      state = next
    }
  }
  return told
}

const left = { _tag: 'Left' } as const
const examples = suite('VerifierStart')

examples('the first request begins an attempt, those after it wait, and then it is ready', () =>
  assert.equal(story([0, 1, made(1), 2]), ['wait, begins 1', 'wait', 'ready 1']),
)

examples('no more wait than may; a place that is left is taken again', () =>
  assert.equal(story([0, 1, 2, 3, left, 4]), ['wait, begins 1', 'wait', 'wait', 'refused crowded', 'wait']),
)

examples('after a failure requests are refused with it, and a second after the attempt began the next one begins', () =>
  assert.equal(story([0, left, failed(1), 999, 1000, left, failed(2, 'still none'), 1001, 2000]), [
    'wait, begins 1',
    'refused no store',
    'wait, begins 2',
    'refused still none',
    'wait, begins 3',
  ]),
)

examples('a silent attempt is given up after its time; the verifier of either is the verifier', () => {
  const begun: ReadonlyArray<Step> = [0, left, 9_999, left, 10_000, left]
  const told = ['wait, begins 1', 'wait', 'wait, begins 2']
  assert.equal(story([...begun, made(1), 10_001, made(2), 10_002]), [...told, 'ready 1', 'ready 1'])
  assert.equal(story([...begun, failed(1), 10_001, made(2), 10_002]), [...told, 'wait', 'ready 2'])
  assert.equal(story([...begun, failed(2), 10_001, made(1), 10_002]), [...told, 'refused no store', 'ready 1'])
})

examples('a promise is one attempt, however long it takes and whatever comes of it', () => {
  const own = { ...rules, canRetry: false }
  assert.equal(story([0, left, 50_000, left, failed(1), 90_000], own), ['wait, begins 1', 'wait', 'refused no store'])
})

/** A request that asks after a pause, one that waits no longer, or an attempt that ends. */
type Move = { readonly pause: number } | { readonly end: number; readonly isMade: boolean } | { readonly leave: true }

const move: fc.Arbitrary<Move> = fc.oneof(
  fc.record({ pause: fc.constantFrom(0, 1, 400, 999, 1000, 5000, 10_000) }, { noNullPrototype: true }),
  fc.record({ end: fc.nat({ max: 5 }), isMade: fc.boolean() }, { noNullPrototype: true }),
  fc.constant({ leave: true as const }),
)

/** Runs moves as the interpreter does: an attempt ends once, and nobody leaves who does not wait. */
const run = (
  moves: ReadonlyArray<Move>,
  own: VerifierStart.Rules,
  see: (before: State, decision: VerifierStart.Decision<Verifier, Failure>, at: number) => void,
): void => {
  let state: State = VerifierStart.none
  let at = 0
  const running: Array<number> = []
  for (const each of moves) {
    if ('pause' in each) {
      at += each.pause
      const decision = VerifierStart.ask(own, state, at)
      see(state, decision, at)
      state = decision.state
      if (decision.begin !== undefined) running.push(decision.begin)
    } else if ('end' in each) {
      const [number] = running.splice(each.end, 1)
      if (number !== undefined) state = VerifierStart.after(state, each.isMade ? made(number) : failed(number))
    } else if (state.waiting > 0) state = VerifierStart.after(state, left)
  }
}

const laws = suite('VerifierStart: for all requests, ends of attempts, and times')
const moves = fc.array(move, { maxLength: 40 })

for (const canRetry of [true, false]) {
  const own = { ...rules, canRetry }
  const who = canRetry ? 'a function' : 'a promise'

  laws(`${who}: at most one attempt begins in a second, and one that may still answer is alone for its time`, () =>
    forAll([moves], { numRuns: 500 }, (all) => {
      const begun: Array<number> = []
      run(all, own, ({ isRunning }, { begin }, at) => {
        if (begin === undefined) return
        const before = begun.at(-1)
        if (before !== undefined) assert.ok(at - before >= (isRunning ? own.silentMs : own.retryMs))
        begun.push(at)
        assert.is(begin, begun.length)
      })
      if (!canRetry) assert.ok(begun.length <= 1)
    }),
  )

  laws(`${who}: the first verifier that comes is the answer ever after, and none comes from nowhere`, () =>
    forAll([moves], { numRuns: 500 }, (all) => {
      const verifiers = new Set<Verifier>()
      run(all, own, (before, { answer, begin }) => {
        if (before.verifier !== undefined) verifiers.add(before.verifier)
        assert.is(answer._tag === 'Ready', before.verifier !== undefined)
        if (answer._tag !== 'Ready') return
        assert.is(answer.verifier, before.verifier)
        assert.is(begin, undefined)
      })
      assert.ok(verifiers.size <= 1)
    }),
  )

  laws(`${who}: at most so many wait, and only while an attempt runs; nobody is refused without a reason`, () =>
    forAll([moves], { numRuns: 500 }, (all) =>
      run(all, own, (before, { answer, state }) => {
        assert.ok(state.waiting <= own.mostWaiting)
        if (answer._tag === 'Wait') assert.ok(state.isRunning && state.waiting === before.waiting + 1)
        if (answer._tag === 'Refused')
          assert.ok(answer.failure === undefined ? before.waiting >= own.mostWaiting : !state.isRunning)
      }),
    ),
  )
}
