/**
 * Values that were filled in after signing: the caller signed a template. Postman signs `{"zoneId":"{{zoneId}}"}` in a script that
 * runs before Postman fills its variables. A variable is usually named like its member. A slot is a value in a body, a query or a
 * path in whose place a template may have stood.
 */

import { dynamicForms, postmanVariables, replaceSpans } from './dynamicVariables.ts'
import { isJson } from './isJson.ts'
import { objectsIn } from './jsonSpans.ts'
import type { Form } from './Respelling.ts'
import { alikeIn, mayBecome, type Span } from './replacing.ts'
import { subsets } from './subsets.ts'
import { fillHole, type Template } from './template.ts'

/** How tools and languages write a variable in a template. Those of tools for requests come first. */
const places: ReadonlyArray<Template> = [
  '{{…}}',
  `$${'{…}'}`,
  '{…}',
  '%…%',
  '<…>',
  ':…',
  '$…',
  '{{ … }}',
  '#{…}',
  '<<…>>',
  '[[…]]',
  '[…]',
  '@{…}',
  '$(…)',
  '%(…)s',
  '@…',
  '{{.…}}',
  '__…__',
]

/** The templates of tools for requests. They are tried with other names than the member's own too. */
const usualPlaces = places.slice(0, 6)

/** Common names of variables. */
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

const snake = (memberName: string): string => memberName.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()

const camel = (memberName: string): string => memberName.replace(/[_-](.)/g, (_, c: string) => c.toUpperCase())

/** The name of a member as it is, and in the cases that variables have. */
const namesLike = (memberName: string): ReadonlyArray<string> => [
  ...new Set([
    memberName,
    camel(memberName),
    snake(memberName),
    snake(memberName).toUpperCase(),
    snake(memberName).replaceAll('_', '-'),
  ]),
]

/** A value that a template may have stood for: its span, the name of its member, and whether it is a string of JSON. */
interface Slot extends Span {
  readonly name: string
  readonly isString: boolean
}

const replaceUnordered = (body: string, replacements: ReadonlyArray<readonly [at: Span, template: string]>): string =>
  replaceSpans(
    body,
    replacements.toSorted(([a], [b]) => a.from - b.from),
  )

/** Writes a template in the place of a value. */
type Writer = (place: Slot, template: string) => string

const inJson: Writer = ({ isString }, template) => (isString ? JSON.stringify(template) : template)
const inStrings: Writer = (_, template) => JSON.stringify(template)
const bare: Writer = (_, template) => template
const escaped: Writer = (_, template) => encodeURIComponent(template)

/** The text in which slots are filled. */
interface Surroundings {
  readonly text: string
  /** Whether changes in these spans can make the wanted text. Always true without a wanted text. */
  readonly isOpen: (places: ReadonlyArray<Span>) => boolean
}

const surroundingsOf = (body: string, wanted?: string): Surroundings => ({
  text: body,
  isOpen: wanted === undefined ? () => true : mayBecome(body, wanted),
})

/** More slots have too many subsets. */
const maxSubset = 7

/** Choices of the slots that held templates: all, each alone, all but one. Of a few slots, every choice. */
const choicesOf = (slots: ReadonlyArray<Slot>): ReadonlyArray<ReadonlyArray<Slot>> => {
  const each = slots.map((slot) => [slot])
  const allButOne = slots.map((slot) => slots.filter((otherSlot) => otherSlot !== slot))
  if (slots.length < 2) return [slots]
  if (slots.length < 3) return [slots, ...each]
  const isFew = slots.length > 3 && slots.length <= maxSubset
  return [slots, ...each, ...allButOne, ...(isFew ? subsets(slots) : [])]
}

/** The name of a variable, made of the name of its member. */
type Naming = (memberName: string) => string

const sameName: Naming = (memberName) => memberName
const capitals: Naming = (memberName) => snake(memberName).toUpperCase()

/** Some slots, each with the template in its place. */
type Filling = ReadonlyArray<readonly [slot: Slot, template: string]>

const fillAll = (slots: ReadonlyArray<Slot>, place: Template, naming: Naming): Filling =>
  slots.map((slot) => [slot, fillHole(place, naming(slot.name))])

