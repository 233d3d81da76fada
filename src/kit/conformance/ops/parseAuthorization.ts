/** The op `parseAuthorization` of our own port: reads the one Authorization line of a request. */
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import * as Authorization from '../../../core/Authorization.ts'
import * as AuthType from '../../../core/AuthType.ts'
import * as Timestamp from '../../../core/Timestamp.ts'
import { readScheme } from '../../../programs/verifyRequest.ts'
import { type Operation, valueAnswer } from './Operation.ts'

const shown = (authorization: Authorization.Authorization): unknown => {
  if (authorization._tag === 'Bearer') return { scheme: 'bearer', token: authorization.token }
  const { appId, nonce, timestamp, signature } = authorization
  return { scheme: 'signed', appId, nonce, timestamp: Timestamp.serialize(timestamp), signature }
}

export const parseAuthorization: Operation<'parseAuthorization'> =
  ({ policies }) =>
  (input) =>
    pipe(
      AuthType.parse(input.authType),
      E.chainW((authType) =>
        pipe(
          // There must be exactly one line, as a verifier reads it.
          readScheme({ authType, policies }, input),
          E.chainW(({ header }) => Authorization.parse(header, { authType, policies })),
        ),
      ),
      E.map((authorization) => valueAnswer(shown(authorization))),
      TE.fromEither,
    )
