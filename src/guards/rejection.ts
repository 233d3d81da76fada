import * as E from 'fp-ts/lib/Either.js'
import { flow, pipe } from 'fp-ts/lib/function.js'
import * as Options from '../core/Settings.ts'
import { type GuardUnavailable, type Misconfigured, message, misconfigured } from '../core/VerifyError.ts'

/** The border of a guard's Promise face: a Left becomes a thrown Error whose `cause` is the error as data. */
export const orThrow = <A>(made: E.Either<GuardUnavailable | Misconfigured, A>): A => {
  if (E.isLeft(made)) throw new Error(message(made.left), { cause: made.left })
  return made.right
}

/** A guard's options; throws an Error that tells all that is wrong with them. */
export const optionsOrThrow =
  <S extends object>(fields: Options.Fields<S>) =>
  (options: unknown): S =>
    pipe(options, Options.decode(fields), E.mapLeft(flow(Options.words('the guard'), misconfigured)), orThrow)
