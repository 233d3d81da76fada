/** Jobs and values that are nearly jobs, and texts that are nearly JSON. */
import { over, sides } from '../../values/Grammar.ts'
import * as values from '../../values/jobs.ts'
import { json } from '../../values/json.ts'
import { hex } from '../content.ts'
import type { Inputs } from '../Vector.ts'
import { type Generator, generator } from './Generator.ts'

const asJson = (job: unknown): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(JSON.stringify(job)))

export const jobs: ReadonlyArray<Generator> = [
  generator('job', 'decodeJob', over([...values.jobs, ...values.readRules.flat()], asJson), (body) => ({
    body: hex(body),
  })),
  // A writer keeps a stage of another type under any policy.
  generator(
    'encode-job',
    'encodeJob',
    [
      ...[values.jobMeanings, values.jobMeanings].flat(),
      ...sides(values.rules.level, [...values.remarkable, ...values.otherType]),
    ],
    (job) => ({ job }) as Inputs['encodeJob'],
  ),
  generator('json', 'decodeJob', json, (body) => ({ body: hex(body) })),
]
