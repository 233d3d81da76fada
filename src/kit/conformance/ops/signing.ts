/**
 * What the ops that sign have in common, for `stringToSign`, `sign` and `request`: the parts that the protocol gives as text are
 * parsed in a fixed order, and the first that is malformed is the reason.
 */
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import * as AppId from '../../../core/AppId.ts'
import * as AuthType from '../../../core/AuthType.ts'
import * as Nonce from '../../../core/Nonce.ts'
import * as Timestamp from '../../../core/Timestamp.ts'
import type { SigningApp } from '../../../effects/Credentials.ts'
import { type SignedRequest, signRequest } from '../../../programs/signRequest.ts'
import { toBody } from '../content.ts'
import type { Inputs } from '../Vector.ts'
import type { Refusal, Workbench } from './Operation.ts'

export interface Moment {
  readonly timestamp: Timestamp.Timestamp
  readonly nonce: Nonce.Nonce | undefined
}

/** The timestamp and the nonce; the signer draws a nonce of its own if there is none. */
export const parseMoment = ({
  timestamp,
  nonce,
}: {
  readonly timestamp: string
  readonly nonce?: string
}): E.Either<Refusal, Moment> =>
  pipe(
    E.Do,
    E.apSW('timestamp', Timestamp.parse(timestamp)),
    E.apSW('nonce', nonce === undefined ? E.right(undefined) : Nonce.parse(nonce)),
  )

/** The app with its private key. */
export const signingApp = (
  { signer }: Workbench,
  names: { readonly appId: string; readonly authType: string; readonly privateKey: string },
): TE.TaskEither<Refusal, SigningApp> =>
  pipe(
    E.Do,
    E.apSW('appId', AppId.parse(names.appId)),
    E.apSW('authType', AuthType.parse(names.authType)),
    TE.fromEither<Refusal, Pick<SigningApp, 'appId' | 'authType'>>,
    TE.bind('signer', () => signer(names.privateKey)),
    TE.map((app) => ({ _tag: 'SigningApp', ...app })),
  )

type ToSign = Pick<Inputs['sign'], 'method' | 'url' | 'timestamp' | 'nonce' | 'body'>

/** A task that signs the request. Each run of the task signs it once more. */
export const signing = (
  { platform }: Workbench,
  input: ToSign,
  app: Omit<SigningApp, '_tag'>,
): E.Either<Refusal, TE.TaskEither<Refusal, SignedRequest>> =>
  pipe(
    parseMoment(input),
    E.bindTo('moment'),
    E.apSW('body', toBody(input.body)),
    E.map(({ moment, body }) => {
      const { method, url } = input
      return signRequest(app)({ method, url, ...moment, body })({ ...platform, signer: app.signer })
    }),
  )
