/** The op `decodeJob` of our own port: reads a job from a body. */
import { pipe } from 'fp-ts/lib/function.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import * as Job from '../../../job/Job.ts'
import { toBytes } from '../content.ts'
import { type Operation, valueAnswer } from './Operation.ts'

export const decodeJob: Operation<'decodeJob'> =
  ({ policies }) =>
  ({ body }) =>
    pipe(
      TE.fromEither(Job.decode(toBytes(body), policies)),
      TE.map((job) => valueAnswer(job)),
    )
