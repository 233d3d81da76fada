import * as t from 'io-ts'
import { Job } from '../../src/index.ts'
import { decodeJob } from '../../src/server/node.ts'
import { assert, suite } from '../support/suite.ts'

const jobs = Job.withStages({ UPSCALE: t.type({ upscale: t.type({ factor: t.number }) }) })
const upscale = (factor: string): Uint8Array =>
  Buffer.from(`{"request_id":"42","stages":[{"type":"UPSCALE","upscale":{"factor":${factor}}}]}`)

const decoding = suite('decodeJob with stages of the program')

decoding('answers the job, whose types know the stages', () => {
  const { stages } = decodeJob(upscale('2'), {}, jobs)
  const [stage] = stages
  const factor: number | undefined = stage?.type === 'UPSCALE' ? stage.upscale.factor : undefined
  assert.is(factor, 2)
})

decoding('takes the same bytes where nobody has described the stage', () => {
  assert.is(decodeJob(upscale('"2"')).stages.length, 1)
})
