import { inspect } from 'node:util'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import * as Bytes from '../../src/core/Bytes.ts'
import * as Job from '../../src/job/Job.ts'
import * as JobError from '../../src/job/JobError.ts'
import type * as Stage from '../../src/job/Stage.ts'
import * as arb from '../../src/kit/testing/arbitraries.ts'
import { assert, forAll, right, suite } from '../support/suite.ts'

const upscale = t.type({ upscale: t.type({ factor: t.number }) })
const jobs = Job.withStages({ UPSCALE: upscale })

const textOf = (...stages: ReadonlyArray<unknown>): Bytes.Bytes =>
  right(Bytes.ofText(JSON.stringify({ request_id: '42', stages })))

const words = (result: E.Either<JobError.JobError, unknown>): string =>
  E.isLeft(result) ? JobError.message(result.left) : 'no error'

const added = suite('Job.withStages: added stages')

added('are read and written, with what their codec does not mention', () => {
  const stage = { more: 1, type: 'UPSCALE', upscale: { factor: 2, how: 'slow' } } as const
  const job = right(jobs.decode(textOf(stage)))
  assert.equal(job.stages, [stage])
  assert.equal(right(jobs.encode(job)), textOf(stage))
})

added('narrow by their type, as do those that the interface shows', () => {
  const stages = [
    { type: 'UPSCALE', upscale: { factor: 2 } },
    { type: 'DIFFUSION', diffusion: { width: 3 } },
    { type: 'INPUT_INITIALIZE', inputInitialize: { seed: 4 } },
    { type: 'LATER' },
  ]
  const numbers = right(jobs.decode(textOf(...stages))).stages.map((stage) => {
    switch (stage.type) {
      case 'UPSCALE':
        return stage.upscale.factor
      case 'DIFFUSION':
        return stage.diffusion.width
      case 'INPUT_INITIALIZE':
        return stage.inputInitialize.seed
      default:
        return stage.type
    }
  })
  assert.equal(numbers, [2, 3, 4, 'LATER'])
})

added('a wrong one is refused with its place, and without its values', () => {
  assert.is(
    words(jobs.decode(textOf({ type: 'UPSCALE', upscale: { factor: 'a secret' } }))),
    'the job is invalid: at /stages/0/upscale/factor, expected a number from -9007199254740991 to 9007199254740991, found a string',
  )
  const sentence = words(jobs.decode(textOf({ type: 'UPSCALE' })))
  assert.match(sentence, /at \/stages\/0\/upscale, expected \{ factor: number \}/)
  const half = { type: 'UPSCALE', upscale: {} } as unknown as Stage.OtherStage
  const shown = words(jobs.encode({ request_id: '42', stages: [half] }))
  assert.match(shown, /at \/stages\/0\/upscale\/factor, expected a n/)
})

added('places name members, and not the parts of unions, intersections and what is around them', () => {
  const side = t.readonly(t.exact(t.type({ size: t.union([t.type({ px: t.number }), t.literal('same')]) })))
  const { decode } = Job.withStages({
    CROP: t.intersection([t.type({ crop: t.readonlyArray(side) }), t.partial({ fast: t.boolean })]),
  })
  const wrong = decode(textOf({ type: 'CROP', crop: [{ size: 'same' }, { size: { px: 'a' } }], fast: 1 }))
  assert.ok(E.isLeft(wrong) && wrong.left._tag === 'job_invalid')
  const shown = [...new Set(wrong.left.problems.map(({ pointer }) => pointer))]
  assert.equal(shown, ['/stages/0/crop/1/size/px', '/stages/0/crop/1/size', '/stages/0/fast'])
})

added('with unknown-stage off, the error lists the types', () => {
  const sentence = words(jobs.decode(textOf({ type: 'LATER' }), { 'unknown-stage': false }))
  assert.match(sentence, /at \/stages\/0\/type, expected one of INPUT_INITIALIZE, DIFFUSION, UPSCALE, found a string/)
})

added('a type may be called __proto__ or toString', () => {
  const odd = Job.withStages({ ['__proto__']: t.type({ a: t.number }), toString: t.type({ a: t.number }) })
  for (const type of ['__proto__', 'toString']) {
    assert.ok(E.isRight(odd.decode(textOf({ type, a: 1 }))))
    assert.ok(E.isLeft(odd.decode(textOf({ type, a: '1' }))), type)
  }
})

const fields = suite('Job.withStages: more fields of stages that the interface shows')
const withLora = Job.withStages({ DIFFUSION: t.type({ diffusion: t.type({ lora: t.string }) }) })

fields('both must fit', () => {
  const [stage] = right(withLora.decode(textOf({ type: 'DIFFUSION', diffusion: { width: 1, lora: 'a' } }))).stages
  assert.ok(stage?.type === 'DIFFUSION')
  assert.equal([stage.diffusion.lora, stage.diffusion.width], ['a', 1])
  assert.match(words(withLora.decode(textOf({ type: 'DIFFUSION', diffusion: { width: 1 } }))), /diffusion\/lora/)
  assert.match(words(withLora.decode(textOf({ type: 'DIFFUSION', diffusion: { lora: 'a', width: '' } }))), /width/)
})

