/**
 * Values of a body, a query or a path in whose place a template stood when the caller signed: Postman signs
 * `{"zoneId":"{{zoneId}}"}` in a script that runs before it fills its variables in. A variable is usually named like its member.
 */
import { dynamicForms, madeByPostman, replacedAt } from './dynamicVariables.ts'
import { isJson } from './isJson.ts'
import { objectsIn } from './jsonSpans.ts'
import type { Form } from './Respelling.ts'
import { mayBecome, type Place as Span } from './replacing.ts'
import { subsets } from './subsets.ts'

/** How tools and languages write the place of x, those of tools for requests first. */
const places: ReadonlyArray<string> = [
  '{{x}}',
  `$${'{x}'}`,
  '{x}',
  '%x%',
  '<x>',
  ':x',
  '$x',
  '{{ x }}',
  '#{x}',
  '<<x>>',
  '[[x]]',
  '[x]',
  '@{x}',
  '$(x)',
  '%(x)s',
  '@x',
  '{{.x}}',
  '__x__',
]

/** Of tools for requests: these are tried with other names than the member's own too. */
const usualPlaces = places.slice(0, 6)

const inPlace = (place: string, name: string): string => place.replace('x', () => name)

/** Names that variables have whatever they are for. */
const commonNames: ReadonlyArray<string> = [
  'id',
  'prompt',
  'name',
  'text',
  'value',
  'data',
  'user',
  'user_id',
  'userId',
  'uuid',
  'url',
  'title',
  'token',
  'key',
  'input',
  'message',
  'query',
  'var',
]

const snake = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()

const camel = (name: string): string => name.replace(/[_-](.)/g, (_, c: string) => c.toUpperCase())

/** The name as it is, and in the cases that variables have. */
const namesLike = (name: string): ReadonlyArray<string> => [
  ...new Set([name, camel(name), snake(name), snake(name).toUpperCase(), snake(name).replaceAll('_', '-')]),
]

/** A value, where it stands, and how a template is written there. */
interface Place extends Span {
  readonly name: string
  readonly isString: boolean
}

const filled = (text: string, some: ReadonlyArray<readonly [at: Span, template: string]>): string =>
  replacedAt(
    text,
    some.toSorted(([a], [b]) => a.from - b.from),
  )

/** How a template stands in place of a value: strings have their quotation marks. */
type Writer = (at: Place, template: string) => string

const inJson: Writer = ({ isString }, template) => (isString ? JSON.stringify(template) : template)
const inStrings: Writer = (_, template) => JSON.stringify(template)
const bare: Writer = (_, template) => template
const escaped: Writer = (_, template) => encodeURIComponent(template)

/** The text in which values are replaced. */
interface Surroundings {
  readonly text: string
  /** Whether the wanted text, if there is one, may come of it by changes in these places. */
  readonly isOpen: (places: ReadonlyArray<Span>) => boolean
}

const surroundings = (text: string, wanted?: string): Surroundings => ({
  text,
  isOpen: wanted === undefined ? () => true : mayBecome(text, wanted),
})

/** More values have too many subsets. */
const maxSubset = 7

/** Which values one template after the other stands for: all, each alone, all but one, and every choice of a few. */
const choicesOf = (values: ReadonlyArray<Place>): ReadonlyArray<ReadonlyArray<Place>> => [
  values,
  ...(values.length < 2 ? [] : values.map((value) => [value])),
  ...(values.length < 3 ? [] : values.map((value) => values.filter((other) => other !== value))),
  ...(values.length > maxSubset || values.length < 4 ? [] : subsets(values)),
]

