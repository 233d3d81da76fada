/**
 * A JSON text in which the value of one member, or of all of a kind, was encoded once more or once less than it was sent:
 * `{"data":{"a":1}}` signed as `{"data":"{\"a\":1}"}`.
 */
import { isJson } from './isJson.ts'
import { objectsIn } from './jsonSpans.ts'
import type { Form } from './Respelling.ts'
import { mayBecome } from './replacing.ts'
import { stringLiterals } from './stringLiterals.ts'

/** From the first character to the one behind the last. */
type Span = readonly [from: number, to: number]

/** Deeper members, and more of them, are left alone. */
const maxDepth = 2
const maxMembers = 24
const maxLength = 16_384

interface Member {
  /** Its number and its own name, for there may be several of that name. */
  readonly name: string
  readonly value: Span
  /** The value as it stands there. */
  readonly literal: string
}

const membersOf = (json: string): ReadonlyArray<Member> =>
  objectsIn(json)
    .filter(({ depth }) => depth <= maxDepth)
    .flatMap(({ members }) => members)
    .slice(0, maxMembers)
    .map(({ name, value }, i) => ({
      name: `member ${i + 1}, ${JSON.parse(json.slice(...name))},`,
      value,
      literal: json.slice(...value),
    }))

type Replacement = readonly [member: Member, literal: string]

const replacedIn = (json: string, replacements: ReadonlyArray<Replacement>): string => {
  let text = json
  for (const [{ value }, literal] of replacements.toSorted(([a], [b]) => b.value[0] - a.value[0]))
    text = text.slice(0, value[0]) + literal + text.slice(value[1])
  return text
}

const isHolder = ({ literal }: Member): boolean => /^[[{]/.test(literal)
const isString = ({ literal }: Member): boolean => literal.startsWith('"')

/** The string literals of a text that are JSON, each once, and the first language that writes them so. */
const jsonLiteralsOf = (text: string): ReadonlyMap<string, string> => {
  const names = new Map<string, string>()
  for (const { name, write } of stringLiterals) {
    const literal = write(text)
    if (literal.startsWith('"') && !names.has(literal)) names.set(literal, name)
  }
  for (const literal of names.keys()) if (!isJson(literal)) names.delete(literal)
  return names
}

/** An object or an array as the text of a string, by the literals of JSON's encoders. */
function* holdersQuoted(json: string, members: ReadonlyArray<Member>): Generator<Form> {
  for (const member of members.filter(isHolder))
    for (const [style, inner] of [
      ['', member.literal],
      [', compact', JSON.stringify(JSON.parse(member.literal))],
    ] as const)
      for (const [literal, name] of jsonLiteralsOf(inner))
        yield [`${member.name} as a string${style}: ${name}`, replacedIn(json, [[member, literal]])]
}

/** A string that holds JSON, without its quotation marks and escapes. */
function* holdersUnquoted(json: string, members: ReadonlyArray<Member>): Generator<Form> {
  const unquoted = members.filter(isString).flatMap((member): ReadonlyArray<Replacement> => {
    const inner = JSON.parse(member.literal) as string
    return /^\s*[[{]/.test(inner) && isJson(inner) ? [[member, inner]] : []
  })
  for (const each of unquoted) yield [`${each[0].name}, before it became a string`, replacedIn(json, [each])]
  if (unquoted.length > 1) yield ['each value that holds JSON, before it became a string', replacedIn(json, unquoted)]
}

/** A string with the quotation marks and the escapes of a language within its own. */
function* stringsQuoted(json: string, members: ReadonlyArray<Member>): Generator<Form> {
  const strings = members.filter(isString)
  for (const { name, write } of stringLiterals) {
    const quoted = strings.flatMap((member): ReadonlyArray<Replacement> => {
      const text = JSON.parse(member.literal) as string
      const literal = write(text)
      return literal === text ? [] : [[member, JSON.stringify(literal)]]
    })
    if (quoted.length > 1) yield [`${quoted.length} strings as ${name} writes them`, replacedIn(json, quoted)]
    for (const each of quoted) yield [`${each[0].name} as ${name} writes it`, replacedIn(json, [each])]
  }
}

/**
 * JSON that a program wrote by hand, each string as the language prints it: `fmt.Sprintf("{%q:%q}", name, value)` of Go. What is
 * JSON again is another serializer's, and what stands in single quotes is printed as a whole.
 */
function* stringsPrinted(json: string): Generator<Form> {
  for (const { name, write } of stringLiterals.filter((each) => each.write('a').startsWith('"'))) {
    const text = json.replace(/"(?:[^"\\]|\\.)*"/g, (literal) => write(JSON.parse(literal) as string))
    if (!isJson(text)) yield [`each string as ${name} writes it`, text]
  }
}

const isQuotable = (text: string): boolean => text.length <= maxLength && isJson(text)

/** Whether one of these forms of a JSON text may be the wanted text: only values of its members are changed. */
export const mayQuoteMembers = (json: string, wanted: string): boolean =>
  isQuotable(json) && mayBecome(json, wanted)(membersOf(json).map(({ value: [from, to] }) => ({ from, to })))

/** What was signed in place of this JSON text; the likeliest first, and some texts more than once. */
export function* quotedMembers(json: string): Generator<Form> {
  if (!isQuotable(json)) return
  const members = membersOf(json)
  yield* holdersQuoted(json, members)
  yield* holdersUnquoted(json, members)
  yield* stringsQuoted(json, members)
  yield* stringsPrinted(json)
}
