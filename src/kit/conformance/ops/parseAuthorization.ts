/** The op `parseAuthorization` of our own port: reads the one Authorization line of a request. */
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import * as Authorization from '../../../core/Authorization.ts'
import * as AuthType from '../../../core/AuthType.ts'
import * as Timestamp from '../../../core/Timestamp.ts'
import { type Operation, type Refusal, valueAnswer } from './Operation.ts'

/** The line, if there is exactly one. */
const onlyLine = ([line, ...more]: ReadonlyArray<string>): E.Either<Refusal, string> => {
  if (line === undefined) return E.left({ _tag: 'authorization_missing' })
  return more.length > 0 ? E.left({ _tag: 'authorization_multiple' }) : E.right(line)
}

const shown = (authorization: Authorization.Authorization): unknown => {
  if (authorization._tag === 'Bearer') return { scheme: 'bearer', token: authorization.token }
  const { appId, nonce, timestamp, signature } = authorization
  return { scheme: 'signed', appId, nonce, timestamp: Timestamp.serialize(timestamp), signature }
}

export const parseAuthorization: Operation<'parseAuthorization'> =
  ({ policies }) =>
  (input) =>
    pipe(
      E.Do,
      E.apSW('authType', AuthType.parse(input.authType)),
      E.apSW('line', onlyLine(input.authorization)),
      E.chainW(({ authType, line }) => Authorization.parse(line, { authType, policies })),
      E.map((authorization) => valueAnswer(shown(authorization))),
      TE.fromEither,
    )
