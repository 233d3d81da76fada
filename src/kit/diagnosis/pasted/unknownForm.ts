/**
 * What becomes of a text whose form no reader knows. If it has each part of a request once, it is read as this request, with a note. If
 * not, the refusal says which parts it has and where, which lines were not understood, and what to do. So no refusal denies a part that
 * stands in the text.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { Bytes } from '../../../core/Bytes.ts'
import { latin1, type Received, type Unreadable, unreadable } from '../Received.ts'
import { lettersOf } from './byteText.ts'
import { methodNotThere, requestSent, urlNotThere } from './librarySent.ts'
import { type FoundPart, type PartsInText, partsInText } from './partsInText.ts'
import { noRequestLine } from './readHttp.ts'
import type { Logged } from './readLogLine.ts'

/** Which parts a refusal says that the text lacks. */
interface Denial {
  readonly words: RegExp
  readonly parts: ReadonlyArray<'authorization' | 'method' | 'target'>
}

const exactly = (sentence: string): RegExp => new RegExp(`^${sentence.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}$`)

export const authorizationElsewhere =
  'this text has an Authorization header, but not among the headers of a request, so nothing was checked; paste the request as raw HTTP or as a curl command'

const denials: ReadonlyArray<Denial> = [
  { words: exactly(urlNotThere), parts: ['target'] },
  { words: exactly(methodNotThere), parts: ['method'] },
  { words: exactly(noRequestLine), parts: ['authorization'] },
  { words: exactly(authorizationElsewhere), parts: ['authorization'] },
  { words: / shows no headers of the request, so nothing can be checked/, parts: ['authorization'] },
  { words: /^this is the trace of an error/, parts: ['authorization'] },
  { words: /\bno Authorization header\b/, parts: ['authorization'] },
  { words: /^this is only the Authorization header/, parts: ['method', 'target'] },
]

/** The request of a refused text, or a refusal that denies nothing. */
export const ofUnknownForm = (pasted: Bytes, text: string, refused: Unreadable): E.Either<Unreadable, Received> => {
  const denial = denials.find(({ words }) => words.test(refused.what))
  if (denial === undefined) return E.left(refused)
  const parts = partsInText(text)
  if (!denial.parts.some((part) => parts.mentions[part])) return E.left(refused)
  // JSON has a reader, which knows why this is no request.
  const assembled =
    parts.isWhole && !/^\s{0,64}(?:\{\s{0,64}["}]|\[\s{0,64}[[{"])/.test(text) ? assembledOf(parts) : undefined
  if (assembled !== undefined && E.isRight(assembled)) return assembled
  const asPasted = inLinesOf(latin1(pasted), parts)
  return E.mapLeft((plain: Unreadable): Unreadable => ({ ...plain, logged: loggedOf(asPasted) }))(
    unreadable(pasted, 0, wordsOf(asPasted)),
  )
}

/** The same parts with the lines that they have in the text as it was pasted, which may have more lines than what was read. */
const inLinesOf = (pasted: string, parts: PartsInText): PartsInText => {
  const original = partsInText(pasted)
  const relocated = (name: keyof PartsInText['mentions']): FoundPart | undefined => {
    const part = parts[name]
    const at = part === undefined ? -1 : pasted.indexOf(part.value)
    return part === undefined || at < 0 ? part : { ...part, line: pasted.slice(0, at).split('\n').length }
  }
  return {
    ...parts,
    authorization: relocated('authorization'),
    method: relocated('method'),
    target: relocated('target'),
    several: {
      authorization: longer(original.several.authorization, parts.several.authorization),
      method: longer(original.several.method, parts.several.method),
      target: longer(original.several.target, parts.several.target),
    },
    notUnderstood: original.notUnderstood,
  }
}

/** The first list, unless it is empty. */
const longer = (lines: ReadonlyArray<number>, others: ReadonlyArray<number>): ReadonlyArray<number> =>
  lines.length > 0 ? lines : others

const lineOf = (part: FoundPart | undefined): number => part?.line ?? 0

const assembledOf = ({ authorization, method, target, headers }: PartsInText) =>
  requestSent({
    method: method?.value ?? '',
    url: lettersOf(target?.value ?? ''),
    headers: [...headers, ['authorization', authorization?.value ?? '']],
    body: undefined,
    notes: [
      `No reader knows the form of this text. The method was found in line ${lineOf(method)}, the target in line ${lineOf(target)} and the Authorization header in line ${lineOf(authorization)}; if one of them is wrong, give the request as raw HTTP.`,
    ],
  })

const loggedOf = ({ authorization, method, target, headers, notUnderstood }: PartsInText): Logged => ({
  ...(method === undefined ? {} : { method: method.value }),
  ...(target === undefined ? {} : { target: target.value.replace(/^https?:\/\/[^/?]*/, '') || '/' }),
  ...(authorization === undefined ? {} : { authorization: authorization.value }),
  headers,
  notUnderstood,
})

// ---- Words

const partNames = {
  authorization: 'the Authorization header',
  method: 'the method',
  target: 'the target',
} as const

/** A part that the text has several times, with other values. */
const namesOfSeveral = {
  authorization: 'several Authorization headers',
  method: 'several methods',
  target: 'several targets',
} as const

const listed = (items: ReadonlyArray<string>): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`

/** More ranges are not listed. */
const mostRanges = 8

const rangesOf = (ranges: PartsInText['notUnderstood']): string =>
  ranges
    .slice(0, mostRanges)
    .map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`))
    .join(', ') + (ranges.length > mostRanges ? ', …' : '')

