/**
 * Compiled, never run: what the compiler must refuse of jobs. Where it no longer does, `@ts-expect-error` is itself an error.
 */

import type { Type } from 'io-ts'
import * as t from 'io-ts'
import * as Job from '../../src/job/Job.ts'
import * as Stage from '../../src/job/Stage.ts'

// Open for fields and stages that the interface does not show.
export const open: Job.Job = { request_id: '1', stages: [Stage.other('UPSCALE', { by: 2 })], more: [1] }

export const ofStage = (stage: Stage.Stage): number | undefined => {
  if (Stage.isDiffusion(stage)) return stage.diffusion.width
  if (Stage.isInputInitialize(stage)) return stage.inputInitialize.seed
  // @ts-expect-error nothing is known of another stage's fields
  return stage.width
}

// The codec is one of io-ts, from a job to the same job.
export const codec: Type<Job.Job, Job.Job, unknown> = Job.codec

const jobs = Job.withStages({
  UPSCALE: t.type({ upscale: t.type({ factor: t.number }) }),
  DIFFUSION: t.type({ diffusion: t.type({ lora: t.string }) }),
})

// @ts-expect-error a factor is a number
jobs.encode({ request_id: '1', stages: [{ type: 'UPSCALE', upscale: { factor: '2' } }] })

// @ts-expect-error this stage has a payload
jobs.encode({ request_id: '1', stages: [{ type: 'UPSCALE' }] })
