import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Bytes, Job, JobError, type VerifyEnv, VerifyError, VerifyPolicy, verifyRequest } from 'countersign'
import { memoryGuard } from 'countersign/guards/memory'
import { clock, digest, keyRingFolder } from 'countersign/node'
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as RTE from 'fp-ts/lib/ReaderTaskEither.js'
import * as TE from 'fp-ts/lib/TaskEither.js'

type Failure = VerifyError.VerifyError | JobError.JobError

const limitBytes = 1_048_576

/** Runs only when every check before the body has passed. */
const bodyOf =
  (req: IncomingMessage): TE.TaskEither<VerifyError.BodyError, Bytes.Bytes> =>
  async () => {
    const parts: Array<Uint8Array> = []
    let length = 0
    try {
      for await (const part of req) {
        length += part.length
        if (length > limitBytes) return E.left({ _tag: 'body_too_large', limitBytes })
        parts.push(part)
      }
      return E.right(Buffer.concat(parts))
    } catch {
      return E.left({ _tag: 'body_incomplete' })
    }
  }

/** The service: it verifies, decodes and answers. Its type names every failure, and every effect that it needs. */
const submit = (req: IncomingMessage): RTE.ReaderTaskEither<VerifyEnv, Failure, object> => {
  const { method = '', url: target = '', headersDistinct } = req
  const authorization = headersDistinct.authorization ?? []
  return pipe(
    verifyRequest(VerifyPolicy.defaults)({ method, target, authorization, body: bodyOf(req) }),
    RTE.chainEitherKW(({ appId, body }) =>
      pipe(
        Job.decode(body),
        E.map(({ request_id }) => ({ app_id: appId, request_id })),
      ),
    ),
  )
}

const isJobError = (failure: Failure): failure is JobError.JobError => failure._tag.startsWith('job_')

/** Prints a message for the operator, and returns the answer for the caller. */
const answerOf = (failure: Failure) => {
  console.error(failure._tag, isJobError(failure) ? JobError.message(failure) : VerifyError.message(failure))
  if (isJobError(failure)) return JobError.httpAnswer(failure)
  return VerifyError.httpAnswer({ ...VerifyPolicy.defaults, tokens: false })(failure)
}

const environment: TE.TaskEither<unknown, VerifyEnv> = pipe(
  TE.Do,
  TE.apS('keyRing', keyRingFolder('keys')),
  TE.apSW(
    'guard',
    TE.tryCatch(() => memoryGuard(), String),
  ),
  TE.map((effects) => ({ ...effects, clock, digest })),
)

const serve = (env: VerifyEnv): void => {
  const server = createServer(async (req, res) => {
    const { status, headers, body } = await pipe(
      submit(req)(env),
      TE.match(answerOf, (answer) => ({
        status: 200,
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(answer),
      })),
    )()
    res.writeHead(status, headers).end(body)
  }).listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
    console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  })
}

await pipe(
  environment,
  TE.match((failure) => console.error('cannot start', failure), serve),
)()