function* templatesIn(
  { text, isOpen }: Surroundings,
  values: ReadonlyArray<Place>,
  write: Writer,
  says: string,
): Generator<Form> {
  if (!isOpen(values)) return
  const changed = (some: ReadonlyArray<readonly [Place, string]>): Form => [
    `${some.map(([at, template]) => `${template} in place ${values.indexOf(at) + 1}`).join(', ')} of ${says}`,
    filled(
      text,
      some.map(([at, template]) => [at, write(at, template)]),
    ),
  ]
  const named = (some: ReadonlyArray<Place>, place: string, cased: (name: string) => string): Form =>
    changed(some.map((at) => [at, inPlace(place, cased(at.name))]))
  for (const place of places) {
    const isUsual = usualPlaces.includes(place)
    for (const some of isUsual ? choicesOf(values) : [values, ...values.map((value) => [value])])
      if (some.length > 0) yield named(some, place, (name) => name)
  }
  for (const place of usualPlaces) {
    for (const cased of [camel, snake, (name: string) => snake(name).toUpperCase()]) yield named(values, place, cased)
    for (const value of values)
      for (const name of [...namesLike(value.name), ...commonNames]) yield changed([[value, inPlace(place, name)]])
  }
}

/** More values, and those of a longer text, are left alone. */
const maxValues = 24
const maxLength = 16_384

