/**
 * Options that a program wrote down, perhaps without types: read by a record of fields, with all complaints at once.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { NonEmptyArray } from 'fp-ts/lib/NonEmptyArray.js'
import { boolean, type Rule } from './Rule.ts'

/** Each names one option and says what it must be. */
export type Complaints = NonEmptyArray<string>

/** How one option is read. */
export type Field<A> = (name: string, value: unknown) => E.Either<Complaints, A>

export type Fields<S> = { readonly [K in keyof S]-?: Field<S[K]> }

/** What options come to: every member is there, and those of `Defaulted` have a value. */
export type Decoded<Options, Defaulted extends keyof Options = never> = {
  readonly [K in keyof Options]-?: K extends Defaulted ? NonNullable<Options[K]> : Options[K]
}

/** An option that must be given. */
export const required =
  <A>(rule: Rule<A>): Field<A> =>
  (name, value) =>
    rule.is(value) ? E.right(value) : complain(`${name} must be ${rule.expected}`)

/** An option that stands for `fallback` when it is left out. */
export const defaulting =
  <A>(rule: Rule<A>, fallback: A): Field<A> =>
  (name, value) =>
    value === undefined ? E.right(fallback) : required(rule)(name, value)

/** An option that may be left out. */
export const optional = <A>(rule: Rule<A>): Field<A | undefined> => defaulting<A | undefined>(rule, undefined)

export const complain = (complaint: string): E.Either<Complaints, never> => E.left([complaint])

/** All complaints in one line; `whose` are the options, such as `createVerifier`. */
export const message =
  (whose: string) =>
  (complaints: Complaints): string =>
    `${whose}: ${complaints.join('; ')}`

export const isRecord = (given: unknown): given is object =>
  typeof given === 'object' && given !== null && !Array.isArray(given) && !(given instanceof Map)

/** As `decode`, for a record that holds the options of others as well. */
export const read =
  <S extends object>(fields: Fields<S>) =>
  (given: unknown): E.Either<Complaints, S> => {
    if (!isRecord(given)) return complain(`the options must be a record of ${Object.keys(fields).join(', ')}`)
    const own = new Map(Object.entries(given))
    const settings: Record<string, unknown> = {}
    const complaints: Array<string> = []
    for (const [name, field] of Object.entries<Field<unknown>>(fields)) {
      const value = field(name, own.get(name))
      if (E.isRight(value)) settings[name] = value.right
      else for (const complaint of value.left) complaints.push(complaint)
    }
    return isNonEmpty(complaints) ? E.left(complaints) : E.right(settings as S)
  }

const appended = ([first, ...others]: Complaints, last: string): Complaints => [first, ...others, last]

const isNonEmpty = (complaints: ReadonlyArray<string>): complaints is Complaints => complaints.length > 0

/** Names before 1.0 of options, and their names now. */
export type FormerNames = Readonly<Record<string, string>>

/** Of what pages use as well; the others stay with the options that they were names of. */
const formerNames: FormerNames = {
  where: 'cryptoOn',
  scope: 'sharedBy',
  requestIdIsKey: 'requestIdIsIdempotencyKey',
  totalMs: 'totalTimeoutMs',
}

const hintFor = (unknown: string, names: ReadonlyArray<string>, own: FormerNames): string => {
  const current = new Map(Object.entries({ ...formerNames, ...own })).get(unknown)
  return current !== undefined && names.includes(current)
    ? `it is called ${current} now`
    : `there are ${names.join(', ')}`
}

/**
 * The settings that `given` writes down. Own members only: a polluted Object.prototype sets nothing. `former` are names that
 * options of these fields had.
 */
export const decode =
  <S extends object>(fields: Fields<S>, former: FormerNames = {}) =>
  (given: unknown): E.Either<Complaints, S> => {
    const settings = read(fields)(given)
    const names = Object.keys(fields)
    const unknown = isRecord(given) ? Object.keys(given).find((name) => !names.includes(name)) : undefined
    if (unknown === undefined) return settings
    // A misspelled option is a mistake and not a default.
    const complaint = `there is no ${format(unknown)}; ${hintFor(unknown, names, former)}`
    return E.left(E.isLeft(settings) ? appended(settings.left, complaint) : [complaint])
  }

/** The members that are set. Own members only. */
export const definedOf = <S extends object>(given: S): { readonly [K in keyof S]?: Exclude<S[K], undefined> } =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as S

/** A name in an error only if it looks like one: it may be a key or a token in the wrong place. */
export const format = (name: string): string => (/^[\w-]{1,40}$/.test(name) ? `"${name}"` : 'option by such a name')

/** An option that is a record of switches, each of them as in `defaults` when it is left out. */
export const switches = <P extends object>(defaults: P): Field<P> => {
  const fields = Object.entries(defaults).map(([name, on]) => [name, defaulting(boolean, on)])
  const switchesOf = decode<P>(Object.fromEntries(fields))
  return (name, given) => {
    const switched = switchesOf(given === undefined ? {} : given)
    return E.isLeft(switched) ? complain(message(name)(switched.left)) : switched
  }
}
