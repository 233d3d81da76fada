import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import * as Job from '../../src/job/Job.ts'
import * as JobError from '../../src/job/JobError.ts'
import * as arb from '../../src/kit/testing/arbitraries.ts'
import * as like from '../support/lookalikes.ts'
import { assert, forAll, suite } from '../support/suite.ts'

const errorOf = (text: string): JobError.JobError => {
  const job = Job.decode(new TextEncoder().encode(text))
  if (E.isRight(job)) throw new Error('expected a refusal')
  return job.left
}

const malformed = errorOf('{"request_id":"1","stages":[{"type":}]}')
const repeated = errorOf('{"request_id":"1","stages":[],"stages":[]}')
const mismatched = errorOf(
  '{"request_id":1,"stages":[{"type":"DIFFUSION","diffusion":{"prompts":[{"text":["secret"]}]}}]}',
)

const reason = suite('JobError.reason')

reason('distinguishes invalid JSON from an invalid job', () => {
  assert.is(JobError.reason(malformed), 'job_malformed')
  assert.is(JobError.reason(repeated), 'job_invalid')
  assert.is(JobError.reason(mismatched), 'job_invalid')
})

const message = suite('JobError.message')

message('its message has the fault, the byte offset and the pointer', () => {
  assert.is(JobError.message(malformed), 'the job is not JSON: a value is missing at byte 36, in /stages/0/type')
  assert.is(JobError.message(errorOf('')), 'the job is not JSON: the text ends too early at byte 0')
})

message('its message has the pointer, the expected and the found kind of each problem', () => {
  assert.is(
    JobError.message(mismatched),
    'the job is invalid: at /request_id, expected a string, found a number; at /stages/0/diffusion/prompts/0/text, expected a string, found an array',
  )
  assert.is(JobError.message(repeated), 'the job is invalid: at /stages, the name is repeated in its object')
  const sentence = JobError.message(errorOf('[]'))
  assert.is(sentence, 'the job is invalid: as a whole, expected an object with request_id and stages, found an array')
})

message('escapes a name that would break the line', () => {
  assert.is(
    JobError.message(errorOf('{"\\u001b[2J\\n":1e99}')),
    'the job is invalid: at /\\u001b[2J\\u000a, the number is beyond 9007199254740991, where numbers are rounded',
  )
})

message('for all jobs with secret values: no error shows one', () =>
  forAll([fc.array(fc.nat({ max: 8 }), { minLength: 1 })], (places) => {
    const secret = [
      '"s3cret"',
      '["s3cret"]',
      '{"x":"s3cret"}',
      '"s3cret',
      '"s3cret\\ud800"',
      '"s3cret" "s3cret"',
      "'s3cret'",
      's3cret',
      '"s3cret\\x"',
    ]
    const fields = ['width', 'height', 'steps', 'clip_skip', 'cfg_scale', 'prompts', 'seed', 'count', 'other']
    const members = places.map(
      (place, i) => `"${fields[i % fields.length]}${i >= fields.length ? i : ''}":${secret[place]}`,
    )
    const job = Job.decode(
      new TextEncoder().encode(`{"request_id":"1","stages":[{"type":"DIFFUSION","diffusion":{${members}}}]}`),
    )
    if (E.isRight(job)) return
    for (const shown of [JSON.stringify(job.left), JobError.message(job.left), JobError.httpAnswer(job.left).body]) {
      assert.not.match(shown, 's3cret')
    }
  }),
)

message('for all texts: the message is one line of visible ASCII, of bounded length', () =>
  forAll(
    [fc.oneof(like.anyText(), like.jsonText(), like.mutated(arb.job().map((job) => JSON.stringify(job))))],
    { numRuns: 300 },
    (text) => {
      const job = Job.decode(new TextEncoder().encode(text))
      if (E.isRight(job)) return
      assert.match(JobError.message(job.left), /^[\x20-\x7e]{1,16384}$/)
    },
  ),
)

const httpAnswer = suite('JobError.httpAnswer')

httpAnswer('is 400 with the reason as its code and the words as its message', () => {
  for (const error of [malformed, repeated, mismatched]) {
    const { status, headers, body } = JobError.httpAnswer(error)
    assert.is(status, 400)
    assert.equal(headers, { 'Content-Type': 'application/json; charset=UTF-8', 'Cache-Control': 'no-store' })
    assert.equal(JSON.parse(body), { error: { code: JobError.reason(error), message: JobError.message(error) } })
  }
})
