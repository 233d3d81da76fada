import * as deep from 'node:assert/strict'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { ours } from '../../src/core/Policies.ts'
import * as Job from '../../src/job/Job.ts'
import * as JobError from '../../src/job/JobError.ts'
import * as Stage from '../../src/job/Stage.ts'
import * as arb from '../../src/kit/testing/arbitraries.ts'
import * as like from '../support/lookalikes.ts'
import { keepsRoundTrip } from '../support/roundTrips.ts'
import { assert, forAll, suite } from '../support/suite.ts'

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

const accepted = (text: string, policies: Partial<Job.JobPolicies> = {}): Job.Job => {
  const job = Job.decode(utf8(text), { ...ours, ...policies })
  if (E.isLeft(job)) throw new Error(JobError.message(job.left))
  return job.right
}

/** The reason, then the pointer and fault of each problem. */
const refusal = (bytes: Uint8Array | string, policies: Partial<Job.JobPolicies> = {}): ReadonlyArray<string> => {
  const job = Job.decode(typeof bytes === 'string' ? utf8(bytes) : bytes, { ...ours, ...policies })
  if (E.isRight(job)) throw new Error('expected a refusal')
  const e = job.left
  if (e._tag === 'misconfigured') return [JobError.reason(e), e.detail]
  if (e._tag === 'job_malformed') return [JobError.reason(e), `${e.rule} ${e.offset} ${e.pointer}`.trim()]
  return [
    JobError.reason(e),
    ...e.problems.map((p) =>
      p._tag === 'Mismatch' ? `${p.pointer} ${p.expected} ${p.found}` : `${p.pointer} ${p.rule}`,
    ),
  ]
}

const withStages = (stages: string): string => `{"request_id":"1","stages":${stages}}`
const withStage = (stage: string): string => withStages(`[${stage}]`)
const withDiffusion = (fields: string): string => withStage(`{"type":"DIFFUSION","diffusion":{${fields}}}`)
const withInput = (fields: string): string => withStage(`{"type":"INPUT_INITIALIZE","inputInitialize":{${fields}}}`)

const shape = suite('Job.decode: shape')

const shown = `{
  "request_id": "20240512001",
  "stages": [
    { "type": "INPUT_INITIALIZE", "inputInitialize": { "seed": -1, "count": 1 } },
    { "type": "DIFFUSION", "diffusion": { "width": 512, "height": 768, "prompts": [{ "text": "a lighthouse" }],
      "steps": 20, "sd_model": "600423083519508503", "clip_skip": 2, "cfg_scale": 7.5 } }
  ]
}`

shape('reads the example of the interface', () => {
  const job = accepted(shown)
  deep.deepEqual(job, JSON.parse(shown))
  const [input, diffusion] = job.stages as [Stage.Stage, Stage.Stage]
  assert.ok(Stage.isInputInitialize(input) && input.inputInitialize.seed === -1)
  assert.ok(Stage.isDiffusion(diffusion) && diffusion.diffusion.prompts?.[0]?.text === 'a lighthouse')
})

shape('points at every problem in reading order, at most 16', () => {
  assert.equal(refusal('{"request_id":1,"stages":[{"type":"DIFFUSION","diffusion":{"steps":"1"}},null,{}]}'), [
    'job_invalid',
    '/request_id string number',
    '/stages/0/diffusion/steps integer string',
    '/stages/1 Stage null',
    '/stages/2/type string nothing',
  ])
  assert.is(refusal(withStages(`[${Array(100_000).fill('1').join()}]`)).length, 17)
})

shape('keeps undocumented fields, even sdModel beside sd_model', () => {
  const text =
    '{"request_id":"1","stages":[{"type":"DIFFUSION","diffusion":{"sdModel":2,"sd_model":"1","hires":{"x":[1.5]}},"id":7}],"engine":null}'
  deep.deepEqual(accepted(text), JSON.parse(text))
})

const numbers = suite('Job.decode: numbers')

for (const spelling of ['1.0', '1e0', '-0', '10E-1', '0.0']) {
  numbers(`an integer may be spelled ${spelling}, but not without int-spelling`, () => {
    const off = { 'int-spelling': false }
    const text = withInput(`"count":1,"seed":${spelling}`)
    assert.equal(accepted(text), accepted(withInput(`"count":1,"seed":${Number(spelling) + 0}`)))
    assert.equal(refusal(text, off), ['job_invalid', '/stages/0/inputInitialize/seed plain-integer number'])
    assert.ok(accepted(withInput('"count":1,"seed":1'), off))
    assert.ok(
      accepted(withDiffusion(`"cfg_scale":${spelling},"hires":${spelling},"width":1`), off),
      'other numbers may be spelled so',
    )
    assert.ok(accepted(withStage(`{"type":"UPSCALE","width":${spelling}}`), off))
  })
}

numbers('a fraction that rounds to an integer is refused under any policy', () => {
  const text = withDiffusion('"width":512.00000000000000001')
  assert.equal(refusal(text), ['job_invalid', '/stages/0/diffusion/width integer number'])
  assert.equal(refusal(text, { 'int-spelling': false }), [
    'job_invalid',
    '/stages/0/diffusion/width plain-integer number',
  ])
  assert.ok(accepted(withDiffusion('"cfg_scale":7.00000000000000000001')))
})

const json = suite('Job.decode: JSON')

json('for all bytes: never throws', () =>
  forAll([fc.oneof(arb.body(), like.jsonText().map(utf8)), arb.policies()], (bytes, policies) =>
    assert.type(Job.decode(bytes, policies), 'object'),
  ),
)

