/**
 * What a caller may have signed of a target that its HTTP library escaped. Most callers escape some characters themselves, so every subset of what libraries escape is tried.
 */

import { decode, split } from './percent.ts'
import type { Form } from './Respelling.ts'
import { subsets } from './subsets.ts'

type Place = 'path' | 'query'

/**
 * What HTTP libraries escape in a target that they are given; `é` stands for all beyond ASCII. Each of twenty was asked in
 * its newest release of 2026 to send every character, and the request line was read from the socket.
 */
const escapable: Readonly<Record<Place, string>> = { path: ' "%<>[\\]^`{|}é', query: ' "\'%<>[\\]^`{|}é+' }

/** One for all characters beyond ASCII, as in that table. */
const kindOf = (c: string): string => (c > '\u007f' ? 'é' : c)

/** What begins a part, an escape, a run of escapes beyond ASCII, and a plus sign. */
const marks = /[/?&]|%[0-7][0-9A-Fa-f]|(?:%[89A-Fa-f][0-9A-Fa-f])+|\+/g

/** What an escape stands for if a library may have written it; a plus sign in a query stands for a space. */
const rawOf = (written: string, place: Place): readonly [kind: string, raw: string] | undefined => {
  if (written === '+') return place === 'query' ? ['+', ' '] : undefined
  const raw = decode(written)
  const kind = kindOf(raw)
  return raw !== written && escapable[place].includes(kind) ? [kind, raw] : undefined
}

/** The target with the escapes that are wanted, by their kind and the part that they stand in, decoded. */
const decoded = (target: string, isWanted: (kind: string, part: number) => boolean): string => {
  let part = 0
  let place: Place = 'path'
  return target.replace(marks, (found) => {
    if (found === '&' || found === '?' || (found === '/' && place === 'path')) part++
    if (found === '?') place = 'query'
    if (found.length === 1 && found !== '+') return found
    const raw = rawOf(found, place)
    return raw !== undefined && isWanted(raw[0], part) ? raw[1] : found
  })
}

/** Every subset of a few items; of more, each alone, and all but each. */
const someOf = <A>(items: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
  items.length > maxDistinct
    ? items.flatMap((item) => [[item], items.filter((other) => other !== item)])
    : subsets(items)

const maxDistinct = 6

/** More parts with escapes are not decoded one by one. */
const maxParts = 24

/** A longer target has forms that take long to write, and nobody looks for its mistake there. */
const maxLength = 4096

const words: Readonly<Record<string, string>> = { ' ': 'space', é: 'letters beyond ASCII', '+': '+ for a space' }

/** The kinds of escapes in a target, and the numbers of the parts that have some. */
const escapesIn = (target: string): readonly [kinds: ReadonlyArray<string>, parts: ReadonlyArray<number>] => {
  const kinds = new Set<string>()
  const parts = new Set<number>()
  decoded(target, (kind, part) => {
    kinds.add(kind)
    parts.add(part)
    return false
  })
  return [[...kinds], [...parts]]
}

const inLowerCase = (target: string): string => target.replace(/%[0-9A-F]{2}/g, (one) => one.toLowerCase())

function* halfRaw(target: string): Generator<Form> {
  const [kinds, parts] = escapesIn(target)
  // Few are tried together with other mistakes of the target.
  const rare = kinds.length > 3 ? true : undefined
  for (const some of someOf(kinds)) {
    const text = decoded(target, (kind) => some.includes(kind))
    yield [`raw: ${some.map((kind) => words[kind] ?? kind).join(' ')}`, text, rare]
  }
  const raw = decoded(target, () => true)
  yield ['raw, and the other escapes in lower case', inLowerCase(raw), true]
  for (const some of parts.length > maxParts ? [] : someOf(parts)) {
    const detail = `raw in part ${some.join(', ')}`
    yield [detail, decoded(target, (_, part) => some.includes(part)), true]
    const text = decoded(target, (kind, part) => kind !== '+' && some.includes(part))
    yield [`${detail}, but for +`, text, true]
  }
}

/** More characters have too many forms. */
const maxLetters = 48

/** Characters that need no escape, escaped: one of the marks or all, and one letter or digit. A URL library decodes them. */
function* needless(target: string): Generator<Form> {
  const [path, query] = split(target)
  const marksIn = (text: string): ReadonlyArray<string> => [...new Set(text.match(/[._~-]/g))]
  const marks = marksIn(path)
  const letters = [...path.matchAll(/(?<!%.?)[0-9A-Za-z]/g)].slice(0, maxLetters)
  const escaped = (c: string): string => `%${c.charCodeAt(0).toString(16).toUpperCase()}`
  for (const some of [[], marks, ...marks.map((mark) => [mark])])
    for (const letter of [undefined, ...letters]) {
      const text = path.replace(/[0-9A-Za-z._~-]/g, (c, at: number) =>
        some.includes(c) || at === letter?.index ? escaped(c) : c,
      )
      const kinds = [...some, ...(letter === undefined ? [] : [letter[0]])]
      const detail = `needless escapes: ${kinds.join(' ')}`
      yield [detail, text + query, true]
      yield [`${detail}, lower case`, inLowerCase(text) + query, true]
    }
  for (const some of [marksIn(query), ...marksIn(query)]) {
    const text = query.replace(/[._~-]/g, (c) => (some.includes(c) ? escaped(c) : c))
    yield [`needless escapes in the query: ${[...some].join(' ')}`, path + text, true]
  }
}

const isLeftAlone = (target: string): boolean => target.length > maxLength

/** No library escapes anything of it. */
const isPlain = (target: string): boolean => !/[%+]|[^0-9A-Za-z/._~-]/.test(target)

const isRare = ([, , rare]: Form): boolean => rare !== undefined

/** The forms that no function of percent.ts makes, but for the rare ones. Some texts come more than once. */
export function* rawTargets(target: string): Generator<Form> {
  if (isLeftAlone(target) || isPlain(target)) return
  for (const form of halfRaw(target)) if (!isRare(form)) yield form
}

/** The rare ones of them. */
export function* rarelyRawTargets(target: string): Generator<Form> {
  if (isLeftAlone(target)) return
  if (!isPlain(target)) for (const form of halfRaw(target)) if (isRare(form)) yield form
  yield* needless(target)
}
