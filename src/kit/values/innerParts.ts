/**
 * URLs with one more character before or after an inner part (a scheme, a user, a host, a label, an octet, a group, a port, a segment),
 * or with a number in a spelling that only lenient parsers read. For the generators of requests. A verifier that splits a URL and checks
 * each part alone may ignore a line feed after the part, trim a blank before it, or accept a sign.
 *
 * The URLs are written with marks. Each mark is a place for itself, so they need not come in pairs:
 *
 *   ^    before a part: 'https://^1.2.3.4' gives 'https:// 1.2.3.4'
 *   $    after a part: 'https://1$.2.3.4' gives 'https://1\n.2.3.4'
 *   <1>  a number: 'https://<1>.2.3.4' gives 'https://+1.2.3.4'
 */
import * as E from 'fp-ts/lib/Either.js'
import * as BaseUrl from '../../core/BaseUrl.ts'
import * as RequestTarget from '../../core/RequestTarget.ts'
import * as Gen from './Gen.ts'
import type { LabelledGens } from './Labelled.ts'

/** A text, and the edit of a valid text that makes it. */
interface Edited {
  readonly text: string
  readonly done: string
}

interface Marked {
  /** URLs with marks before and after inner parts. */
  readonly parts: ReadonlyArray<string>
  /** URLs with marks around numbers. */
  readonly numbers: ReadonlyArray<string>
  /** The characters that are put after a part. */
  readonly behind: ReadonlyArray<string>
  /** The characters that are put before a part. */
  readonly before: ReadonlyArray<string>
}

const baseUrls: Marked = {
  parts: [
    '^https$://^jobs$.^example$',
    'https://jobs.example$/api$',
    'https://jobs.example$:^443$',
    'https://jobs.example:443$/^api$',
    'http://^localhost$:^80$/',
    'https://^user$@jobs.example',
    'https://^1$.^2$.3$.^4$',
    'https://1.2.3.4$:80$/x',
    'https://^[^1$:^2$:3:4:5:6:7:^8$]$',
    'https://[::^1$]$/x',
    'https://[::^ffff:^1$.^2$.3.^4$]$:8$',
  ],
  numbers: [
    'https://jobs.example:<443>',
    'https://jobs.example:<80>/x',
    'https://<1>.<2>.3.<4>',
    'https://1.2.3.<0>',
    'http://127.<0>.0.<1>',
    'https://[<1>:<2>:3:4:5:6:7:<8>]',
    'https://[::<0>]',
    'https://[::ffff:<1>.2.<0>.<4>]',
  ],
  behind: ['\n', '\r', ' ', '\t', '\0', '\u0085'],
  before: ['\n', ' '],
}

/** The scheme and the authority of a target are dropped as text, so no number in them is read. */
const targets: Marked = {
  parts: ['https$://^user$:^pass$@^jobs$.^example$:^443$/^v1$/^jobs$?^a$=^b$&c$', 'https$://^[::^1$]$:^80$?a$'],
  numbers: ['https://<1>.2.3.<4>:<443>/<5>', 'https://[::<1>]:<80>/?a=<0>'],
  behind: ['\n', ' ', '\0'],
  before: ['\n', ' '],
}

/** Spellings that `parseInt`, `strtol`, `int()` and their like accept. */
const spellings: ReadonlyArray<(digits: string) => string> = [
  (digits) => `+${digits}`,
  (digits) => `-${digits}`,
  (digits) => `0${digits}`,
  (digits) => digits.padStart(6, '0'),
  (digits) => `0x${digits}`,
  (digits) => `${digits}_0`,
  (digits) => ` ${digits}`,
  (digits) => `${digits} `,
  (digits) => `${digits}e0`,
  (digits) => `${digits}.0`,
  (digits) => `${digits}a`,
  (digits) => digits.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
  (digits) => digits.replace(/\d/g, (digit) => String.fromCodePoint(0x0660 + Number(digit))),
]

/** The text without its marks. */
const withoutMarks = (markedText: string): string => markedText.replace(/[\^$<>]/g, '')

/** The texts in which one place of this mark is filled, without all other marks. */
const filledAt = (
  markedText: string,
  mark: RegExp,
  fill: (inside: string) => ReadonlyArray<Edited>,
): ReadonlyArray<Edited> =>
  [...markedText.matchAll(mark)].flatMap((match) => {
    const beforeMark = withoutMarks(markedText.slice(0, match.index))
    const after = withoutMarks(markedText.slice(match.index + match[0].length))
    return fill(match[1] ?? '').map(({ text: filling, done }) => ({ text: beforeMark + filling + after, done }))
  })

const insertionsAt = (insertions: ReadonlyArray<string>, place: string): ReadonlyArray<Edited> =>
  insertions.map((insertion) => ({ text: insertion, done: `${JSON.stringify(insertion)} ${place} a part` }))

const respellings = (digits: string): ReadonlyArray<Edited> =>
  spellings.map((spell) => ({ text: spell(digits), done: `a number is spelt ${JSON.stringify(spell(digits))}` }))

/** Every edit at every place, each text once, and the plain texts that they come from. */
const editsOf = ({
  parts: markedParts,
  numbers,
  behind: insertedBehind,
  before: insertedBefore,
}: Marked): ReadonlyArray<Edited> => {
  const edits = [
    ...markedParts.flatMap((markedText) => filledAt(markedText, /\$()/g, () => insertionsAt(insertedBehind, 'behind'))),
    ...markedParts.flatMap((markedText) =>
      filledAt(markedText, /\^()/g, () => insertionsAt(insertedBefore, 'in front of')),
    ),
    ...numbers.flatMap((markedText) => filledAt(markedText, /<(\d+)>/g, respellings)),
    ...[...markedParts, ...numbers].map((markedText) => ({ text: withoutMarks(markedText), done: 'nothing' })),
  ]
  return [...new Map(edits.map((edit) => [edit.text, edit])).values()]
}

const samplesOf = (rule: string, markedText: Marked, isValid: (url: string) => boolean): LabelledGens =>
  editsOf(markedText).map(({ text: url, done }) =>
    Gen.constant({ value: url, rule, change: done, passes: isValid(url) }),
  )

export const innerPartsRule = 'each part of a base URL is read to its end, and a number in it has digits alone'

/** Each text has a generator of its own, so every run has all of them. */
export const innerPartsOfBaseUrls: LabelledGens = samplesOf(innerPartsRule, baseUrls, (url) =>
  E.isRight(BaseUrl.parse(url)),
)

export const innerPartsOfTargets: LabelledGens = samplesOf(
  'of an absolute URL, scheme and authority are dropped as text, and each character of them counts',
  targets,
  (url) => E.isRight(RequestTarget.parse(url)),
)
