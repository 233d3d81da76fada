/**
 * Values of a body, a query or a path in whose place a template stood when the caller signed: Postman signs
 * `{"zoneId":"{{zoneId}}"}` in a script that runs before it fills its variables in. A variable is usually named like its member.
 */
import { isJson } from './isJson.ts'
import { objectsIn } from './jsonSpans.ts'
import type { Form } from './Respelling.ts'
import { mayBecome } from './replacing.ts'
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

/** What tools make up when they send, by what such a value looks like. */
const dynamic: ReadonlyArray<readonly [looks: RegExp, texts: ReadonlyArray<string>]> = [
  [
    /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
    ['{{$guid}}', '{{$randomUUID}}', '{{$uuid}}', `$${'{__UUID()}'}`, `$${'{__UUID}'}`, "{% uuid 'v4' %}", '{{uuid}}'],
  ],
  [
    /^\d{10}$/,
    ['{{$timestamp}}', `$${'{__time(/1000)}'}`, `$${'{__time(/1000,)}'}`, "{% now 'unix', '' %}", '{{$timestamp}}'],
  ],
  [/^\d{13}$/, [`$${'{__time()}'}`, `$${'{__time}'}`, "{% now 'millis', '' %}", '{{$timestamp}}000']],
  [/^\d{1,4}$/, ['{{$randomInt}}', `$${'{__Random(1,1000)}'}`, '{{$randomInt 0 1000}}']],
  [/^\d{4}-\d\d-\d\dT/, ['{{$isoTimestamp}}', '{{$datetime iso8601}}', "{% now 'iso-8601', '' %}"]],
  [/^[^@\s]+@[^@\s]+\.\w+$/, ['{{$randomEmail}}', '{{$randomExampleEmail}}']],
  [/^https?:\/\//, ['{{$randomUrl}}', '{{$randomImageUrl}}', '{{$randomAbstractImage}}']],
  [/^[0-9a-z]$/i, ['{{$randomAlphaNumeric}}']],
  [/^(?:true|false)$/, ['{{$randomBoolean}}']],
  [/^#[0-9a-f]{6}$/i, ['{{$randomHexColor}}']],
  [/^[\p{L}' .-]+$/u, ['{{$randomFullName}}', '{{$randomFirstName}}', '{{$randomLastName}}', '{{$randomWord}}']],
]

/** The names that such a value may have had in a tool that made it up. */
const dynamicFor = (text: string): ReadonlyArray<string> =>
  dynamic.flatMap(([looks, texts]) => (looks.test(text) ? texts : []))

/** A value, where it stands, and how a template is written there. */
interface Place {
  readonly name: string
  /** From the first character to the one behind the last. */
  readonly from: number
  readonly to: number
  /** The value without quotation marks and escapes. */
  readonly text: string
  readonly isString: boolean
}

const filled = (text: string, some: ReadonlyArray<readonly [at: Place, template: string]>): string => {
  let result = ''
  let end = 0
  for (const [{ from, to }, template] of some.toSorted(([a], [b]) => a.from - b.from)) {
    result += text.slice(end, from) + template
    end = to
  }
  return result + text.slice(end)
}

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
  readonly isOpen: (places: ReadonlyArray<Place>) => boolean
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
  for (const value of values) for (const template of dynamicFor(value.text)) yield changed([[value, template]])
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
      const text = isString ? (JSON.parse(literal) as string) : literal
      return [{ name: JSON.parse(json.slice(...name)) as string, from, to, text, isString }]
    })
    .slice(0, maxValues)

/** Of a JSON text: its strings, then all of its values, with quotation marks round the templates of numbers and without. */
function* inBodyOfJson(json: Surroundings): Generator<Form> {
  const values = scalarsIn(json.text)
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
        text: item.slice(equals + 1),
        isString: false,
      })
    }
    at += item.length + 1
  }
  return found
}

const isForm = (text: string): boolean => /^[^\s{}"=&]+=[^\s"]*$/.test(text)

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

const singular = (word: string): string => word.replace(/ies$/, 'y').replace(/(?<=[^s])s$/, '')

/** A path's values are named after the collection before them. */
const segmentsIn = (path: string): ReadonlyArray<Place> => {
  const found: Array<Place> = []
  let at = 0
  let before = ''
  for (const segment of path.split('/')) {
    const isValue = before !== '' && !/^v\d{1,2}$/.test(before)
    if (isValue)
      found.push({ name: singular(before), from: at, to: at + segment.length, text: segment, isString: false })
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
      ...dynamicFor(value.text),
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
  for (const write of [bare, escaped]) {
    if (values.length > 0) for (const [, text] of templatesIn(whole, values, write, 'the query')) yield text
    yield* inPath(whole, path, write)
  }
}
