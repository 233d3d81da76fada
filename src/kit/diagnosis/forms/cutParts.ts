/**
 * Parts that were signed in part: a value up to a length, the end of a query, a body without its last character. A program cuts a text at
 * a wrong place, or counts its length in another unit: characters for bytes. Each cut is one of many, so most of these forms are late.
 *
 *   cutFields('q=%E5%86%99%E8%BC%AA&n=15')    // `q=%E5%86%99&n=15`, `q=%E5&n=15`, `q=%E5%86%99%E8%BC%AA&n=1`, …
 */
import type * as Bytes from '../../../core/Bytes.ts'
import { latin1 } from '../Received.ts'
import { isJson } from './isJson.ts'
import { objectsIn } from './jsonSpans.ts'
import { splitTarget } from './percent.ts'
import type { Form } from './Respelling.ts'

/** Longer texts have too many cuts. */
const maxLength = 8192
const maxTarget = 1024
/** Each form is hashed, so the forms of a longer text are fewer. */
const maxCharacters = 300_000
const mostForms = (text: { readonly length: number }): number => Math.floor(maxCharacters / Math.max(text.length, 100))

/** A character of a field, or its escape. */
const fieldUnit = /%[0-9A-Fa-f]{2}|[\s\S]/gu

/** A character of a string of JSON, or its escape. */
const stringUnit = /\\u[0-9A-Fa-f]{4}|\\.|[\s\S]/gu

const unitsOf = (text: string, unit: RegExp): ReadonlyArray<string> => text.match(unit) ?? []

const longestOf = (values: ReadonlyArray<{ readonly units: ReadonlyArray<string> }>): number =>
  values.reduce((longest, { units }) => Math.max(longest, units.length), 0)

/** The fields of a query or a form with one value cut off after some of its characters, or all values after as many. */
export function* cutFields(fields: string): Generator<Form> {
  if (fields.length > maxLength || !fields.includes('=')) return
  const items = fields.split('&')
  const namesAndUnits = items.map((item) => {
    const [, name = '', value = ''] = /^([^=]*=)(.*)$/s.exec(item) ?? [item, item]
    return { name, units: unitsOf(value, fieldUnit) }
  })
  const longest = longestOf(namesAndUnits)
  const maxForms = mostForms(fields)
  const writeCut = (length: number, isCut: (index: number) => boolean): string =>
    namesAndUnits.map(({ name, units }, i) => name + (isCut(i) ? units.slice(0, length) : units).join('')).join('&')
  let count = 0
  for (const [i, { units }] of namesAndUnits.entries())
    for (let length = units.length - 1; length > 0; length--) {
      if (++count > maxForms) return
      yield [
        `field ${i + 1} was cut off after ${length} of ${units.length} characters`,
        writeCut(length, (at) => at === i),
      ]
    }
  for (let length = 1; length < longest && ++count <= maxForms; length++)
    yield [`each field was cut off after ${length} characters`, writeCut(length, () => true)]
}

/** The strings of JSON, without the names of members. */
const stringsIn = (json: string): ReadonlyArray<readonly [from: number, to: number]> => {
  const names = new Set(objectsIn(json).flatMap(({ members }) => members.map(({ name }) => name[0])))
  return Array.from(
    json.matchAll(/"(?:[^"\\]|\\.)*"/g),
    ({ 0: literal, index }) => [index, index + literal.length] as const,
  ).filter(([from]) => !names.has(from))
}

/** The start of all details of strings that were cut. */
const cutString = 'strings cut off: '

/** Whether this form cuts strings off. */
export const isCutString = (detail: string): boolean => detail.startsWith(cutString)

/** JSON with one of its strings cut off after some of its characters, or all of them after as many. */
export function* cutStrings(json: string): Generator<Form> {
  if (json.length > maxLength || !isJson(json)) return
  const strings = stringsIn(json).map(([from, to]) => ({
    from,
    to,
    units: unitsOf(json.slice(from + 1, to - 1), stringUnit),
  }))
  const maxForms = mostForms(json)
  let count = 0
  for (const [i, { from, to, units }] of strings.entries())
    for (let length = units.length - 1; length > 0; length--) {
      if (++count > maxForms) return
      yield [
        `${cutString}string ${i + 1} after ${length} of ${units.length} characters`,
        `${json.slice(0, from + 1)}${units.slice(0, length).join('')}${json.slice(to - 1)}`,
      ]
    }
  const longest = longestOf(strings)
  for (let length = 1; length < longest && ++count <= maxForms; length++) {
    let cut = ''
    let end = 0
    for (const { from, to, units } of strings) {
      cut += json.slice(end, from + 1) + units.slice(0, length).join('')
      end = to - 1
    }
    yield [`${cutString}each string after ${length} characters`, cut + json.slice(end)]
  }
}

/** The beginnings and ends of the path and of the query, the other half as it is, and each beginning of the path alone. */
export const cutTargets = (target: string): ReadonlyArray<string> => {
  if (target.length > maxTarget) return []
  const [path, question] = splitTarget(target)
  const cuts: Array<string> = []
  for (let i = path.length - 1; i > 0; i--) {
    cuts.push(path.slice(0, i) + question, path.slice(i) + question)
    if (question !== '') cuts.push(path.slice(0, i))
  }
  for (let i = question.length - 1; i > 1; i--) cuts.push(path + question.slice(0, i), `${path}?${question.slice(i)}`)
  return cuts
}

/** So many characters at the end are cut off by mistake, such as a separator after the last item of a list. */
export const maxLastCut = 3

/** The start of the details of bodies whose end or beginning was cut off. */
const cutEnd = 'without its last '
const cutStart = 'without its first '

const bytesCount = (count: number): string => (count === 1 ? 'byte' : `${count} bytes`)

/** The body without its last bytes. Line ends and blanks at the end have mistakes of their own. */
export function* withoutEnd(body: Bytes.Bytes): Generator<Form<Bytes.Bytes>> {
  for (let count = 1; count <= maxLastCut && count < body.length; count++) {
    const rest = body.subarray(0, body.length - count)
    const end = latin1(body.subarray(rest.length))
    if (end.trim() !== '') yield [`${cutEnd}${bytesCount(count)}: ${JSON.stringify(end)}`, rest, 'alone', { cut: end }]
  }
}

/** A form without its last characters. The body without its last bytes has these. */
export const shortened = (form: string): ReadonlyArray<string> =>
  Array.from({ length: maxLastCut }, (_, i) => form.slice(0, -1 - i))

/** The body up to its first NUL byte, where a string of C ends. */
export function* untilNul(body: Bytes.Bytes): Generator<Form<Bytes.Bytes>> {
  const end = body.indexOf(0)
  if (end > 0) yield ['up to its first NUL byte', body.subarray(0, end), 'alone']
}

/** Each other beginning of the body, and each end. Those that leave most of it come first; a long body is cut near its ends alone. */
export function* cutBodies(body: Bytes.Bytes): Generator<Form<Bytes.Bytes>> {
  if (body.length > maxLength) return
  for (let count = 1; count < Math.min(body.length, mostForms(body)); count++) {
    if (count > maxLastCut) yield [cutEnd + bytesCount(count), body.subarray(0, body.length - count), 'late']
    yield [cutStart + bytesCount(count), body.subarray(count), 'late']
  }
}
