/** Which questions are under way to a port: decisions alone, against models of ports. */
import * as fc from 'fast-check'
import { ahead } from '../../../src/kit/conformance/ahead.ts'
import type { Reply } from '../../../src/kit/conformance/Driver.ts'
import * as Pipeline from '../../../src/kit/conformance/pipeline.ts'
import { assert, forAll, suite } from '../../support/suite.ts'

const silent = { _tag: 'Crash', detail: 'it ended' } as const
const right: Reply = { _tag: 'Answer', answer: { outcome: 'accept' } }

/** What a process has been asked so far, and how many questions wait for their answer, this one included. */
interface Process {
  readonly answered: ReadonlyArray<number>
  readonly underWay: number
}

/** Whether a port answers the oldest question under way. */
type Model = (question: number, process: Process) => boolean

interface Heard {
  readonly told: ReadonlyArray<readonly [question: number, tag: Reply['_tag']]>
  readonly mostUnderWay: number
  /** How many questions were put to processes. */
  readonly put: number
  readonly processes: number
  readonly state: Pipeline.Pipeline<number>
}

/** Asks so many questions of a port, by turns: at each, so many new ones come before the next reply. */
const converse = (model: Model, count: number, most: number, turns: ReadonlyArray<number>): Heard => {
  let state = Pipeline.emptyPipeline<number>(most)
  const heard = { told: [] as Array<readonly [number, Reply['_tag']]>, mostUnderWay: 0, put: 0, processes: 1 }
  const progress = { asked: 0, answered: [] as Array<number> }
  for (let turn = 0; progress.asked < count || !Pipeline.isIdle(state); turn++) {
    const now = Math.min(count - progress.asked, turns[turn % turns.length] ?? 1)
    for (let i = 0; i < now; i++) state = Pipeline.asked(state, progress.asked++)
    const [put, next] = Pipeline.take(state)
    state = next
    heard.put += put.length
    heard.mostUnderWay = Math.max(heard.mostUnderWay, state.underWay.length)
    const oldest = state.underWay[0]
    if (oldest === undefined) continue
    const answers = model(oldest, { answered: progress.answered, underWay: state.underWay.length })
    const decision = answers ? Pipeline.answered(state, right) : Pipeline.unanswered(state, silent)
    state = decision.next
    progress.answered.push(oldest)
    heard.told.push(...decision.replies.map(({ question, reply }) => [question, reply._tag] as const))
    if (!decision.endsProcess) continue
    assert.equal(state.underWay, [], 'nothing is under way to a process that ends')
    progress.answered = []
    heard.processes++
  }
  return { ...heard, state }
}

const oneAtATime = (model: Model, count: number): Heard => converse(model, count, 1, [1])

const counts = fc.integer({ min: 1, max: 80 })
const widths = fc.integer({ min: 1, max: 20 })
const turns = fc
  .array(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 5 })
  .filter((all) => all.some((n) => n > 0))
const silentOnes = (told: Heard['told']): ReadonlyArray<number> =>
  told.flatMap(([question, tag]) => (tag === 'Answer' ? [] : [question]))

/** Each is asked of a port that the law is about; the number decides where it fails. */
const models: Readonly<Record<string, (k: number) => Model>> = {
  'answers all': () => () => true,
  'answers none': () => () => false,
  'dies at some questions': (k) => (question) => question % k !== k - 1,
  'dies at its k-th question':
    (k) =>
    (_, { answered }) =>
      answered.length < k,
  'dies after one question':
    (k) =>
    (_, { answered }) =>
      !answered.includes(k),
  'dies with several under way':
    (k) =>
    (_, { underWay }) =>
      underWay <= k,
  'dies with several under way, or at some questions':
    (k) =>
    (question, { underWay }) =>
      underWay <= k && question % 7 !== 3,
}

const deciding = suite('the questions under way')

for (const [name, modelOf] of Object.entries(models)) {
  deciding(
    `for a port that ${name}: each question gets one reply, in order, and no more than the most are under way`,
    () =>
      forAll([counts, widths, turns, fc.integer({ min: 1, max: 30 })], (count, most, by, k) => {
        const { told, mostUnderWay } = converse(modelOf(k), count, most, by)
        assert.equal(
          told.map(([question]) => question),
          Array.from({ length: count }, (_, i) => i),
        )
        assert.ok(mostUnderWay <= most, `${mostUnderWay} under way`)
      }),
  )

  deciding(`for a port that ${name}: the first failure that is told is the first with one question at a time`, () =>
    forAll([counts, widths, turns, fc.integer({ min: 1, max: 30 })], (count, most, by, k) => {
      const [first] = silentOnes(converse(modelOf(k), count, most, by).told)
      assert.is(first, silentOnes(oneAtATime(modelOf(k), count).told)[0])
    }),
  )
}

deciding('a port that dies at some questions, whatever came before, is told for these alone, and keeps its width', () =>
  forAll([counts, widths, turns, fc.uniqueArray(fc.nat({ max: 80 }))], (count, most, by, bad) => {
    const model: Model = (question) => !bad.includes(question)
    const { told, state } = converse(model, count, most, by)
    assert.equal(silentOnes(told), silentOnes(oneAtATime(model, count).told))
    assert.equal([state.most, state.reason], [most, undefined])
  }),
)

deciding('a port that dies with several under way is told for nothing, and gets one at a time, with the reason', () =>
  forAll([counts, turns], (count, by) => {
    const { told, mostUnderWay, state } = converse((_, { underWay }) => underWay === 1, count, 16, by)
    assert.equal(silentOnes(told), [])
    if (mostUnderWay > 1) assert.equal([state.most, state.reason], [1, silent])
  }),
)

deciding('a port that answers all is asked each question once, in one process', () =>
  forAll([counts, widths, turns], (count, most, by) => {
    const { put, processes } = converse(() => true, count, most, by)
    assert.equal([put, processes], [count, 1])
  }),
)

deciding('a port that answers at once gets 1, 2, 4, 8, then 16 questions', () => {
  let state = Pipeline.emptyPipeline<number>(16)
  for (let i = 0; i < 64; i++) state = Pipeline.asked(state, i)
  const widthsSeen = [1, 2, 4, 8, 16, 16].map((width) => {
    state = Pipeline.take(state)[1]
    const { length } = state.underWay
    state = Pipeline.answered(state, right).next
    return [width, length]
  })
  for (const [width, length] of widthsSeen) assert.is(length, width)
})

deciding('a question under way is put to the next process, and one that was abandoned to none', () => {
  const [put, underWay] = Pipeline.take(Pipeline.asked(Pipeline.emptyPipeline<string>(4), 'a'))
  assert.equal(put, ['a'])
  assert.equal(Pipeline.take(Pipeline.begunAnew(underWay))[0], ['a'])
  assert.ok(Pipeline.isIdle(Pipeline.abandoned(underWay)))
})

const asking = suite('questions that are asked ahead')

asking('for all widths: they come back in order, and no more than the width are asked before the first is judged', () =>
  forAll([fc.array(fc.nat()), widths], (questions, width) => {
    let judged = 0
    let asked = 0
    const ask = (question: number): number => {
      asked++
      assert.ok(asked - judged <= width)
      return question
    }
    const seen: Array<number> = []
    for (const { question, reply } of ahead(questions, width, ask)) {
      assert.is(question, reply)
      seen.push(question)
      judged++
    }
    assert.equal(seen, questions)
  }),
)