/** The templates that may have stood in these slots, the usual ones first. */
function* fillings(slots: ReadonlyArray<Slot>): Generator<Filling> {
  for (const place of places) {
    const choices = usualPlaces.includes(place) ? choicesOf(slots) : [slots, ...slots.map((slot) => [slot])]
    for (const chosen of choices) if (chosen.length > 0) yield fillAll(chosen, place, sameName)
  }
  for (const place of usualPlaces) {
    for (const naming of [camel, snake, capitals]) yield fillAll(slots, place, naming)
    for (const slot of slots)
      for (const variable of [...namesLike(slot.name), ...commonNames]) yield [[slot, fillHole(place, variable)]]
  }
}

/** The text with templates in its slots. `what` names the slots: `the strings`. */
function* templatesIn(
  { text: body, isOpen }: Surroundings,
  slots: ReadonlyArray<Slot>,
  write: Writer,
  what: string,
): Generator<Form> {
  if (!isOpen(slots)) return
  for (const filling of fillings(slots)) {
    const filledPlaces = filling.map(([slot, template]) => `${template} in place ${slots.indexOf(slot) + 1}`)
    const replacements = filling.map(([slot, template]) => [slot, write(slot, template)] as const)
    yield [`${filledPlaces.join(', ')} of ${what}`, replaceUnordered(body, replacements)]
  }
}

/** More slots are left alone, and so are longer texts. */
const maxValues = 24
const maxLength = 16_384

