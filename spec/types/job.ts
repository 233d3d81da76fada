/**
 * Compiled, never run: what the compiler must refuse of jobs. Where it no longer does, `@ts-expect-error` is itself an error.
 */

import type { Type } from 'io-ts'
import * as t from 'io-ts'
import * as Job from '../../src/job/Job.ts'
import type { JobError } from '../../src/job/JobError.ts'
import * as Stage from '../../src/job/Stage.ts'

const fields: Stage.DiffusionFields = {
  width: 512,
  height: 768,
  prompts: [{ text: 'a' }],
  steps: 20,
  sd_model: '1',
  clip_skip: 2,
  cfg_scale: 7.5,
}

Stage.diffusion(fields)

// @ts-expect-error a model's identifier is a string
Stage.diffusion({ ...fields, sd_model: 1 })

// @ts-expect-error the field is called sd_model
Stage.diffusion({ ...fields, sdModel: '1' })

// @ts-expect-error a prompt is an object with a text
Stage.diffusion({ ...fields, prompts: ['a'] })

// @ts-expect-error every field that the interface shows is given
Stage.inputInitialize({ seed: -1 })

// @ts-expect-error a seed is a number
Stage.inputInitialize({ seed: '-1', count: 1 })

// @ts-expect-error a request id is a string
Job.create({ request_id: 1, stages: [] })

// @ts-expect-error a job has nothing else when it is made here
Job.create({ request_id: '1', stages: [], more: 1 })

// Open for fields and stages that the interface does not show.
export const open: Job.Job = { request_id: '1', stages: [Stage.other('UPSCALE', { by: 2 })], more: [1] }

// @ts-expect-error a stage has a type
export const typeless: Job.Job = { request_id: '1', stages: [{ by: 2 }] }

export const ofStage = (stage: Stage.Stage): number | undefined => {
  if (Stage.isDiffusion(stage)) return stage.diffusion.width
  if (Stage.isInputInitialize(stage)) return stage.inputInitialize.seed
  // @ts-expect-error nothing is known of another stage's fields
  return stage.width
}

export const rules = (e: JobError): string =>
  e._tag === 'job_malformed' ? e.rule : e._tag === 'misconfigured' ? e.detail : e.problems.map((p) => p.pointer).join()

// The codec is one of io-ts, from a job to the same job.
export const codec: Type<Job.Job, Job.Job, unknown> = Job.codec

const jobs = Job.withStages({
  UPSCALE: t.type({ upscale: t.type({ factor: t.number }) }),
  DIFFUSION: t.type({ diffusion: t.type({ lora: t.string }) }),
})

type Ours = t.TypeOf<typeof jobs.codec>

// Comparing the type narrows.
export const ofType: unknown = (stage: Ours['stages'][number]): number | string | undefined => {
  switch (stage.type) {
    case 'UPSCALE':
      return stage.upscale.factor
    case 'DIFFUSION':
      return stage.diffusion.width ?? stage.diffusion.lora
    case 'INPUT_INITIALIZE':
      // @ts-expect-error nobody has added a factor here
      return stage.inputInitialize.factor.toFixed()
    default:
      return stage.type
  }
}

// @ts-expect-error a factor is a number
jobs.encode({ request_id: '1', stages: [{ type: 'UPSCALE', upscale: { factor: '2' } }] })

// @ts-expect-error this stage has a payload
jobs.encode({ request_id: '1', stages: [{ type: 'UPSCALE' }] })

// @ts-expect-error there is no such policy
Job.decode(new Uint8Array(), { 'int64-sting': true })
