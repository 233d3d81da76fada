/**
 * What signing code, a client or a proxy does to a target, each as one operation with its words. `targetChain.ts` finds the operations
 * that lead from the target that was signed to the one that arrived.
 *
 *     prefix     /ext/v1/a       becomes  /v1/a       the prefix /ext was removed
 *     decoded    /v1/a%40b       becomes  /v1/a@b     the escape %40 was decoded
 *     order      /v1/a?b=1&a=2   becomes  /v1/a?a=2&b=1
 *
 * An operation looks at the target that arrived, the goal, and proposes only what may lead there: the prefix that the goal lacks, the
 * escapes that it lacks. So each operation has few candidates.
 */

import { decode, splitTarget } from './forms/percent.ts'
import { listed } from './variables.ts'
import { withoutDots } from './withoutDots.ts'

/** A target after an operation, and what the operation did, as a clause without a period. */
export interface Candidate {
  readonly target: string
  readonly words: string
}

/** One operation. Its opposite has the same name: a prefix that is removed and another one that is added say nothing about two targets. */
export interface Operation {
  readonly name: string
  /** Whether proxies and gateways do this. */
  readonly isOfProxies: boolean
  readonly apply: (target: string, goal: string) => ReadonlyArray<Candidate>
}

/** The parts of a target, which are the target if they are joined. */
interface Parts {
  /** `https://api.example.com`, or empty. */
  readonly origin: string
  readonly path: string
  /** With its question mark. */
  readonly query: string
  /** With its mark. */
  readonly fragment: string
}

