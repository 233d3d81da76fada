/** The op `request` of our own port: submits a job, and shows the request that would go to the network. */
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import * as BaseUrl from '../../../core/BaseUrl.ts'
import type * as Bytes from '../../../core/Bytes.ts'
import type { Nonce } from '../../../core/Nonce.ts'
import type { Timestamp } from '../../../core/Timestamp.ts'
import * as Token from '../../../core/Token.ts'
import { type AccessToken, accessToken, type SigningApp } from '../../../effects/Credentials.ts'
import type { HttpRequest } from '../../../effects/Http.ts'
import * as Job from '../../../job/Job.ts'
import { defaults, submitJob } from '../../../programs/submitJob.ts'
import { hex, toBody } from '../content.ts'
import type { Inputs, PortAnswer } from '../Vector.ts'
import { type Operation, type Refusal, valueAnswer, type Workbench } from './Operation.ts'
import { type Moment, parseMoment, signingApp } from './signing.ts'

type Input = Inputs['request']

/** The moment of a request with a token, which is not signed: nothing reads its timestamp and nonce, and the input's are not checked. */
const unread: Moment = { timestamp: 0 as Timestamp, nonce: undefined }

const momentOf = (input: Input): E.Either<Refusal, Moment> =>
  'token' in input.credentials ? E.right(unread) : parseMoment(input)

const credentialsOf = (
  workbench: Workbench,
  { credentials, authType }: Input,
): TE.TaskEither<Refusal, AccessToken | SigningApp> =>
  'token' in credentials
    ? pipe(TE.fromEither(Token.parse(credentials.token)), TE.map(accessToken))
    : signingApp(workbench, { ...credentials, authType })

const contentOf = ({ body }: Input): E.Either<Refusal, Bytes.Bytes> =>
  'job' in body ? Job.encode(body.job as Job.Job) : toBody(body)

const shown = (sent: HttpRequest | undefined): PortAnswer => {
  if (sent === undefined) return { outcome: 'error', reason: 'nothing was sent' }
  const { method, target, headers, body } = sent
  return valueAnswer({ method, target, headers: Object.entries(headers), body: hex(body as Bytes.Bytes) })
}

interface Submission {
  readonly baseUrl: BaseUrl.BaseUrl
  readonly moment: Moment
  readonly credentials: AccessToken | SigningApp
  readonly content: Bytes.Bytes
}

/** Submits to a service that answers 200, and answers the first request that it got. */
const submit = (
  { platform }: Workbench,
  edition: Input['edition'],
  { baseUrl, moment, credentials, content }: Submission,
): TE.TaskEither<Refusal, PortAnswer> => {
  const sent: Array<HttpRequest> = []
  const send = (request: HttpRequest) => async () => {
    sent.push(request)
    return E.right({ status: 200, headers: {}, body: [] })
  }
  return pipe(
    submitJob<'international' | 'mainland'>({ ...defaults, baseUrl, edition })(content)({
      clock: { now: () => moment.timestamp },
      // Undefined for a token only, and then no nonce is drawn.
      entropy: { nonce: () => moment.nonce as Nonce },
      http: { send },
      digest: platform.digest,
      random: platform.random,
      timer: platform.timer,
      offsets: { get: () => () => undefined, set: () => () => undefined },
      // May be a token, which the type of mainland excludes. `submitJob` refuses a token in mainland at run time.
      credentials: credentials as SigningApp,
    }),
    TE.map(() => shown(sent[0])),
  )
}

export const request: Operation<'request'> = (workbench) => (input) =>
  pipe(
    TE.fromEither<Refusal, BaseUrl.BaseUrl>(BaseUrl.parse(input.baseUrl)),
    TE.bindTo('baseUrl'),
    TE.bind('moment', () => TE.fromEither(momentOf(input))),
    TE.bind('credentials', () => credentialsOf(workbench, input)),
    TE.bind('content', () => TE.fromEither(contentOf(input))),
    TE.chain((submission) => submit(workbench, input.edition, submission)),
  )
