/**
 * Reads options that a program gives, perhaps without types. A record of fields says how each option is read; the result has all
 * settings, or all complaints at once.
 *
 *     const readOptions = decode({ retries: defaulting(wholeNumber(), 0), baseUrl: required(BaseUrl.rule) })
 *     readOptions({ baseUrl: 'https://a.example' })     { retries: 0, baseUrl: 'https://a.example' }
 *     readOptions({ retires: 1 })                       baseUrl must be …; "retires" is not an option here; the options are retries, baseUrl
 */
import * as E from 'fp-ts/lib/Either.js'
import type { NonEmptyArray } from 'fp-ts/lib/NonEmptyArray.js'
import { boolean, type Rule } from './Rule.ts'

/** At least one sentence. Each names an option and says what it must be. */
export type Complaints = NonEmptyArray<string>

/** Reads one option. `value` is undefined if the option is left out. */
export type Field<A> = (name: string, value: unknown) => E.Either<Complaints, A>

/** How each setting is read, by the name of its option. */
export type Fields<S> = { readonly [K in keyof S]-?: Field<S[K]> }

/** Options after they were read: every member is there, and those of `Defaulted` have a value. */
export type Decoded<Options, Defaulted extends keyof Options = never> = {
  readonly [K in keyof Options]-?: K extends Defaulted ? NonNullable<Options[K]> : Options[K]
}

/** An option that must be given. */
export const required =
  <A>(rule: Rule<A>): Field<A> =>
  (name, value) =>
    rule.is(value) ? E.right(value) : complain(`${name} must be ${rule.expected}`)

/** An option that has the value `fallback` when it is left out. */
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

/** Whether a value can hold options: an object that is no list and no Map. */
export const isRecord = (given: unknown): given is object =>
  typeof given === 'object' && given !== null && !Array.isArray(given) && !(given instanceof Map)

/** As `decode`, but options without a field are left alone: the record also holds options that somebody else reads. */
export const read =
  <S extends object>(fields: Fields<S>) =>
  (given: unknown): E.Either<Complaints, S> => {
    if (!isRecord(given)) return complain(`the options must be a record of ${Object.keys(fields).join(', ')}`)
    const options = new Map(Object.entries(given))
    const settings: Record<string, unknown> = {}
    const complaints: Array<string> = []
    for (const [option, readField] of Object.entries<Field<unknown>>(fields)) {
      const setting = readField(option, options.get(option))
      if (E.isRight(setting)) settings[option] = setting.right
      else for (const complaint of setting.left) complaints.push(complaint)
    }
    return isNonEmpty(complaints) ? E.left(complaints) : E.right(settings as S)
  }

const append = ([earliest, ...later]: Complaints, complaint: string): Complaints => [earliest, ...later, complaint]

const isNonEmpty = (complaints: ReadonlyArray<string>): complaints is Complaints => complaints.length > 0

/** Names that options had before 1.0, and the names that they have now. */
export type FormerNames = Readonly<Record<string, string>>

/** Former names of options that several records share. Others are in the module of their option, so that pages do not load them. */
const sharedFormerNames: FormerNames = {
  where: 'cryptoOn',
  scope: 'sharedBy',
  requestIdIsKey: 'requestIdIsIdempotencyKey',
  totalMs: 'totalTimeoutMs',
}

/** What to write in place of an option that does not exist. */
const hintFor = (unknownOption: string, options: ReadonlyArray<string>, former: FormerNames): string => {
  const currentName = new Map(Object.entries({ ...sharedFormerNames, ...former })).get(unknownOption)
  return currentName !== undefined && options.includes(currentName)
    ? `it is called ${currentName} now`
    : `the options are ${options.join(', ')}`
}

/**
 * Reads the settings from the options `given`. Only own members count, so a polluted Object.prototype sets nothing. `former` has the
 * names that options of these fields had.
 */
export const decode =
  <S extends object>(fields: Fields<S>, former: FormerNames = {}) =>
  (given: unknown): E.Either<Complaints, S> => {
    const settings = read(fields)(given)
    const options = Object.keys(fields)
    // Without a complaint a misspelled option would silently have its default.
    const unknownOption = isRecord(given) ? Object.keys(given).find((option) => !options.includes(option)) : undefined
    if (unknownOption === undefined) return settings
    const complaint = `${format(unknownOption)} is not an option here; ${hintFor(unknownOption, options, former)}`
    return E.left(E.isLeft(settings) ? append(settings.left, complaint) : [complaint])
  }

/** The members that are set. Own members only. */
export const definedOf = <S extends object>(given: S): { readonly [K in keyof S]?: Exclude<S[K], undefined> } =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as S

/** The name of an option as an error shows it. Another text is not shown: it may be a key or a token in the wrong place. */
export const format = (name: string): string => (/^[\w-]{1,40}$/.test(name) ? `"${name}"` : 'a name that is not shown')

/** An option that is a record of switches, each of them as in `defaults` when it is left out. */
export const switches = <P extends object>(defaults: P): Field<P> => {
  const fields = Object.entries(defaults).map(([option, isOn]) => [option, defaulting(boolean, isOn)])
  const readSwitches = decode<P>(Object.fromEntries(fields))
  return (name, value) => {
    const settings = readSwitches(value === undefined ? {} : value)
    return E.isLeft(settings) ? complain(message(name)(settings.left)) : settings
  }
}