const partsOf = (target: string): Parts => {
  const [origin = ''] = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(target) ?? []
  const [, beforeFragment = '', fragment = ''] = /^([^#]*)([\s\S]*)$/.exec(target.slice(origin.length)) ?? []
  const [path, query] = splitTarget(beforeFragment)
  return { origin, path, query, fragment }
}

const join = ({ origin, path, query, fragment }: Parts): string => origin + path + query + fragment

/** The candidate with some other parts. */
const withParts = (parts: Parts, changed: Partial<Parts>, words: string): Candidate => ({
  target: join({ ...parts, ...changed }),
  words,
})

/** An operation on the parts of both targets. */
const onParts =
  (apply: (parts: Parts, goal: Parts) => ReadonlyArray<Candidate>): Operation['apply'] =>
  (target, goal) =>
    apply(partsOf(target), partsOf(goal))

// ---- Texts that are the same but for other operations

/** More escapings of one text are no habit of any program. */
const maxEscapings = 3

const decodeAll = (text: string): string => {
  let decoded = text
  for (let count = 0; count < maxEscapings; count++) decoded = decode(decoded)
  return decoded.replaceAll('+', ' ').toLowerCase()
}

const mergeSlashes = (path: string): string => path.replace(/\/{2,}/g, '/')

/** The same for all paths that differ in escapes, in the case of letters, in dot segments and in slashes alone. */
const loosePath = (path: string): string => withoutDots(mergeSlashes(`/${decodeAll(path)}`)).replace(/^\/|\/$/g, '')

/** The same for all parameters that differ in escapes, in the case of letters, and in an equals sign after the name alone. */
const looseParameter = (parameter: string): string => decodeAll(parameter).replace(/^([^=]*)=$/, '$1')

// ---- Origin, prefix and slashes

const origin = onParts((parts, goal) => {
  if (parts.origin === goal.origin) return []
  return goal.origin === ''
    ? [withParts(parts, { origin: '' }, `the origin ${parts.origin} was removed`)]
    : parts.origin === ''
      ? [withParts(parts, { origin: goal.origin }, `the origin ${goal.origin} was added`)]
      : []
})

/** Longer prefixes are no prefixes of a route, and a dot segment belongs to no prefix. */
const maxPrefixSegments = 8

/** The beginnings of a path up to a slash. If the rest of it has no slash in front, the slash belongs to the prefix. */
const prefixesOf = (path: string, isRestOpen: boolean): ReadonlyArray<string> => {
  const ends: Array<number> = []
  for (let at = path.indexOf('/', 1); at > 0 && ends.length < maxPrefixSegments; at = path.indexOf('/', at + 1))
    ends.push(isRestOpen ? at + 1 : at)
  return ends.map((end) => path.slice(0, end)).filter((start) => !dotSegment.test(start))
}

const dotSegment = /(?:^|\/)(?:\.|\.\.;?)(?:\/|$)/

const prefix = onParts((parts, goal) => {
  const removed = prefixesOf(parts.path, !goal.path.startsWith('/')).filter(
    (start) => loosePath(goal.path) !== '' && loosePath(parts.path.slice(start.length)) === loosePath(goal.path),
  )
  const added = prefixesOf(goal.path, !parts.path.startsWith('/')).filter(
    (start) => loosePath(parts.path) !== '' && loosePath(goal.path.slice(start.length)) === loosePath(parts.path),
  )
  return [
    ...removed.map((start) =>
      withParts(parts, { path: parts.path.slice(start.length) }, `the prefix ${start} was removed`),
    ),
    ...added.map((start) => withParts(parts, { path: start + parts.path }, `the prefix ${start} was added`)),
  ]
})

/** The slashes of a path that stand together. */
const slashRuns = (path: string): ReadonlyArray<string> => path.match(/\/+/g) ?? []

/** Each slash as the goal has it, if both paths have as many segments. */
const slashesAsIn = (path: string, goalPath: string): string => {
  const runs = slashRuns(goalPath)
  if (runs.length !== slashRuns(path).length) return path
  let count = 0
  return path.replace(/\/+/g, () => runs[count++] ?? '')
}

const slashes = onParts((parts, goal) => {
  const paths = new Set([slashesAsIn(parts.path, goal.path), mergeSlashes(parts.path)])
  return [...paths].flatMap((path) => {
    if (path.length === parts.path.length) return []
    return path.length < parts.path.length
      ? [withParts(parts, { path }, 'slashes that stand together were merged')]
      : [withParts(parts, { path }, 'a slash was doubled')]
  })
})

const slashAtEnd = onParts((parts, goal) => {
  const isSame = parts.path.endsWith('/') === goal.path.endsWith('/')
  if (isSame || parts.path === '/' || goal.path === '/') return []
  return goal.path.endsWith('/')
    ? [withParts(parts, { path: `${parts.path}/` }, 'a slash was added at the end of the path')]
    : [withParts(parts, { path: parts.path.slice(0, -1) }, 'the slash at the end of the path was removed')]
})

const dots = onParts((parts) =>
  dotSegment.test(parts.path) && parts.path.startsWith('/')
    ? [withParts(parts, { path: withoutDots(parts.path) }, 'the dot segments were resolved')]
    : [],
)

// ---- Escapes

/** The part of a target that an operation changes, in the words for it. */
interface Scope {
  readonly name: 'target' | 'path' | 'query'
  /** Where both parts of the target are changed, the words need not name them. */
  readonly place: string
}

const scopes: ReadonlyArray<Scope> = [
  { name: 'target', place: '' },
  { name: 'path', place: 'in the path, ' },
  { name: 'query', place: 'in the query, ' },
]

/** What the scope has of the target, without the question mark before the query. No target has a NUL. */
const textIn = ({ name }: Scope, { path, query }: Parts): string =>
  name === 'path' ? path : name === 'query' ? query.slice(1) : `${path}\0${query.slice(1)}`

/** The target with another text in the scope. */
const mapScope = ({ name }: Scope, parts: Parts, change: (text: string) => string): Partial<Parts> => ({
  path: name === 'query' ? parts.path : change(parts.path),
  query: name === 'path' || parts.query === '' ? parts.query : `?${change(parts.query.slice(1))}`,
})

/** What is done to a text, and its words. */
interface Change {
  readonly change: (text: string) => string
  readonly words: string
}

/** An operation that does the same in the target, the path alone or the query alone.  */
const inScopes = (
  change: (text: string, goalText: string, scope: Scope) => ReadonlyArray<Change>,
): Operation['apply'] =>
  onParts((parts, goal) =>
    scopes.flatMap((scope) =>
      change(textIn(scope, parts), textIn(scope, goal), scope).map((made) =>
        withParts(parts, mapScope(scope, parts, made.change), made.words),
      ),
    ),
  )

/** The escapes of one character. */
const escapedCharacter = /%[C-Fc-f][0-9A-Fa-f](?:%[89ABab][0-9A-Fa-f])+|%[0-9A-Fa-f]{2}/g

const escapesIn = (text: string): ReadonlyArray<string> => [...new Set(text.match(escapedCharacter) ?? [])]

/** At most so many characters are named in a sentence. */
const maxNamed = 5

const named = (items: ReadonlyArray<string>): string =>
  listed(items.length > maxNamed ? [...items.slice(0, maxNamed), `${items.length - maxNamed} more`] : items)

const decoded = inScopes((text, goalText, { place }) => {
  const goalEscapes = escapesIn(goalText.toUpperCase())
  // An escape that was escaped again was not decoded.
  const escapedAgain = escapesIn(goalText.toUpperCase().replaceAll('%25', '%'))
  return [goalEscapes, [...goalEscapes, ...escapedAgain]].flatMap((kept) => decodeExcept(kept, text, place))
})

/** Decodes the escapes that the goal has not. */
const decodeExcept = (kept: ReadonlyArray<string>, text: string, place: string): ReadonlyArray<Change> => {
  const undone = escapesIn(text).filter(
    (spelling) => !kept.includes(spelling.toUpperCase()) && decode(spelling) !== spelling,
  )
  if (undone.length === 0) return []
  return [
    {
      change: (part) =>
        part.replace(escapedCharacter, (spelling) => (undone.includes(spelling) ? decode(spelling) : spelling)),
      words:
        undone.length === 1
          ? `${place}the escape ${named(undone)} was decoded`
          : `${place}the escapes ${named(undone)} were decoded`,
    },
  ]
}

/** A character that would look like a mark of the sentence itself, or like nothing. */
const nameOfCharacter = (character: string): string => (/^[ (),;.]$/.test(character) ? `"${character}"` : character)

const encoded = inScopes((text, goalText, { place }) => {
  const spellings = new Map(
    escapesIn(goalText)
      .map((spelling) => [decode(spelling), spelling] as const)
      .filter(([character, spelling]) => character !== spelling && character !== '%')
      .filter(([character]) => text.includes(character) && !goalText.includes(character)),
  )
  const written = [...spellings]
  if (written.length === 0) return []
  const names = written.map(([character]) => nameOfCharacter(character))
  return [
    {
      change: (part) => written.reduce((result, [character, spelling]) => result.replaceAll(character, spelling), part),
      words:
        names.length === 1
          ? `${place}the character ${named(names)} was escaped`
          : `${place}the characters ${named(names)} were escaped`,
    },
  ]
})

const encodedAgain = inScopes((text, goalText, { place }) =>
  /%[0-9A-F]{2}/i.test(text) && /%25[0-9A-F]{2}/i.test(goalText)
    ? [
        {
          change: (part) => part.replace(/%(?=[0-9A-F]{2})/gi, '%25'),
          words: `${place}the escapes were escaped again`,
        },
      ]
    : [],
)

const caseOfEscapes = inScopes((_text, goalText, { place }) =>
  ([toUpper, toLower] as const)
    .filter(({ change }) => escapesIn(goalText).every((spelling) => spelling === change(spelling)))
    .map(({ change, caseName }) => ({
      change: (part: string) => part.replace(/%[0-9A-F]{2}/gi, change),
      words: `${place}the escapes were written in ${caseName} case`,
    })),
)

const toUpper = { caseName: 'upper', change: (text: string): string => text.toUpperCase() }
const toLower = { caseName: 'lower', change: (text: string): string => text.toLowerCase() }

/** The letters beside the escapes. */
const changeLetters = (text: string, change: (letters: string) => string): string =>
  text.replace(/%[0-9A-F]{2}|[a-z]+/gi, (piece) => (piece.startsWith('%') ? piece : change(piece)))

const caseOfLetters = inScopes((_text, goalText, { name }) =>
  ([toLower, toUpper] as const)
    .filter(({ change }) => changeLetters(goalText, change) === goalText)
    .map(({ change, caseName }) => ({
      change: (part: string) => changeLetters(part, change),
      words: `the letters of the ${name} were changed to ${caseName} case`,
    })),
)

/** The spellings of a space, without those that an escape or its decoding makes. */
const spaceSpellings = [
  { from: '+', to: '%20' },
  { from: '%20', to: '+' },
  { from: '+', to: ' ' },
  { from: ' ', to: '+' },
] as const

const spaces = inScopes((text, goalText, { place }) =>
  spaceSpellings
    .filter(({ from, to }) => text.includes(from) && !goalText.includes(from) && goalText.includes(to))
    .map(({ from, to }) => ({
      change: (part: string) => part.replaceAll(from, to),
      words: `${place}each ${nameOfCharacter(from)} was replaced by ${nameOfCharacter(to)}`,
    })),
)

// ---- Parameters

const parametersOf = (query: string): ReadonlyArray<string> => (query.length < 2 ? [] : query.slice(1).split('&'))

const queryOf = (parameters: ReadonlyArray<string>): string =>
  parameters.length === 0 ? '' : `?${parameters.join('&')}`

/** For each parameter, whether the others have it as well. Each of the others counts once. */
const foundIn = (parameters: ReadonlyArray<string>, others: ReadonlyArray<string>): ReadonlyArray<boolean> => {
  const untaken = new Map<string, number>()
  for (const other of others.map(looseParameter)) untaken.set(other, (untaken.get(other) ?? 0) + 1)
  return parameters.map(looseParameter).map((parameter) => {
    const count = untaken.get(parameter) ?? 0
    untaken.set(parameter, count - 1)
    return count > 0
  })
}

/** An & at an end, or two that stand together, have an empty parameter beside them. */
const isStray = (changed: ReadonlyArray<string>): boolean => changed.length === 1 && changed[0] === ''

const removedWords = (lost: ReadonlyArray<string>): string =>
  isStray(lost) ? 'a stray & was removed' : lostWords(lost)

const lostWords = (lost: ReadonlyArray<string>): string =>
  lost.length === 1 ? `the parameter ${lost[0]} was removed` : `the parameters ${lost.join('&')} were removed`

const addedWords = (added: ReadonlyArray<string>): string => {
  if (isStray(added)) return 'a stray & was added'
  return added.length === 1 ? `the parameter ${added[0]} was added` : `the parameters ${added.join('&')} were added`
}

const parameters = onParts((parts, goal) => {
  if (parts.query !== '' && goal.query === '')
    return [withParts(parts, { query: '' }, `the query ${parts.query} was removed`)]
  if (parts.query === '' && goal.query !== '')
    return [withParts(parts, { query: goal.query }, `the query ${goal.query} was added`)]
  const items = parametersOf(parts.query)
  const goalItems = parametersOf(goal.query)
  const isKept = foundIn(items, goalItems)
  const isOld = foundIn(goalItems, items)
  const kept = items.filter((_, i) => isKept[i])
  const lost = items.filter((_, i) => !isKept[i])
  const added = goalItems.filter((_, i) => !isOld[i])
  // If the two queries have nothing in common, or each has something of its own, they are two other queries.
  if (kept.length === 0 || lost.length > 0 === added.length > 0) return []
  if (lost.length > 0) return [withParts(parts, { query: queryOf(kept) }, removedWords(lost))]
  const remaining = [...items]
  const filled = goalItems.map((item, i) => (isOld[i] ? (remaining.shift() ?? '') : item))
  return [withParts(parts, { query: queryOf(filled) }, addedWords(added))]
})

/** The parameters in the order of the goal. Undefined if the goal has others. */
const inOrderOf = (
  items: ReadonlyArray<string>,
  goalItems: ReadonlyArray<string>,
): ReadonlyArray<string> | undefined => {
  if (items.length !== goalItems.length || foundIn(goalItems, items).includes(false)) return undefined
  const remaining = [...items]
  return goalItems.map((goalItem) => {
    const same = remaining.indexOf(goalItem)
    const alike = remaining.findIndex((item) => looseParameter(item) === looseParameter(goalItem))
    return remaining.splice(same < 0 ? alike : same, 1)[0] ?? ''
  })
}

const isSorted = (items: ReadonlyArray<string>): boolean =>
  items.every((item, i) => i === 0 || (items[i - 1] as string) <= item)

const order = onParts((parts, goal) => {
  const ordered = inOrderOf(parametersOf(parts.query), parametersOf(goal.query))
  if (ordered === undefined) return []
  const words = isSorted(ordered) ? 'the parameters were sorted' : 'the order of the parameters was changed'
  return [withParts(parts, { query: queryOf(ordered) }, words)]
})

/** A parameter that has no value. */
const isBare = (parameter: string): boolean => /^[^=]+=?$/.test(parameter)

const equalsSign = onParts((parts, goal) => {
  const items = parametersOf(parts.query)
  const goalSpellings = new Map(
    parametersOf(goal.query)
      .filter(isBare)
      .map((item) => [looseParameter(item), item.endsWith('=')] as const),
  )
  const changed = items.filter(
    (item) => isBare(item) && (goalSpellings.get(looseParameter(item)) ?? item.endsWith('=')) !== item.endsWith('='),
  )
  const isAdded = changed.every((item) => !item.endsWith('='))
  if (changed.length === 0 || (!isAdded && changed.some((item) => !item.endsWith('=')))) return []
  const respelled = items.map((item) => {
    if (!changed.includes(item)) return item
    return isAdded ? `${item}=` : item.slice(0, -1)
  })
  const names = listed([...new Set(changed.map((item) => item.replace(/=$/, '')))])
  return [
    withParts(
      parts,
      { query: queryOf(respelled) },
      isAdded ? `an equals sign was added after ${names}` : `the equals sign after ${names} was removed`,
    ),
  ]
})

/** An ampersand as an entity of HTML: http_build_query of PHP writes it by a setting, and templates for web pages do. */
const entities = onParts((parts, goal) =>
  parts.query.includes('&amp;') && !goal.query.includes('&amp;')
    ? [withParts(parts, { query: parts.query.replaceAll('&amp;', '&') }, 'each &amp; was replaced by &')]
    : [],
)

const fragment = onParts((parts, goal) => {
  if (parts.fragment === goal.fragment) return []
  if (goal.fragment === '') return [withParts(parts, { fragment: '' }, `the fragment ${parts.fragment} was removed`)]
  return parts.fragment === ''
    ? [withParts(parts, { fragment: goal.fragment }, `the fragment ${goal.fragment} was added`)]
    : []
})

/** In the order in which they are tried and told. Of two chains that are as short, the one with the earlier operations counts. */
export const operations: ReadonlyArray<Operation> = [
  { name: 'origin', isOfProxies: false, apply: origin },
  { name: 'prefix', isOfProxies: true, apply: prefix },
  { name: 'dots', isOfProxies: true, apply: dots },
  { name: 'slashes', isOfProxies: true, apply: slashes },
  { name: 'slash at the end', isOfProxies: true, apply: slashAtEnd },
  { name: 'decoded', isOfProxies: true, apply: decoded },
  { name: 'encoded', isOfProxies: true, apply: encoded },
  { name: 'encoded again', isOfProxies: true, apply: encodedAgain },
  { name: 'case of escapes', isOfProxies: true, apply: caseOfEscapes },
  { name: 'entities', isOfProxies: false, apply: entities },
  { name: 'spaces', isOfProxies: false, apply: spaces },
  { name: 'case of letters', isOfProxies: false, apply: caseOfLetters },
  { name: 'parameters', isOfProxies: false, apply: parameters },
  { name: 'order', isOfProxies: false, apply: order },
  { name: 'equals sign', isOfProxies: false, apply: equalsSign },
  { name: 'fragment', isOfProxies: false, apply: fragment },
]
