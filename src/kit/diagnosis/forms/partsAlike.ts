/**
 * The text to sign with the same operation on several parts at once, as a helper function that every part runs through makes it. The forms
 * are the product of the operations and of the sets of two or more parts.
 *
 *     POST␊/v1/Jobs␊1700000000␊N-1␊{"a":"B"}    →    POST␊/v1/Jobs␊1700000000␊n-1␊{"a":"b"}    each in lower case: nonce and body
 *
 * A part that an operation leaves as it is belongs to no set. If only one part changes, another mistake has the form.
 */
import * as Base64 from '../../../core/Base64.ts'
import { type Bytes, toHex } from '../../../core/Bytes.ts'
import type { Hash, HashName } from '../../../effects/Hash.ts'
import { type Draft, rewritable, standard } from '../Draft.ts'
import { unreserved } from '../Received.ts'
import type { Telling } from '../Telling.ts'
import { listed } from '../variables.ts'
import { base64Url } from './base64Url.ts'
import { utf8 } from './charsets.ts'
import { encoders } from './encoders.ts'
import { entityWriters } from './htmlEntities.ts'
import { lazily } from './lazily.ts'
import { decode, decodeForm } from './percent.ts'
import { percentEncode } from './percentEncode.ts'
import type { Form } from './Respelling.ts'
import { subsets } from './subsets.ts'
import { fillHole, type Template } from './template.ts'

/** What a program does to a text. The words continue "each". */
interface Operation {
  readonly words: string
  /** The library that writes so. Present if others write the same in another way. */
  readonly library?: string
  readonly write: (text: string) => string
}

const escapeAll = (text: string): string => percentEncode(text, unreserved)
const base64 = (text: string): string => Base64.encode(utf8(text))

/** Programs that escape every part use one of the usual encoders. */
const escapings = (): ReadonlyArray<Operation> =>
  encoders
    .filter(({ isUsual }) => isUsual)
    .map(({ name, encode }) => ({
      library: name,
      words: encode(' ') === '+' ? 'with percent escapes, a space as +' : 'with percent escapes',
      write: encode,
    }))