fields('the policies hold', () => {
  const text = textOf({ type: 'DIFFUSION', diffusion: { width: '1', lora: 'a' } })
  const [stage] = right(withLora.decode(text, { 'int64-string': true })).stages
  assert.ok(stage?.type === 'DIFFUSION' && stage.diffusion.width === 1)
})

const seconds = new t.Type<Date, number>(
  'Seconds',
  (u): u is Date => u instanceof Date,
  (u, c) => (typeof u === 'number' ? t.success(new Date(u * 1000)) : t.failure(u, c)),
  (date) => date.getTime() / 1000,
)
const timed = Job.withStages({ WAIT: t.type({ until: seconds }) })

const transforming = suite('Job.withStages: codecs that read a value as another')

transforming('encode writes what decode read', () => {
  const text = textOf({ type: 'WAIT', until: 1_700_000_000 })
  const job = right(timed.decode(text))
  assert.equal(job.stages, [{ type: 'WAIT', until: new Date(1_700_000_000_000) }])
  assert.equal(right(timed.encode(job)), text)
})

transforming('a job that is not as it was read is refused with its place', () => {
  const unread = { request_id: '42', stages: [{ type: 'WAIT', until: 1 }] } as unknown as Parameters<
    typeof timed.encode
  >[0]
  const sentence = words(timed.encode(unread))
  assert.is(sentence, 'the job is invalid: at /stages/0, expected { until: Seconds }, found an object')
  const half = { request_id: 1, stages: [] } as unknown as typeof unread
  assert.match(words(timed.encode(half)), /at \/request_id, expected a string/)
})

transforming('a codec that throws while it writes or reads makes an error of it', () => {
  const throwing = () => {
    throw new Error('a secret')
  }
  const isAny = (_: unknown): _ is string => true
  const writing = new t.Type<string>('Thrower', isAny, (u) => t.success(u as string), throwing)
  const { encode } = Job.withStages({ BAD: t.type({ a: writing }) })
  assert.is(
    words(encode({ request_id: '42', stages: [{ type: 'BAD', a: '' }] })),
    'the job is invalid: at /stages/0, expected { a: Thrower }, found an object',
  )
  const reading = new t.Type<string>('Thrower', isAny, throwing, t.identity)
  const { decode } = Job.withStages({ BAD: reading as unknown as t.Type<object> })
  const sentence = words(decode(textOf({ type: 'BAD' })))
  assert.is(sentence, 'the job is invalid: at /stages/0, expected Thrower, found an object')
})

const plain = suite('Job.withStages: without any')

plain('decides as Job does', async () => {
  const { decode, encode } = Job.withStages({})
  await forAll([arb.job()], (job) => {
    const bytes = right(Job.encode(job))
    assert.equal(encode(job), E.right(bytes))
    assert.equal(inspect(decode(bytes), { depth: null }), inspect(Job.decode(bytes), { depth: null }))
  })
})

const policies = suite('Job: policies are named one at a time')

policies('the others keep their default', () => {
  const text = textOf({ type: 'LATER' }, { type: 'INPUT_INITIALIZE', inputInitialize: { seed: '1' } })
  assert.ok(E.isRight(Job.decode(text, { 'int64-string': true })))
  assert.ok(E.isRight(Job.decode(textOf({ type: 'LATER' }), {})))
})

policies('one that does not exist is an error', () => {
  const misspelt = { 'int64-sting': true } as Partial<Job.JobPolicies>
  const read = Job.decode(textOf(), misspelt)
  assert.match(
    words(read),
    /^misconfigured: policies: "int64-sting" is not an option here; the options are .*int64-string/,
  )
  assert.ok(E.isLeft(read))
  assert.equal(JobError.httpAnswer(read.left).status, 500)
  assert.not.match(JobError.httpAnswer(read.left).body, /sting/)
  assert.ok(E.isLeft(Job.codecOf(misspelt).decode({ request_id: '42', stages: [] })))
})

const hints = suite('JobError: hints')

hints('a member by a like name is named', () => {
  const read = Job.decode(Bytes.ofAscii('{"requestId":"42","stages":[]}'))
  assert.is(words(read), 'the job is invalid: at /request_id, expected a string, found nothing, but requestId is there')
  const payload = Job.decode(textOf({ type: 'INPUT_INITIALIZE', input_initialize: { seed: 1 } }))
  assert.match(words(payload), /at \/stages\/0\/inputInitialize, .* found nothing, but input_initialize is there/)
})

hints('an integer in a string names the policy, any other string does not', () => {
  const seeded = (seed: string) => words(Job.decode(textOf({ type: 'INPUT_INITIALIZE', inputInitialize: { seed } })))
  assert.match(seeded('42'), /found a string of digits; with the policy int64-string, such a string is accepted$/)
  for (const text of ['042', '4.2', '', 'x', '42 ', '12345678901234567']) assert.match(seeded(text), /found a string$/)
})
