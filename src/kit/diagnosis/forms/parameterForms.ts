/**
 * Queries and forms in which each parameter was changed in its own way: dropped, with another name, without its value, decoded.
 *
 *     user[name]=Ann&user[age]=7&page=2      name=Ann&age=7&page=2, user.name=Ann&age=7, user=&page=2, …
 *
 * First the same was done to some of the parameters, then several things to several of them.
 */
import { type Count, choicesOf, isOfCount } from './choices.ts'
import { withoutListMark } from './listNames.ts'
import { mixturesOf } from './mixtures.ts'
import { decode, decodeForm } from './percent.ts'
import { percentEncode } from './percentEncode.ts'

/** A parameter as it was written, `name` and `value` without the equals sign. */
interface Parameter {
  readonly text: string
  readonly name: string
  readonly value: string
}

const parameterOf = (text: string): Parameter => {
  const [, name = text, value = ''] = /^([^=]*)=(.*)$/s.exec(text) ?? []
  return { text, name, value }
}

const textsOf = (parameters: ReadonlyArray<Parameter>): ReadonlyArray<string> => parameters.map(({ text }) => text)

/** The text of a parameter, or undefined if it was dropped. */
type Change = (parameter: Parameter) => string | undefined

/** `user[name]`, or with escapes. Of several brackets, the first ends the outer name. */
const nestedName = /^(.*?)(?:\[|%5B)(.*?)(?:\]|%5D)$/i
/** The last brackets have the innermost name. */
const innermostName = /^.*(?:\[|%5B)(.*?)(?:\]|%5D)$/i

const renamed =
  (rename: (name: string) => string): Change =>
  ({ text, name }) =>
    rename(name) + text.slice(name.length)

const withValue =
  (write: (value: string) => string): Change =>
  ({ text, name, value }) =>
    text === name ? text : `${name}=${write(value)}`

const component = /^[0-9A-Za-z_.~-]$/

/** The likelier ones first. */
const changes: ReadonlyArray<Change> = [
  () => undefined,
  withValue(() => ''),
  ({ name }) => name,
  renamed((name) => name.replace(innermostName, '$1')),
  renamed((name) => name.replace(nestedName, '$1')),
  renamed((name) => name.replace(nestedName, '$1.$2')),
  renamed((name) => name.replace(nestedName, '$1_$2')),
  renamed(withoutListMark),
  renamed(decode),
  withValue(decode),
  withValue(decodeForm),
  ({ text }) => decode(text),
  withValue((value) => percentEncode(decode(value), component)),
  withValue((value) => percentEncode(value, component)),
  withValue((value) => value.toLowerCase()),
  withValue((value) => value.toUpperCase()),
  renamed((name) => name.toLowerCase()),
  renamed((name) => `${name}[]`),
  withValue(() => 'null'),
  withValue(() => 'undefined'),
  withValue((value) => `"${value}"`),
  ({ value }) => value,
]

/** The parameters with the texts in place of them. Dropped ones are left out. */
const joined = (texts: ReadonlyArray<string | undefined>): string =>
  texts.filter((text) => text !== undefined).join('&')

/** So many parameters have every choice of those that are dropped. */
const maxDropped = 10

/** The same change of some parameters. */
function* alikeChanged(parameters: ReadonlyArray<Parameter>, count: Count): Generator<string> {
  for (const [turn, change] of changes.entries()) {
    const places = parameters.flatMap((parameter, place) => (change(parameter) === parameter.text ? [] : [place]))
    if (!isOfCount(places.length, count)) continue
    for (const isChosen of choicesOf(places.length, turn === 0 ? maxDropped : undefined)) {
      const chosen = new Set(places.filter((_, index) => isChosen(index)))
      yield joined(parameters.map((parameter, place) => (chosen.has(place) ? change(parameter) : parameter.text)))
    }
  }
}

/** How a program prints an object or a list for which it has no other form. */
const printedObjects: ReadonlyArray<string> = [
  '=',
  '',
  '=Array',
  '=%5Bobject+Object%5D',
  '=%5Bobject%20Object%5D',
  '=[object Object]',
]