/** To escape needs the platform, which an import must not. */
const rewritings = lazily(
  (): ReadonlyArray<Operation> => [
    { words: 'in lower case', write: (text) => text.toLowerCase() },
    { words: 'in upper case', write: (text) => text.toUpperCase() },
    { words: 'as a string of JSON', write: (text) => JSON.stringify(text) },
    { words: 'with the escapes of JSON', write: (text) => JSON.stringify(text).slice(1, -1) },
    ...escapings(),
    { words: 'with percent escapes twice', write: (text) => escapeAll(escapeAll(text)) },
    { words: 'without percent escapes', write: decode },
    { words: 'without percent escapes, + as a space', write: decodeForm },
    { words: 'in Base64', write: base64 },
    { words: 'in the URL alphabet of Base64, without =', write: (text) => base64Url(utf8(text)) },
    { words: 'in hexadecimal digits', write: (text) => toHex(utf8(text)) },
    { words: 'in hexadecimal digits in upper case', write: (text) => toHex(utf8(text)).toUpperCase() },
    ...entityWriters.map(([library, write]) => ({ words: 'with HTML entities', library, write })),
    { words: 'without quotation marks', write: (text) => text.replace(/["']/g, '') },
    { words: 'without white space', write: (text) => text.replace(/\s/g, '') },
    { words: 'without hyphens', write: (text) => text.replaceAll('-', '') },
    { words: 'with _ for each hyphen', write: (text) => text.replaceAll('-', '_') },
    { words: 'without any mark', write: (text) => text.replace(/[^\p{L}\p{N}]/gu, '') },
    { words: 'in reverse', write: (text) => Array.from(text).toReversed().join('') },
    { words: 'twice', write: (text) => text + text },
  ],
)

/** What a program writes round each part, by the words for it. */
const wraps: Readonly<Record<string, Template>> = {
  'in double quotation marks': '"…"',
  'in single quotation marks': "'…'",
  'in backticks': '`…`',
  'in square brackets': '[…]',
  'in braces': '{…}',
  'in parentheses': '(…)',
  'in angle brackets': '<…>',
  'with a comma after it': '…,',
  'with a semicolon after it': '…;',
  "as Python prints bytes (b'…')": "b'…'",
  'as Rust prints an Option (Some("…"))': 'Some("…")',
  'as Java prints an Optional (Optional[…])': 'Optional[…]',
}

const wrappings: ReadonlyArray<Operation> = Object.entries(wraps).map(([words, template]) => ({
  words,
  write: (text) => fillHole(template, text),
}))

/** The hashes that programs write, each with its words. */
const writtenHashes: ReadonlyArray<readonly [words: string, name: HashName, write: (digest: Bytes) => string]> = [
  ['as its MD5 in hexadecimal digits', 'md5', toHex],
  ['as its MD5 in Base64', 'md5', Base64.encode],
  ['as its SHA-1 in hexadecimal digits', 'sha1', toHex],
  ['as its SHA-256 in hexadecimal digits', 'sha256', toHex],
  ['as its SHA-256 in Base64', 'sha256', Base64.encode],
  ['as its SHA-512 in hexadecimal digits', 'sha512', toHex],
]

const hashings = (hash: Hash): ReadonlyArray<Operation> =>
  writtenHashes.map(([words, name, write]) => ({ words, write: (text) => write(hash(name, utf8(text))) }))

/** A longer body is not written so often. */
const maxBody = 16_384

/** The texts, each once. `wanted`: the text that is searched for, if no others are needed. */
export function* partsAlike(draft: Draft, hash: Hash, wanted?: Bytes): Generator<Form<Bytes>> {
  const bodyText = draft.body.length > maxBody ? undefined : rewritable(draft.body)
  if (bodyText === undefined) return
  const sentParts = [draft.method, draft.target, draft.timestamp, draft.nonce, bodyText]
  const wantedText = wanted && rewritable(wanted, wanted.length)
  if (wanted !== undefined && wantedText === undefined) return
  const seen = new Set<string>()
  for (const { words, library, write } of [...rewritings(), ...hashings(hash), ...wrappings]) {
    if (wantedText !== undefined && !mayMake(sentParts, write, wantedText)) continue
    const writtenParts = sentParts.map(write)
    for (const chosen of chosenParts(sentParts, writtenParts)) {
      const text = sentParts.map((part, i) => (chosen.includes(i) ? writtenParts[i] : part)).join('\n')
      if (seen.has(text)) continue
      seen.add(text)
      const bytes = utf8(text)
      if (wanted !== undefined && bytes.length !== wanted.length) continue
      const names = listed(chosen.map((i) => standard.order[i] as string))
      const writer = library === undefined ? '' : `, by ${library}`
      yield [`each ${words}: ${names}${writer}`, bytes, 'late']
    }
  }
}

/**
 * Whether the text has each part as it was sent or as the operation writes it, two or more of them changed. The parts are compared one after the
 * other, so the body, which takes longest to write, is written only if the lines before it fit.
 */
const mayMake = (sentParts: ReadonlyArray<string>, write: Operation['write'], wanted: string): boolean => {
  // Where the next part may begin, and how many parts before it may be changed.
  let changedBefore = new Map([[0, 0]])
  for (const [i, sentPart] of sentParts.entries()) {
    const partsLeft = sentParts.length - i
    const mostChanged = [...changedBefore.values()].reduce((most, count) => Math.max(most, count), 0)
    if (mostChanged + partsLeft < leastChanged) return false
    const end = partsLeft === 1 ? '' : '\n'
    const writtenPart = write(sentPart)
    const next = new Map<number, number>()
    for (const [start, count] of changedBefore)
      for (const part of [sentPart, writtenPart]) {
        if (!wanted.startsWith(part + end, start)) continue
        const place = start + part.length + end.length
        next.set(place, Math.max(next.get(place) ?? 0, part === sentPart ? count : count + 1))
      }
    if (next.size === 0) return false
    changedBefore = next
  }
  return (changedBefore.get(wanted.length) ?? 0) >= leastChanged
}

/** If only one part changes, another mistake has the form. */
const leastChanged = 2

/** The sets of two or more parts that the operation changes. */
const chosenParts = (
  sentParts: ReadonlyArray<string>,
  writtenParts: ReadonlyArray<string>,
): ReadonlyArray<ReadonlyArray<number>> => {
  const changed = [...sentParts.keys()].filter((i) => writtenParts[i] !== sentParts[i])
  return subsets(changed).filter(({ length }) => length > 1)
}

/** The words for such a form, by its detail. */
export const partsAlikeTelling = (detail: string): Telling | undefined => {
  const [, words, parts] = /^each (.+?): ([a-z, ]+?)(?:, by .+)?$/.exec(detail) ?? []
  return words === undefined || parts === undefined
    ? undefined
    : {
        what: `The caller signed the ${parts} in another form than it sent them: each ${words}.`,
        remedy: 'Sign each part exactly as it is sent, character by character.',
      }
}