const scalarsIn = (json: string): ReadonlyArray<Place> =>
  objectsIn(json)
    .flatMap(({ members }) => members)
    .flatMap(({ name, value: [from, to] }) => {
      const literal = json.slice(from, to)
      if (/^[[{]/.test(literal)) return []
      const isString = literal.startsWith('"')
      return [{ name: JSON.parse(json.slice(...name)) as string, from, to, isString }]
    })
    .slice(0, maxValues)

/** A value without its quotation marks. */
const inner = ({ from, to, isString }: Place): Span => (isString ? { from: from + 1, to: to - 1 } : { from, to })

/** What Postman made up, and one or all of the other strings as variables of the caller's own. */
function* mixedForms(json: string, values: ReadonlyArray<Place>): Generator<Form> {
  for (const made of madeByPostman(json, values.map(inner))) {
    const isMade = ({ from, to }: Span): boolean => made.some(([at]) => from <= at.from && at.to <= to)
    const others = values.filter((value) => value.isString && !isMade(value))
    for (const some of [...others.map((value) => [value]), ...(others.length > 1 ? [others] : [])]) {
      const named = some.map((value) => [inner(value), `{{${value.name}}}`] as const)
      yield [
        [...made, ...named].map(([{ from }, variable]) => `${variable} at ${from}`).join(', '),
        filled(json, [...made, ...named]),
      ]
    }
  }
}

/** The body before its tool made up some of its values. */
function* dynamicJson(json: string, values: ReadonlyArray<Place>): Generator<Form> {
  yield* dynamicForms(json, values.map(inner), bareVariable)
  const numbers = values.filter(({ isString }) => !isString)
  for (const [detail, text] of dynamicForms(json, numbers, (variable) => `"${variable}"`))
    yield [`${detail}, in quotation marks`, text]
  yield* mixedForms(json, values)
}

const bareVariable = (variable: string): string => variable

/**
 * Of a JSON text: its strings, then all of its values, with quotation marks round the templates of numbers and without. Where one
 * may be wanted all are made, for a limit counts them.
 */
function* inBodyOfJson({ text, isOpen }: Surroundings): Generator<Form> {
  const values = scalarsIn(text)
  if (!isOpen(values)) return
  const json = surroundings(text)
  const strings = values.filter(({ isString }) => isString)
  if (strings.length > 0) yield* templatesIn(json, strings, inJson, 'the strings')
  if (strings.length === values.length) return
  yield* templatesIn(json, values, inJson, 'the values')
  yield* templatesIn(json, values, inStrings, 'the values, in quotation marks')
}

/** The values of a query or of a form, where they stand. */
const fieldsIn = (text: string, start: number): ReadonlyArray<Place> => {
  const found: Array<Place> = []
  let at = start
  for (const item of text.slice(start).split('&').slice(0, maxValues)) {
    const equals = item.indexOf('=')
    if (equals > 0) {
      const from = at + equals + 1
      found.push({
        name: item.slice(0, equals),
        from,
        to: at + item.length,
        isString: false,
      })
    }
    at += item.length + 1
  }
  return found
}

const isForm = (text: string): boolean => /^[^\s{}"=&]+=[^\s"]*$/.test(text)

/** The body before a tool made up some of its values. Some texts come more than once. None if none may be `wanted`. */
export function* dynamicBody(text: string, wanted?: string): Generator<Form> {
  if (text.length > maxLength || text === '') return
  const { isOpen } = surroundings(text, wanted)
  if (isJson(text)) {
    const values = scalarsIn(text)
    if (isOpen(values)) yield* dynamicJson(text, values)
    return
  }
  const values = isForm(text) ? fieldsIn(text, 0) : [{ from: 0, to: text.length }]
  if (!isOpen(values)) return
  for (const [i, write] of (isForm(text) ? variableWriters : [bareVariable]).entries())
    for (const [detail, written] of dynamicForms(text, values, write))
      yield [i === 0 ? detail : `${detail}, escaped (${i})`, written]
}

/** The body as it was before its variables were filled in. Some texts come more than once. None if none may be `wanted`. */
export function* unfilledBody(text: string, wanted?: string): Generator<Form> {
  if (text.length > maxLength) return
  if (isJson(text)) yield* inBodyOfJson(surroundings(text, wanted))
  else if (isForm(text)) {
    const values = fieldsIn(text, 0)
    const form = surroundings(text, wanted)
    yield* templatesIn(form, values, bare, 'the fields')
    yield* templatesIn(form, values, escaped, 'the fields, escaped')
  }
}

/** As it is, and percent-encoded, all of it or but for its dollar sign. */
const variableWriters: ReadonlyArray<(variable: string) => string> = [bareVariable, encodeURIComponent, encodeURI]

const singular = (word: string): string => word.replace(/ies$/, 'y').replace(/(?<=[^s])s$/, '')

/** A path's values are named after the collection before them. */
const segmentsIn = (path: string): ReadonlyArray<Place> => {
  const found: Array<Place> = []
  let at = 0
  let before = ''
  for (const segment of path.split('/')) {
    const isValue = before !== '' && !/^v\d{1,2}$/.test(before)
    if (isValue) found.push({ name: singular(before), from: at, to: at + segment.length, isString: false })
    at += segment.length + 1
    before = segment
  }
  return found
}

const maxSegments = 12

/** The names of a value that stands behind a collection: `/jobs/7` has `jobId`, `job_id`, `job`, `id`. */
const namesBehind = (collection: string): ReadonlyArray<string> => [
  ...new Set([`${collection}Id`, `${collection}_id`, `${collection}ID`, collection, ...commonNames]),
]

function* inPath({ text, isOpen }: Surroundings, path: string, write: Writer): Generator<string> {
  const values = segmentsIn(path).slice(0, maxSegments)
  for (const value of values.filter((value) => isOpen([value])))
    for (const template of [
      ...places.flatMap((place) =>
        (usualPlaces.includes(place) ? namesBehind(value.name) : namesBehind(value.name).slice(0, 5)).map((name) =>
          inPlace(place, name),
        ),
      ),
    ])
      yield filled(text, [[value, write(value, template)]])
}

/** A longer target was not written by hand, and its thousands of forms take long to make. */
const maxTarget = 1024

/** The target before its variables were filled in, as it is and percent-encoded. Some texts come more than once. */
export function* unfilledTargets(target: string, wanted?: string): Generator<string> {
  if (target.length > maxTarget) return
  const mark = target.indexOf('?')
  const path = mark < 0 ? target : target.slice(0, mark)
  const values = mark < 0 ? [] : fieldsIn(target, mark + 1)
  const whole = surroundings(target, wanted)
  const made = [...segmentsIn(path), ...values]
  for (const write of whole.isOpen(made) ? variableWriters : [])
    for (const [, text] of dynamicForms(target, made, write)) yield text
  for (const write of [bare, escaped]) {
    if (values.length > 0) for (const [, text] of templatesIn(whole, values, write, 'the query')) yield text
    yield* inPath(whole, path, write)
  }
}
