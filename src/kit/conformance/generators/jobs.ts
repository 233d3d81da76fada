/** Jobs and values that are nearly jobs, and texts that are nearly JSON. */
import { over, sides } from '../../values/Grammar.ts'
import { jobMeanings, otherStages, readRules, remarkable, jobs as samples } from '../../values/jobs/meanings.ts'
import { rules } from '../../values/jobs/rules.ts'
import { deepest, otherTypes, unlike } from '../../values/jobs/shapes.ts'
import { json } from '../../values/json.ts'
import { hex } from '../content.ts'
import type { Inputs } from '../Vector.ts'
import { type Generator, generator } from './Generator.ts'

const asJson = (job: unknown): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(JSON.stringify(job)))

export const jobs: ReadonlyArray<Generator> = [
  generator(
    'job',
    'decodeJob',
    over([...samples, ...readRules.flat(), ...otherTypes, ...deepest, ...sides(rules.level, unlike)], asJson),
    (body) => ({
      body: hex(body),
    }),
  ),
  generator(
    'encode-job',
    'encodeJob',
    [...jobMeanings, ...sides(rules.level, [...remarkable, ...unlike]), ...otherStages, ...otherTypes, ...deepest],
    (job) => ({ job }) as Inputs['encodeJob'],
  ),
  generator('json', 'decodeJob', json, (body) => ({ body: hex(body) })),
]
