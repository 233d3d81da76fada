/**
 * Base URLs with one more character at the end of an inner part (a host, a label, an octet, a group, a port), or with a number as a
 * lenient parser of numbers reads it. For the generators of requests. Who splits a URL and checks each part alone may let a pattern
 * ignore a line feed at its end, or a parser take a sign.
 *
 * ```ts
 * // 'https://1|.2.3.4' has an end after its first octet: 'https://1\n.2.3.4' is drawn, among others
 * // 'https://<1>.2.3.4' has a number: 'https://+1.2.3.4' is drawn, among others
 * ```
 */
import * as E from 'fp-ts/lib/Either.js'
import * as BaseUrl from '../../core/BaseUrl.ts'
import * as Draw from './Draw.ts'
import type { Samples } from './Grammar.ts'

/** A bar is at each end of an inner part. */
const ended: ReadonlyArray<string> = [
  'https|://jobs|.example|',
  'https://jobs.example|/api|',
  'https://jobs.example|:443|',
  'https://jobs.example:443|/api',
  'http://localhost|:80|/',
  'https://1|.2|.3|.4|',
  'https://1.2.3.4|:80|/x',
  'https://[|1|:2|:3:4:5:6:7:8|]|',
  'https://[::1|]|/x',
  'https://[::ffff:1|.2|.3.4|]|:8|',
]
const endings: ReadonlyArray<string> = ['\n', '\r', '\r\n', ' ', '\t', '\0', '\u0085', '\u2028']

/** A number is in angle brackets. */
const numbered: ReadonlyArray<string> = [
  'https://jobs.example:<443>',
  'https://jobs.example:<80>/x',
  'https://<1>.<2>.3.<4>',
  'https://1.2.3.<0>',
  'http://127.<0>.0.<1>',
  'https://[<1>:<2>:3:4:5:6:7:<8>]',
  'https://[::<0>]',
  'https://[::ffff:<1>.2.<0>.<4>]',
]
/** What `parseInt`, `strtol`, `int()` and their like take. */
const spellings: ReadonlyArray<(digits: string) => string> = [
  (digits) => `+${digits}`,
  (digits) => `-${digits}`,
  (digits) => `0${digits}`,
  (digits) => `0x${digits}`,
  (digits) => `${digits}_0`,
  (digits) => ` ${digits}`,
  (digits) => `${digits}e0`,
  (digits) => `${digits}a`,
  (digits) => digits.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
  (digits) => digits.replace(/\d/g, (digit) => String.fromCodePoint(0x0660 + Number(digit))),
]

/** The texts with each place of a mark filled in turn; the other marks vanish. */
const filledAt = (
  marked: string,
  mark: RegExp,
  fill: (inside: string) => ReadonlyArray<string>,
): ReadonlyArray<string> =>
  [...marked.matchAll(mark)].flatMap((match) => {
    const plain = (text: string): string => text.replace(mark, '$1')
    const before = plain(marked.slice(0, match.index))
    const after = plain(marked.slice(match.index + match[0].length))
    return fill(match[1] ?? '').map((one) => before + one + after)
  })

const texts: ReadonlyArray<string> = [
  ...ended.flatMap((marked) => filledAt(marked, /\|()/g, () => endings)),
  ...numbered.flatMap((marked) => filledAt(marked, /<(\d+)>/g, (digits) => spellings.map((spell) => spell(digits)))),
]

const rule = 'each part of a base URL is read to its end, and a number in it has digits alone'

/** All of them, and the plain URLs that they come from. */
export const innerParts: Samples = [...texts, ...[...ended, ...numbered].map((one) => one.replace(/[|<>]/g, ''))].map(
  (value) => Draw.constant({ value, rule, name: rule, passes: E.isRight(BaseUrl.parse(value)) }),
)