const scalarsIn = (json: string): ReadonlyArray<Slot> =>
  objectsIn(json)
    .flatMap(({ members }) => members)
    .flatMap(({ name: nameSpan, value: [start, stop] }) => {
      const literal = json.slice(start, stop)
      if (/^[[{]/.test(literal)) return []
      const isString = literal.startsWith('"')
      return [{ name: JSON.parse(json.slice(...nameSpan)) as string, from: start, to: stop, isString }]
    })
    .slice(0, maxValues)

/** The span of a value without its quotation marks. */
const insideQuotes = ({ from: start, to: end, isString }: Slot): Span =>
  isString ? { from: start + 1, to: end - 1 } : { from: start, to: end }

/** Values that Postman made up, together with one or all of the other strings as the caller's own variables. */
function* mixedForms(json: string, slots: ReadonlyArray<Slot>): Generator<Form> {
  for (const generated of postmanVariables(json, slots.map(insideQuotes))) {
    const isGenerated = ({ from: start, to: stop }: Span): boolean =>
      generated.some(([replaced]) => start <= replaced.from && replaced.to <= stop)
    const otherStrings = slots.filter((slot) => slot.isString && !isGenerated(slot))
    const each = otherStrings.map((slot) => [slot])
    for (const chosen of otherStrings.length > 1 ? [...each, otherStrings] : each) {
      const ownVariables = chosen.map((slot) => [insideQuotes(slot), `{{${slot.name}}}`] as const)
      const variables = [...generated, ...ownVariables]
      const detail = variables.map(([{ from: start }, variable]) => `${variable} at ${start}`).join(', ')
      yield [detail, replaceUnordered(json, variables)]
    }
  }
}

/** The body before its tool made up some of its values. */
function* dynamicJson(json: string, slots: ReadonlyArray<Slot>): Generator<Form> {
  yield* dynamicForms(json, slots.map(insideQuotes), bareVariable)
  const numbers = slots.filter(({ isString }) => !isString)
  for (const [detail, written] of dynamicForms(json, numbers, (variable) => `"${variable}"`))
    yield [`${detail}, in quotation marks`, written]
  yield* mixedForms(json, slots)
}

const bareVariable = (variable: string): string => variable

/**
 * The templates of a JSON text: in its strings, then in all of its values, where templates of numbers have quotation marks or none.
 * If one form may be the wanted text, all are made, because a limit counts them.
 */
function* inBodyOfJson({ text: body, isOpen }: Surroundings): Generator<Form> {
  const slots = scalarsIn(body)
  if (!isOpen(slots)) return
  const json = surroundingsOf(body)
  const strings = slots.filter(({ isString }) => isString)
  if (strings.length > 0) yield* templatesIn(json, strings, inJson, 'the strings')
  if (strings.length === slots.length) return
  yield* templatesIn(json, slots, inJson, 'the values')
  yield* templatesIn(json, slots, inStrings, 'the values, in quotation marks')
}

/** The slots of a query or a form. */
const fieldsIn = (body: string, start: number): ReadonlyArray<Slot> => {
  const slots: Array<Slot> = []
  let offset = start
  for (const pair of body.slice(start).split('&').slice(0, maxValues)) {
    const equals = pair.indexOf('=')
    if (equals > 0) {
      const start = offset + equals + 1
      slots.push({
        name: pair.slice(0, equals),
        from: start,
        to: offset + pair.length,
        isString: false,
      })
    }
    offset += pair.length + 1
  }
  return slots
}

const isForm = (body: string): boolean => /^[^\s{}"=&]+=[^\s"]*$/.test(body)

/** The body before a tool made up some of its values. The same text may come more than once. No forms if none can be `wanted`. */
export function* dynamicBody(body: string, wanted?: string): Generator<Form> {
  if (body.length > maxLength || body === '') return
  const { isOpen } = surroundingsOf(body, wanted)
  if (isJson(body)) {
    const slots = scalarsIn(body)
    if (isOpen(slots)) yield* dynamicJson(body, slots)
    return
  }
  const slots = isForm(body) ? fieldsIn(body, 0) : [{ from: 0, to: body.length }]
  if (!isOpen(slots)) return
  for (const [i, write] of (isForm(body) ? variableWriters : [bareVariable]).entries())
    for (const [detail, written] of dynamicForms(body, slots, write))
      yield [i === 0 ? detail : `${detail}, escaped (${i})`, written]
}

/** The body before its variables were filled in. The same text may come more than once. No forms if none can be `wanted`. */
export function* unfilledBody(body: string, wanted?: string): Generator<Form> {
  if (body.length > maxLength) return
  if (isJson(body)) yield* inBodyOfJson(surroundingsOf(body, wanted))
  else if (isForm(body)) {
    const slots = fieldsIn(body, 0)
    const form = surroundingsOf(body, wanted)
    yield* templatesIn(form, slots, bare, 'the fields')
    yield* templatesIn(form, slots, escaped, 'the fields, escaped')
  }
}

/** Writes a variable as it is, percent-encoded, or percent-encoded without its dollar sign. */
const variableWriters: ReadonlyArray<(variable: string) => string> = [bareVariable, encodeURIComponent, encodeURI]

const singular = (word: string): string => word.replace(/ies$/, 'y').replace(/(?<=[^s])s$/, '')

/** The slots of a path. A value in a path is named after the collection before it. */
const segmentsIn = (path: string): ReadonlyArray<Slot> => {
  const slots: Array<Slot> = []
  let offset = 0
  let collection = ''
  for (const segment of path.split('/')) {
    const isNamed = collection !== '' && !/^v\d{1,2}$/.test(collection)
    if (isNamed) slots.push({ name: singular(collection), from: offset, to: offset + segment.length, isString: false })
    offset += segment.length + 1
    collection = segment
  }
  return slots
}

const maxSegments = 12

/** Places of few templates: of routes, of expressions in tools, and of types beside the name. */
const seldomPlaces: ReadonlyArray<Template> = [
  '{$…}',
  '<int:…>',
  '<str:…>',
  '<string:…>',
  '<uuid:…>',
  '<path:…>',
  '{…:[0-9]+}',
  '{…:\\d+}',
  '{…:int}',
  '{…:guid}',
  '{…+}',
  '{…*}',
  '{{{…}}}',
  '{{ $json.… }}',
  '={{ $json.… }}',
  '{{$json.…}}',
  '={{$json.…}}',
  '{{ _.… }}',
  `$${'{{ … }}'}`,
  `$${'{{ env.… }}'}`,
  `$${'{{ inputs.… }}'}`,
]

/** Placeholders without a name. */
const nameless: ReadonlyArray<string> = ['{0}', '{1}', '$1', '%d', '%v', '%@', '*', '{proxy+}', '{path}', '{}']

/** The names of a value after a collection: for `/jobs/7` they are `jobId`, `job_id`, `job`, `id` and so on. */
const namesBehind = (collection: string): ReadonlyArray<string> => [
  ...new Set([`${collection}Id`, `${collection}_id`, `${collection}ID`, collection, ...commonNames]),
]

/** So many of these names are tried with seldom templates: those of the collection, and `id`. */
const mostSeldomNames = 5

/** The same in capitals, as variables of the environment are called. */
const capitalNamesBehind = (collection: string): ReadonlyArray<string> => [
  `${collection.toUpperCase()}_ID`,
  `${collection.toUpperCase()}ID`,
  collection.toUpperCase(),
  'ID',
]

/** Pairs of notations: that of the path, and that of the query. */
const pairedPlaces: ReadonlyArray<readonly [ofPath: Template, ofQuery: Template]> = [
  ...usualPlaces.map((place) => [place, place] as const),
  [':…', '{{…}}'],
  ['{…}', '{{…}}'],
  ['$…', '$…'],
  ['#{…}', '#{…}'],
]

/** Placeholders of formats, which have no name. */
const placeholdersOfFormats = ['%s', '{}']

const isValueText = (text: string): boolean => /\d/.test(text) && !/^v\d{1,2}$/.test(text)

/** The names of the variables of a path: `jobId`, `job_id`, `jobID`, `job`, or `id` for every value. */
const namingsInPath: ReadonlyArray<Naming> = [
  (collection) => `${collection}Id`,
  (collection) => `${collection}_id`,
  (collection) => `${collection}ID`,
  (collection) => collection,
  () => 'id',
]

/** Placeholders for all values at once: those of the path, which have a digit, and those of the query. */
function* unfilledTogether(target: string, path: string, querySlots: ReadonlyArray<Slot>): Generator<string> {
  const pathSlots = segmentsIn(path).filter(({ from, to }) => isValueText(target.slice(from, to)))
  if (pathSlots.length === 0 || pathSlots.length + querySlots.length < 2) return
  for (const [ofPath, ofQuery] of pairedPlaces)
    for (const naming of namingsInPath)
      yield replaceUnordered(target, [...fillAll(pathSlots, ofPath, naming), ...fillAll(querySlots, ofQuery, sameName)])
  for (const placeholder of placeholdersOfFormats)
    yield replaceUnordered(
      target,
      [...pathSlots, ...querySlots].map((slot) => [slot, placeholder]),
    )
}

function* inPath({ text: target, isOpen }: Surroundings, path: string, write: Writer): Generator<string> {
  const slots = segmentsIn(path).slice(0, maxSegments)
  for (const slot of slots.filter((openSlot) => isOpen([openSlot])))
    for (const place of places) {
      const names = namesBehind(slot.name)
      const tried = usualPlaces.includes(place) ? names : names.slice(0, mostSeldomNames)
      for (const variable of tried) yield replaceUnordered(target, [[slot, write(slot, fillHole(place, variable))]])
    }
}

/** A longer target has thousands of forms, and no caller writes one by hand. */
const maxTarget = 1024

/** The last parts of a path are values more often than the first. */
const maxLikelySegments = 2

/**
 * The commonest templates of a path, with the names that a value after its collection has, and of a query, with its own names. No forms if
 * the wanted text has none of their marks.
 */
export function* likelyUnfilledTargets(target: string, wanted?: string): Generator<string> {
  if (target.length > maxTarget || (wanted !== undefined && !/[{:]/.test(wanted))) return
  const mark = target.indexOf('?')
  const likelyPlaces = usualPlaces.filter((place) => !place.includes('%') && !place.includes('<'))
  for (const slot of segmentsIn(mark < 0 ? target : target.slice(0, mark)).slice(-maxLikelySegments))
    for (const place of likelyPlaces)
      for (const variable of namesBehind(slot.name).slice(0, mostSeldomNames))
        yield replaceUnordered(target, [[slot, fillHole(place, variable)]])
  const fields = mark < 0 ? [] : fieldsIn(target, mark + 1)
  for (const chosen of fields.length < 2 ? [fields] : [fields, ...fields.map((field) => [field])])
    for (const place of chosen.length === 0 ? [] : likelyPlaces)
      yield replaceUnordered(
        target,
        chosen.map((field) => [field, fillHole(place, field.name)]),
      )
}

/** Every template begins with one of these marks, also if it is percent-encoded. */
const templateMark = /[{<$%:#@[(*]|__/

/** Whether the segments and values of the target in which the wanted one differs have a mark of a template. */
const mayBeTemplate = (target: string, wanted: string): boolean => {
  const [alike, alikeAtEnd] = alikeIn(target, wanted)
  let from = alike
  while (from > 0 && !'/?&='.includes(wanted.charAt(from - 1))) from--
  return templateMark.test(wanted.slice(from, Math.max(alike, wanted.length - alikeAtEnd)))
}

/** The target before its variables were filled in, as it is and percent-encoded. The same text may come more than once. */
export function* unfilledTargets(target: string, wanted?: string): Generator<string> {
  if (target.length > maxTarget || (wanted !== undefined && !mayBeTemplate(target, wanted))) return
  const mark = target.indexOf('?')
  const path = mark < 0 ? target : target.slice(0, mark)
  const querySlots = mark < 0 ? [] : fieldsIn(target, mark + 1)
  const surroundings = surroundingsOf(target, wanted)
  const allSlots = [...segmentsIn(path), ...querySlots]
  for (const write of surroundings.isOpen(allSlots) ? variableWriters : [])
    for (const [, written] of dynamicForms(target, allSlots, write)) yield written
  for (const write of [bare, escaped]) {
    if (querySlots.length > 0)
      for (const [, written] of templatesIn(surroundings, querySlots, write, 'the query')) yield written
    yield* inPath(surroundings, path, write)
  }
}

/** A target and a body with the templates that stood in both. The detail has the first of these templates. */
export interface UnfilledRequest {
  readonly target: string
  readonly body: string
  readonly detail: string
}

/** The first template of such a request, by its detail. */
export const templateOfBoth = (detail: string): string | undefined =>
  /^variables throughout \(\d+\.\d+\): (.+)$/s.exec(detail)?.[1]

/** The notations of tools that fill in a whole request. */
const placesOfTools = usualPlaces.slice(0, 3)

/** More values are not tried one by one. */
const maxTogether = 8

/** The templates in some slots of a text, all of them and each alone. */
const templatesOf = (
  text: string,
  slots: ReadonlyArray<Slot>,
  place: Template,
  write: Writer,
): ReadonlyArray<string> => {
  const choices = [slots, ...(slots.length > 1 ? slots.slice(0, maxTogether).map((slot) => [slot]) : [])]
  return choices.map((chosen) =>
    replaceUnordered(
      text,
      chosen.map((slot) => [slot, write(slot, fillHole(place, slot.name))]),
    ),
  )
}

/** The query and the body of one request before a tool filled both in: `?id={{id}}` and `{"id":"{{id}}"}`. */
export function* unfilledRequests(target: string, body: string, wanted?: string): Generator<UnfilledRequest> {
  const mark = target.indexOf('?')
  if (mark < 0 || target.length > maxTarget || body.length > maxLength) return
  const ofQuery = fieldsIn(target, mark + 1)
  const [first] = ofQuery
  if (first === undefined) return
  const unfilledTargets = placesOfTools
    .flatMap((place) => templatesOf(target, ofQuery, place, bare).map((unfilled, i) => ({ place, i, unfilled })))
    .filter(({ unfilled }) => wanted === undefined || wanted.includes(`\n${unfilled}\n`))
  for (const { place, i, unfilled: unfilledTarget } of unfilledTargets)
    for (const [j, unfilled] of unfilledBodiesOf(body, place).entries())
      yield {
        target: unfilledTarget,
        body: unfilled,
        detail: `variables throughout (${i + 1}.${j + 1}): ${fillHole(place, first.name)}`,
      }
}

/** The templates in the values of a body, all of them and each alone; in JSON, those in its strings too. */
const unfilledBodiesOf = (body: string, place: Template): ReadonlyArray<string> => {
  if (!isJson(body)) return isForm(body) ? templatesOf(body, fieldsIn(body, 0), place, bare) : []
  const values = scalarsIn(body)
  const strings = values.filter(({ isString }) => isString)
  const inValues = values.length === 0 ? [] : templatesOf(body, values, place, inJson)
  const inItsStrings = strings.length === 0 ? [] : templatesOf(body, strings, place, inJson)
  return [...new Set([...inValues, ...inItsStrings])]
}

/** Templates that few callers sign, as they are: of routes and of workflows, in capitals, without a name, or in several places at once. */
export function* seldomUnfilledTargets(target: string, wanted?: string): Generator<string> {
  if (target.length > maxTarget || (wanted !== undefined && !mayBeTemplate(target, wanted))) return
  const mark = target.indexOf('?')
  const path = mark < 0 ? target : target.slice(0, mark)
  for (const slot of segmentsIn(path).slice(0, maxSegments)) {
    const usualNames = namesBehind(slot.name).slice(0, mostSeldomNames)
    const capitalNames = capitalNamesBehind(slot.name)
    const templates = [
      ...places.flatMap((place) => capitalNames.map((name) => fillHole(place, name))),
      ...seldomPlaces.flatMap((place) => [...usualNames, ...capitalNames].map((name) => fillHole(place, name))),
      ...nameless,
    ]
    for (const template of templates) yield replaceUnordered(target, [[slot, template]])
  }
  yield* unfilledTogether(target, path, mark < 0 ? [] : fieldsIn(target, mark + 1))
}
