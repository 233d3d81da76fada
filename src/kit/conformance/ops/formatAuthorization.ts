/** The op `formatAuthorization` of our own port: writes an Authorization line from its parts. */
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import * as AppId from '../../../core/AppId.ts'
import * as Authorization from '../../../core/Authorization.ts'
import * as AuthType from '../../../core/AuthType.ts'
import * as Nonce from '../../../core/Nonce.ts'
import * as Signature from '../../../core/Signature.ts'
import * as Timestamp from '../../../core/Timestamp.ts'
import * as Token from '../../../core/Token.ts'
import type { Inputs } from '../Vector.ts'
import { type Operation, type Refusal, valueAnswer } from './Operation.ts'

type Input = Inputs['formatAuthorization']

const parseSignature = (text: string): E.Either<Refusal, Signature.Signature> =>
  text !== '' && Signature.isSignature(text) ? E.right(text) : E.left({ _tag: 'signature_malformed' })

const parseParts = (input: Input): E.Either<Refusal, Authorization.Authorization> =>
  'token' in input
    ? pipe(
        Token.parse(input.token),
        E.map((token) => ({ _tag: 'Bearer', token })),
      )
    : pipe(
        E.Do,
        E.apSW('authType', AuthType.parse(input.authType)),
        E.apSW('appId', AppId.parse(input.appId)),
        E.apSW('nonce', Nonce.parse(input.nonce)),
        E.apSW('timestamp', Timestamp.parse(input.timestamp)),
        E.apSW('signature', parseSignature(input.signature)),
        E.map((parts) => ({ _tag: 'Signed', ...parts })),
      )

export const formatAuthorization: Operation<'formatAuthorization'> = () => (input) =>
  pipe(
    parseParts(input),
    E.chainW(Authorization.serialize),
    E.map((line) => valueAnswer(line)),
    TE.fromEither,
  )
