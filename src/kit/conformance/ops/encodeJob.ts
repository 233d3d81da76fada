/** The op `encodeJob` of our own port: writes a job as a body. `Job.encode` checks the job. */
import { pipe } from 'fp-ts/lib/function.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import * as Job from '../../../job/Job.ts'
import { hex } from '../content.ts'
import { type Operation, valueAnswer } from './Operation.ts'

export const encodeJob: Operation<'encodeJob'> =
  () =>
  ({ job }) =>
    pipe(
      TE.fromEither(Job.encode(job as Job.Job)),
      TE.map((body) => valueAnswer(hex(body))),
    )
