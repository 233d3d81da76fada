/** Jobs for the ops that read and write them: values that are nearly jobs, and texts that are nearly JSON. */

import { jobMeanings, otherStages, readRules, remarkable, jobs as samples } from '../../values/jobs/meanings.ts'
import { rules } from '../../values/jobs/rules.ts'
import { deepest, otherTypes, unlike } from '../../values/jobs/shapes.ts'
import { jobTexts } from '../../values/json/jobTexts.ts'
import { mapValues, validAndInvalid } from '../../values/Labelled.ts'
import { hex } from '../content.ts'
import type { Inputs } from '../Vector.ts'
import { type Generator, generatorOf } from './Generator.ts'

const asJson = (job: unknown): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(JSON.stringify(job)))

export const jobs: ReadonlyArray<Generator> = [
  generatorOf(
    'job',
    'decodeJob',
    mapValues(
      [...samples, ...readRules.flat(), ...otherTypes, ...deepest, ...validAndInvalid(rules.level, unlike)],
      asJson,
    ),
    (body) => ({
      body: hex(body),
    }),
  ),
  generatorOf(
    'encode-job',
    'encodeJob',
    [
      ...jobMeanings,
      ...validAndInvalid(rules.level, [...remarkable, ...unlike]),
      ...otherStages,
      ...otherTypes,
      ...deepest,
    ],
    (job) => ({ job }) as Inputs['encodeJob'],
  ),
  generatorOf('json', 'decodeJob', jobTexts, (body) => ({ body: hex(body) })),
]
