/**
 * The units of a target: the target itself, its path and query, and each segment, parameter, name, value, number and run of letters
 * beyond ASCII. A *choice* is what a program changes at once: all units of a kind, or one.
 *
 *     [...choicesOf('/v1/jobs?a=1&b=2')]  // the target, the path, the query, both segments, `v1`, `jobs`, both names, `a`, …
 */
import { withoutListMark } from './listNames.ts'
import type { Span } from './replacing.ts'

export type UnitKind = 'target' | 'path' | 'query' | 'segment' | 'parameter' | 'name' | 'value' | 'number' | 'letters'

export interface Unit extends Span {
  /** The names that a variable for this text may have, the likeliest first. */
  readonly variables: ReadonlyArray<string>
}

export interface Choice {
  readonly kind: UnitKind
  /** In the order of the target. Never empty. */
  readonly units: ReadonlyArray<Unit>
}

/** If a kind has more units, they are only changed together. */
const maxAlone = 8

const wholeNames: Readonly<Record<'target' | 'path' | 'query', ReadonlyArray<string>>> = {
  target: ['url', 'uri', 'path', 'endpoint', 'target'],
  path: ['path', 'uri', 'endpoint', 'url', 'resource'],
  query: ['query', 'queryString', 'params', 'query_string'],
}

const singular = (collection: string): string => collection.replace(/ies$/, 'y').replace(/(?<=[^s])s$/, '')

/** The names of a variable for a segment behind its collection: `8812` of `jobs/8812` is `job_id`, and `v1` is a version. */
const namesBehind = (segment: string, collection: string): ReadonlyArray<string> => {
  if (/^v\d/i.test(segment)) return ['version', 'apiVersion', 'api_version']
  const item = singular(collection)
  return item === '' || /^v\d/i.test(item) ? ['id', segment] : [`${item}_id`, `${item}Id`, 'id', item]
}

const segmentsOf = (path: string): ReadonlyArray<Unit> => {
  let collection = ''
  return [...path.matchAll(/[^/]+/g)].map(({ 0: segment, index: from }) => {
    const variables = namesBehind(segment, collection)
    collection = segment
    return { from, to: from + segment.length, variables }
  })
}

interface FieldSpans {
  readonly parameter: Unit
  readonly name: Unit
  readonly value?: Unit
}

const fieldsOf = (target: string, start: number): ReadonlyArray<FieldSpans> =>
  [...target.slice(start).matchAll(/[^&]+/g)].map(({ 0: field, index }) => {
    const from = start + index
    const to = from + field.length
    const equals = field.indexOf('=')
    const nameEnd = equals < 0 ? to : from + equals
    const name = target.slice(from, nameEnd)
    const variables = [withoutListMark(name)]
    return {
      parameter: { from, to, variables },
      name: { from, to: nameEnd, variables },
      ...(equals < 0 || nameEnd + 1 === to ? {} : { value: { from: nameEnd + 1, to, variables } }),
    }
  })

const isNumberIn =
  (target: string) =>
  ({ from, to }: Unit): boolean =>
    /^\d{1,40}$/.test(target.slice(from, to))

const lettersOf = (target: string): ReadonlyArray<Unit> =>
  [...target.matchAll(/(?:%[89A-F][0-9A-F])+/gi)].map(({ 0: run, index: from }) => ({
    from,
    to: from + run.length,
    variables: [],
  }))

/** All units together, and each alone if there are others. */
const allAndEach = (kind: UnitKind, units: ReadonlyArray<Unit>): ReadonlyArray<Choice> => {
  if (units.length === 0) return []
  const alone =
    units.length === 1 || units.length > maxAlone ? [] : units.map((unit): Choice => ({ kind, units: [unit] }))
  return [{ kind, units }, ...alone]
}

const isDefined = (unit: Unit | undefined): unit is Unit => unit !== undefined

/** The whole target first, then ever smaller units. */
export function* choicesOf(target: string): Generator<Choice> {
  const mark = target.indexOf('?')
  const pathEnd = mark < 0 ? target.length : mark
  const whole = (kind: 'target' | 'path' | 'query', from: number, to: number): Choice => ({
    kind,
    units: [{ from, to, variables: wholeNames[kind] }],
  })
  yield whole('target', 0, target.length)
  if (mark >= 0) yield whole('path', 0, pathEnd)
  if (mark >= 0 && mark + 1 < target.length) yield whole('query', mark + 1, target.length)
  const segments = segmentsOf(target.slice(0, pathEnd))
  const fields = mark < 0 ? [] : fieldsOf(target, mark + 1)
  const values = fields.map(({ value }) => value).filter(isDefined)
  const isNumber = isNumberIn(target)
  const textValues = values.filter((value) => !isNumber(value))
  yield* allAndEach('segment', segments)
  yield* allAndEach(
    'parameter',
    fields.map(({ parameter }) => parameter),
  )
  yield* allAndEach(
    'name',
    fields.map(({ name }) => name),
  )
  yield* allAndEach('value', values)
  if (textValues.length > 1 && textValues.length < values.length) yield { kind: 'value', units: textValues }
  // A number is a segment or a value too, but some operations are for numbers alone.
  yield* allAndEach('number', [...segments, ...values].filter(isNumber))
  yield* allAndEach('letters', lettersOf(target))
}

/** The target with other texts in place of these units. */
export const withUnits = (
  target: string,
  units: ReadonlyArray<Unit>,
  textOf: (unit: Unit, index: number) => string,
): string => {
  let written = ''
  let offset = 0
  for (const [index, unit] of units.entries()) {
    written += target.slice(offset, unit.from) + textOf(unit, index)
    offset = unit.to
  }
  return written + target.slice(offset)
}