/** The parameters of an object or a list as one parameter: `filter=` for `filter[a]=1&filter[b]=2`. */
function* collapsed(parameters: ReadonlyArray<Parameter>): Generator<string> {
  const objectOf = ({ name }: Parameter): string | undefined => nestedName.exec(name)?.[1]
  const objects = [...new Set(parameters.map(objectOf))].filter((name) => name !== undefined)
  for (const isChosen of choicesOf(objects.length, 4))
    for (const printed of printedObjects) {
      const chosen = new Set(objects.filter((_, index) => isChosen(index)))
      const written = parameters.map((parameter, place) => {
        const object = objectOf(parameter)
        if (object === undefined || !chosen.has(object)) return parameter.text
        return parameters.findIndex((other) => objectOf(other) === object) === place ? object + printed : undefined
      })
      yield joined(written)
    }
}

/** More parameters have too many mixtures. */
const maxMixed = 5

/** Several things done to several parameters. */
function* mixedForms(parameters: ReadonlyArray<Parameter>): Generator<string> {
  if (parameters.length > maxMixed) return
  const options = parameters.map((parameter) =>
    [...new Set(changes.map((change) => change(parameter)))].filter((text) => text !== parameter.text),
  )
  const sentTexts: ReadonlyArray<string | undefined> = textsOf(parameters)
  for (const texts of mixturesOf(sentTexts, options)) yield joined(texts)
}

/** More parameters have too many choices of slips. */
const maxSlipped = 4

/** What a slip makes of a value: a sign before it is lost, all of it, its case or one character. */
const slipsOf = (value: string): ReadonlyArray<string> => {
  const withOneLost = Array.from(
    value.matchAll(/[\s\S]/gu),
    ({ 0: character, index }) => value.slice(0, index) + value.slice(index + character.length),
  )
  const slips = [value.replace(/^[-+]/, ''), '', value.toLowerCase(), value.toUpperCase(), ...withOneLost]
  return [...new Set(slips)].filter((slip) => slip !== value)
}

/** Values with a slip in each: `sort=name&order=` for `sort=-name&order=asc`. */
function* slippedValues(parameters: ReadonlyArray<Parameter>): Generator<string> {
  if (parameters.length > maxSlipped) return
  const options = parameters.map(({ name, value }) => slipsOf(value).map((slip) => `${name}=${slip}`))
  for (const texts of mixturesOf(textsOf(parameters), options)) yield texts.join('&')
}

/** A shorter name is one word. */
const lowerName = /^[a-z]{5,24}$/

/** The name with one capital, or with two. */
const capitalizedNames = (name: string): ReadonlyArray<string> => {
  if (!lowerName.test(name)) return []
  const places = Array.from(name.slice(1, -1), (_, place) => place + 1)
  const capital = (text: string, place: number): string =>
    text.slice(0, place) + text.charAt(place).toUpperCase() + text.slice(place + 1)
  const ones = places.map((place) => capital(name, place))
  const twos = places.flatMap((first) =>
    places.filter((second) => second > first + 1).map((second) => capital(capital(name, first), second)),
  )
  return [...ones, ...twos]
}

/** Names that lost their capitals. Each may have had them at other places: `requestid` is `requestId`. */
function* lostCapitals(parameters: ReadonlyArray<Parameter>): Generator<string> {
  const options = parameters.map(({ text, name }) =>
    capitalizedNames(name).map((capitalizedName) => capitalizedName + text.slice(name.length)),
  )
  for (const texts of mixturesOf(textsOf(parameters), options)) yield texts.join('&')
}

/** More parameters are left alone. */
const maxParameters = 40

/** The query or form, without its question mark, with parameters in other forms. Some texts come twice. */
export function* parameterForms(query: string, count: Count): Generator<string> {
  const parameters = query.split('&').map(parameterOf)
  if (query === '' || parameters.length > maxParameters) return
  yield* alikeChanged(parameters, count)
  if (count === 'few') yield* collapsed(parameters)
  else {
    yield* mixedForms(parameters)
    yield* lostCapitals(parameters)
    yield* slippedValues(parameters)
  }
}