json('for all jobs with one change in their text: refused, or read as a job that encodes', () =>
  forAll([like.mutated(arb.job().map((job) => JSON.stringify(job)))], (text) => {
    const job = Job.decode(utf8(text))
    if (E.isRight(job)) assert.ok(E.isRight(Job.encode(job.right)))
    else assert.match(JobError.message(job.left), /^the job is (?:not JSON|invalid): /)
  }),
)

const codec = suite('Job.codec and Job.codecOf')

codec('decodes a value in memory, and returns the same value', () => {
  const value: unknown = JSON.parse(shown)
  const job = Job.codec.decode(value)
  assert.ok(E.isRight(job) && job.right === value)
  assert.ok(Job.codec.is(value))
})

codec('uses the given policies', () => {
  const value = { request_id: '1', stages: [{ type: 'INPUT_INITIALIZE', inputInitialize: { seed: '-1' } }] }
  assert.ok(E.isLeft(Job.codec.decode(value)))
  const job = Job.codecOf({ ...ours, 'int64-string': true }).decode(value)
  assert.equal(job, E.right({ request_id: '1', stages: [{ type: 'INPUT_INITIALIZE', inputInitialize: { seed: -1 } }] }))
})

const encode = suite('Job.encode')

const problem = (job: unknown): string => {
  const bytes = Job.encode(job as Job.Job)
  if (E.isRight(bytes)) throw new Error('expected a refusal')
  return bytes.left.problems
    .map((p) => (p._tag === 'Mismatch' ? `${p.pointer} ${p.expected} ${p.found}` : `${p.pointer} ${p.rule}`))
    .join('; ')
}

const diffusion: Stage.DiffusionFields = {
  width: 8,
  height: 8,
  prompts: [{ text: 'é' }],
  steps: 1,
  sd_model: '1',
  clip_skip: 1,
  cfg_scale: 1,
}

encode('writes a job of the constructors as compact JSON in UTF-8', () => {
  const job = Job.create({
    request_id: '1',
    stages: [Stage.inputInitialize({ seed: -1, count: 1 }), Stage.diffusion(diffusion)],
  })
  assert.equal(
    Job.encode(job),
    E.right(
      utf8(
        '{"request_id":"1","stages":[{"type":"INPUT_INITIALIZE","inputInitialize":{"seed":-1,"count":1}},' +
          '{"type":"DIFFUSION","diffusion":{"width":8,"height":8,"prompts":[{"text":"é"}],"steps":1,"sd_model":"1","clip_skip":1,"cfg_scale":1}}]}',
      ),
    ),
  )
})

encode('refuses a field of the wrong type, with a pointer', () => {
  const of = (change: object): unknown => ({
    request_id: '1',
    stages: [{ type: 'DIFFUSION', diffusion: { ...diffusion, ...change } }],
  })
  assert.is(problem(of({ width: 1.5 })), '/stages/0/diffusion/width integer number')
  assert.is(problem(of({ width: '8' })), '/stages/0/diffusion/width integer string')
  assert.is(problem(of({ width: Number.NaN })), '/stages/0/diffusion/width not-json')
  assert.is(problem(of({ cfg_scale: Number.NEGATIVE_INFINITY })), '/stages/0/diffusion/cfg_scale not-json')
  assert.is(problem(of({ steps: 2 ** 53 })), '/stages/0/diffusion/steps number-range')
  assert.is(problem(of({ steps: undefined })), '/stages/0/diffusion/steps not-json')
  assert.is(problem(of({ prompts: [{ text: '\ud83c' }] })), '/stages/0/diffusion/prompts/0/text lone-surrogate')
  assert.is(problem(of({ when: new Date(0) })), '/stages/0/diffusion/when not-json')
})

encode('a maxMembers that is undefined is the default; one that is no count lets nothing through, as in decode', () => {
  const jobOf = (members: number): Job.Job => ({
    request_id: '1',
    stages: [],
    ...Object.fromEntries(Array.from({ length: members - 2 }, (_, i) => [`x${i}`, i])),
  })
  const passes = (members: number, maxMembers: unknown): readonly [boolean, boolean] => {
    const job = jobOf(members)
    const limits = { maxMembers } as Partial<Job.Limits>
    const read = Job.decode(utf8(JSON.stringify(job)), undefined, limits)
    return [E.isRight(Job.encode(job, limits)), E.isRight(read)]
  }
  assert.equal(passes(10_000, undefined), [true, true])
  assert.equal(passes(10_001, undefined), [false, false])
  for (const most of [Number.NaN, -1, 0, -0.5, Number.NEGATIVE_INFINITY, 'many', {}])
    assert.equal(passes(2, most), [false, false], String(most))
  assert.equal(passes(2, 2.5), [true, true])
  assert.equal(passes(3, 2.5), [false, false])
  assert.equal(passes(20_000, Number.POSITIVE_INFINITY), [true, true])
})

keepsRoundTrip(encode, 'Job.decode')

encode('for all jobs: decode answers what JSON keeps of it', () =>
  forAll([arb.job()], (job) => {
    const bytes = Job.encode(job)
    assert.ok(E.isRight(bytes))
    const again = Job.decode(bytes.right)
    assert.ok(E.isRight(again))
    deep.deepEqual(again.right, JSON.parse(JSON.stringify(job)))
    assert.equal(Job.encode(again.right), bytes)
  }),
)

encode('for all jobs: the codec takes what decode takes, under each policy', () =>
  forAll([arb.job(), arb.policies()], (job, policies) => {
    const bytes = Job.encode(job)
    assert.ok(E.isRight(bytes))
    assert.is(E.isRight(Job.decode(bytes.right, policies)), E.isRight(Job.codecOf(policies).decode(job)))
  }),
)
