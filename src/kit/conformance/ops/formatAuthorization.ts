/**
 * The op `formatAuthorization` of our own port: writes an Authorization header from its parts. It refuses a part that breaks its rule.
 *
 *     { authType, appId: 'app-1', nonce: 'n-1', timestamp: '1700000000', signature: 'kz3V…' }
 *         value "SVC-SHA256-RSA app_id=app-1,nonce_str=n-1,timestamp=1700000000,signature=kz3V…"
 *     { token: 'secret' }    value "Bearer secret"
 *     { …, nonce: '' }       reject (nonce_malformed)
 */
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
type BearerInput = Extract<Input, { readonly token: string }>
type SignedInput = Exclude<Input, BearerInput>

export const formatAuthorization: Operation<'formatAuthorization'> = () => (input) =>
  pipe(
    parseParts(input),
    E.chainW(Authorization.serialize),
    E.map((header) => valueAnswer(header)),
    TE.fromEither,
  )

const parseParts = (input: Input): E.Either<Refusal, Authorization.Authorization> =>
  'token' in input ? readBearerParts(input) : readSignedParts(input)

const readBearerParts = ({ token }: BearerInput): E.Either<Refusal, Authorization.Authorization> =>
  pipe(
    Token.parse(token),
    E.map((parsed) => ({ _tag: 'Bearer', token: parsed })),
  )

/** The first part that breaks its rule decides the refusal. */
const readSignedParts = (input: SignedInput): E.Either<Refusal, Authorization.Authorization> =>
  pipe(
    E.Do,
    E.apSW('authType', AuthType.parse(input.authType)),
    E.apSW('appId', AppId.parse(input.appId)),
    E.apSW('nonce', Nonce.parse(input.nonce)),
    E.apSW('timestamp', Timestamp.parse(input.timestamp)),
    E.apSW('signature', parseSignature(input.signature)),
    E.map((signed) => ({ _tag: 'Signed', ...signed })),
  )

const parseSignature = (base64: string): E.Either<Refusal, Signature.Signature> =>
  base64 !== '' && Signature.isSignature(base64) ? E.right(base64) : E.left({ _tag: 'signature_malformed' })