/** Where the body may be that no reader has found: in lines of other words, or in the line of the headers behind them. */
export const perhapsBody = (text: string, [authorization = '']: ReadonlyArray<string>): ReadonlyArray<string> => {
  const { notUnderstood, authorization: header } = partsInText(text)
  if (notUnderstood.length > 0)
    return [`Lines that may have the body: ${rangesOf(notUnderstood)}. If one of them has it, give the body itself.`]
  const at = authorization === '' ? -1 : text.indexOf(authorization)
  const [sameLine = ''] = at < 0 ? [] : text.slice(at + authorization.length).split('\n', 1)
  return header !== undefined && /[0-9A-Za-z]/.test(sameLine)
    ? [`Line ${header.line} goes on behind the Authorization header. If it has the body, give the body itself.`]
    : []
}

/** `line 3` or `lines 1 / 3`. A comma would end the item of a list. */
const placesOfSeveral = (lines: ReadonlyArray<number>): string =>
  lines.length === 1
    ? `line ${lines[0]}`
    : `lines ${lines.slice(0, mostRanges).join(' / ')}${lines.length > mostRanges ? ' / …' : ''}`

const wordsOf = (parts: PartsInText): string => {
  const names = ['method', 'target', 'authorization'] as const
  const isSeveral = (name: (typeof names)[number]): boolean =>
    parts[name] === undefined && parts.several[name].length > 0
  const found = names.filter((name) => parts[name] !== undefined || isSeveral(name))
  const others = names.filter((name) => !found.includes(name))
  const read = listed(
    found.map((name) =>
      isSeveral(name)
        ? `${namesOfSeveral[name]} (${placesOfSeveral(parts.several[name])})`
        : `${partNames[name]} (line ${lineOf(parts[name])})`,
    ),
  )
  const lost = listed([...others.map((name) => partNames[name]), 'the body'])
  const lines =
    parts.notUnderstood.length === 0 ? '' : ` Lines that were not understood: ${rangesOf(parts.notUnderstood)}.`
  return `no reader knows the form of this text. Recognized: ${read}. Not recognized: ${lost}.${lines} Write the request as raw HTTP: the request line, the headers, an empty line and the body`
}
