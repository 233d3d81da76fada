/**
 * A JSON text in which one member, or all members of a kind, were encoded once more or once less than they were sent:
 * `{"data":{"a":1}}` was signed as `{"data":"{\"a\":1}"}`.
 */

import { isJson } from './isJson.ts'
import { objectsIn } from './jsonSpans.ts'
import type { Form } from './Respelling.ts'
import { mayBecome } from './replacing.ts'
import { stringLiterals } from './stringLiterals.ts'

/** From the first character to the one after the last. */
type Span = readonly [from: number, to: number]

/** Deeper members, further members and longer texts are left alone. */
const maxDepth = 2
const maxMembers = 24
const maxLength = 16_384

interface Member {
  /** The number of the member and its name, because several members may have the same name. */
  readonly name: string
  readonly value: Span
  /** The value as the text writes it. */
  readonly literal: string
}

const membersOf = (json: string): ReadonlyArray<Member> =>
  objectsIn(json)
    .filter(({ depth }) => depth <= maxDepth)
    .flatMap(({ members }) => members)
    .slice(0, maxMembers)
    .map(({ name: nameSpan, value: valueSpan }, i) => ({
      name: `member ${i + 1}, ${JSON.parse(json.slice(...nameSpan))},`,
      value: valueSpan,
      literal: json.slice(...valueSpan),
    }))

type Replacement = readonly [member: Member, literal: string]

const replaceLiterals = (json: string, replacements: ReadonlyArray<Replacement>): string => {
  let replacedText = json
  for (const [{ value: valueSpan }, literal] of replacements.toSorted(([a], [b]) => b.value[0] - a.value[0]))
    replacedText = replacedText.slice(0, valueSpan[0]) + literal + replacedText.slice(valueSpan[1])
  return replacedText
}

const isHolder = ({ literal }: Member): boolean => /^[[{]/.test(literal)
const isString = ({ literal }: Member): boolean => literal.startsWith('"')

/** For each string literal of a text that is JSON, the first language that writes it. */
const jsonLiteralsOf = (plain: string): ReadonlyMap<string, string> => {
  const namesByLiteral = new Map<string, string>()
  for (const { name: literalName, write } of stringLiterals) {
    const literal = write(plain)
    if (literal.startsWith('"') && !namesByLiteral.has(literal)) namesByLiteral.set(literal, literalName)
  }
  for (const literal of namesByLiteral.keys()) if (!isJson(literal)) namesByLiteral.delete(literal)
  return namesByLiteral
}

/** An object or an array encoded as a string, as the encoders of JSON write it. */
function* holdersQuoted(json: string, members: ReadonlyArray<Member>): Generator<Form> {
  for (const member of members.filter(isHolder)) {
    const compact = JSON.stringify(JSON.parse(member.literal))
    // Most bodies are compact already, and the literals of a text take long to write.
    const styles = new Map([[member.literal, '']])
    if (compact !== member.literal) styles.set(compact, ', compact')
    for (const [inner, style] of styles)
      for (const [literal, literalName] of jsonLiteralsOf(inner))
        yield [`${member.name} as a string${style}: ${literalName}`, replaceLiterals(json, [[member, literal]])]
  }
}

/** A string that holds JSON, without its quotation marks and escapes. */
function* holdersUnquoted(json: string, members: ReadonlyArray<Member>): Generator<Form> {
  const unquoted = members.filter(isString).flatMap((member): ReadonlyArray<Replacement> => {
    const inner = JSON.parse(member.literal) as string
    return /^\s*[[{]/.test(inner) && isJson(inner) ? [[member, inner]] : []
  })
  for (const replacement of unquoted)
    yield [`${replacement[0].name} before it became a string`, replaceLiterals(json, [replacement])]
  if (unquoted.length > 1)
    yield ['each value that holds JSON, before it became a string', replaceLiterals(json, unquoted)]
}

/** A string that a language had already put into quotation marks and escapes. */
function* stringsQuoted(json: string, members: ReadonlyArray<Member>): Generator<Form> {
  const strings = members.filter(isString)
  for (const { name: literalName, write } of stringLiterals) {
    const quoted = strings.flatMap((member): ReadonlyArray<Replacement> => {
      const plain = JSON.parse(member.literal) as string
      const literal = write(plain)
      return literal === plain ? [] : [[member, JSON.stringify(literal)]]
    })
    if (quoted.length > 1)
      yield [`${quoted.length} strings as ${literalName} writes them`, replaceLiterals(json, quoted)]
    for (const replacement of quoted)
      yield [`${replacement[0].name} as ${literalName} writes it`, replaceLiterals(json, [replacement])]
  }
}

/**
 * JSON that a program wrote by hand, each string as the language prints it: `fmt.Sprintf("{%q:%q}", name, value)` of Go. A result that
 * is JSON belongs to the serializers, and literals in single quotation marks belong to printed values.
 */
function* stringsPrinted(json: string): Generator<Form> {
  for (const { name: literalName, write } of stringLiterals.filter((language) => language.write('a').startsWith('"'))) {
    const written = json.replace(stringLiteral, (literal) => write(JSON.parse(literal) as string))
    if (!isJson(written)) yield [`each string as ${literalName} writes it`, written]
  }
}

const stringLiteral = /"(?:[^"\\]|\\.)*"/g

const isQuotable = (body: string): boolean => body.length <= maxLength && isJson(body)

/** Whether one of these forms can be the wanted text: they change only values of members, and strings anywhere. */
export const mayQuoteMembers = (json: string, wanted: string): boolean => {
  if (!isQuotable(json)) return false
  const values = membersOf(json).map(({ value: [start, stop] }) => ({ from: start, to: stop }))
  const strings = Array.from(json.matchAll(stringLiteral), ({ 0: literal, index }) => ({
    from: index,
    to: index + literal.length,
  }))
  return mayBecome(json, wanted)([...values, ...strings])
}

/** All these forms of a JSON text, the likeliest first. The same text may come more than once. */
export function* quotedMembers(json: string): Generator<Form> {
  if (!isQuotable(json)) return
  const members = membersOf(json)
  yield* holdersQuoted(json, members)
  yield* holdersUnquoted(json, members)
  yield* stringsQuoted(json, members)
  yield* stringsPrinted(json)
}
