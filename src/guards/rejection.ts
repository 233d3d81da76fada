import * as E from 'fp-ts/lib/Either.js'
import { flow } from 'fp-ts/lib/function.js'
import * as Options from '../core/Settings.ts'
import { type GuardUnavailable, type Misconfigured, message, misconfigured } from '../core/VerifyError.ts'

export const unavailable = (detail: string): GuardUnavailable => ({ _tag: 'guard_unavailable', detail })

/** All complaints about a guard's options, in one error. */
export const refused: <A>(read: E.Either<Options.Complaints, A>) => E.Either<Misconfigured, A> = E.mapLeft(
  flow(Options.message('the guard'), misconfigured),
)

/** For a guard's Promise face: a Left becomes a thrown Error, whose `cause` is the error as data. */
export const orThrow = <A>(made: E.Either<GuardUnavailable | Misconfigured, A>): A => {
  if (E.isLeft(made)) throw new Error(message(made.left), { cause: made.left })
  return made.right
}

/** The options of a guard's Promise face. Throws an Error that names everything that is wrong with them. */
export const optionsOrThrow = <S extends object>(fields: Options.Fields<S>): ((options: unknown) => S) =>
  flow(Options.decode(fields), refused, orThrow)
