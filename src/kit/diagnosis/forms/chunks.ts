/**
 * Texts that a program decoded chunk by chunk, as `data += chunk` of Node does: a character that lies in two chunks becomes
 * U+FFFD, once for each part of it, in the text that was signed or in the one that was sent.
 */
import { utf8 } from './charsets.ts'
import type { Form } from './Respelling.ts'
import { mayBecome } from './replacing.ts'

/** A longer text, and one with more letters beyond ASCII, has too many places. */
const maxLength = 16_384
const maxLetters = 400
const maxPairs = 40
const maxTriples = 12
/** The most characters in all texts with one broken letter, and in those with two or three: a search hashes each text. */
const maxWritten = { one: 2_000_000, several: 500_000 }

/** What decoders write for a broken character: some one mark for each part, some one for each byte, some nothing. */
const marksOf = (bytes: number): ReadonlyArray<string> => {
  const counts = Array.from({ length: bytes }, (_, i) => i + 1)
  return [
    ...counts.toReversed().map((count) => '\ufffd'.repeat(count)),
    '',
    ...counts.map((count) => '?'.repeat(count)),
  ]
}

interface Letter {
  readonly at: number
  readonly text: string
  readonly bytes: number
  /** The offset of its first byte. */
  readonly offset: number
}

const lettersIn = (text: string): ReadonlyArray<Letter> => {
  const found: Array<Letter> = []
  let at = 0
  let offset = 0
  for (const c of text) {
    const bytes = c <= '\u007f' ? 1 : utf8(c).length
    // Of a byte order mark another mistake tells.
    if (bytes > 1 && c !== '\ufeff') found.push({ at, text: c, bytes, offset })
    at += c.length
    offset += bytes
  }
  return found
}

const withBroken = (text: string, broken: ReadonlyArray<readonly [letter: Letter, mark: string]>): string => {
  let written = ''
  let end = 0
  for (const [letter, mark] of broken) {
    written += text.slice(end, letter.at) + mark
    end = letter.at + letter.text.length
  }
  return written + text.slice(end)
}

const brokenAt = (broken: ReadonlyArray<readonly [letter: Letter, mark: string]>): string =>
  broken.map(([{ text, offset }, mark]) => `${text} at byte ${offset} as ${JSON.stringify(mark)}`).join(', ')

/** Sizes of buffers and of packets. */
const chunkSizes: ReadonlyArray<number> = [
  ...Array.from({ length: 14 }, (_, i) => 2 ** (i + 3)),
  10,
  20,
  50,
  100,
  1000,
  1380,
  1400,
  1448,
  1460,
  1500,
  2000,
  4000,
  5000,
  8000,
  10_000,
]

/** How a decoder counts the parts of a character that is cut after some of its bytes. */
const countings: ReadonlyArray<readonly [detail: string, count: (bytes: number, cut: number) => number]> = [
  // What is left of it at the end of a chunk is one part, and each byte at the beginning of the next is one.
  ['one for each part', (bytes, cut) => 1 + bytes - cut],
  ['one for each byte', (bytes) => bytes],
  ['two', () => 2],
  ['one', () => 1],
  ['none', () => 0],
]

/** All letters that lie on the borders of chunks of one size. */
function* bySize(text: string, letters: ReadonlyArray<Letter>): Generator<Form> {
  for (const size of chunkSizes) {
    const cut = letters.filter(({ offset, bytes }) => offset % size > size - bytes && offset % size < size)
    if (cut.length === 0) continue
    for (const [detail, count] of countings) {
      const broken = cut.map((letter) => {
        const first = size - (letter.offset % size)
        return [letter, '\ufffd'.repeat(count(letter.bytes, first))] as const
      })
      yield [`letters broken where chunks of ${size} bytes meet, ${detail}`, withBroken(text, broken)]
    }
  }
}

/** One letter, two or three, wherever the chunks meet. */
function* byPlace(text: string, letters: ReadonlyArray<Letter>): Generator<Form> {
  const mostTexts = (characters: number): number => Math.ceil(characters / Math.max(text.length, 1))
  const single = letters
    .slice(0, maxLetters)
    .flatMap((letter) => marksOf(letter.bytes).map((mark) => [letter, mark] as const))
  for (const [letter, mark] of single.slice(0, mostTexts(maxWritten.one)))
    yield [`broken where two chunks meet: ${brokenAt([[letter, mark]])}`, withBroken(text, [[letter, mark]])]
  const usual = (letter: Letter): ReadonlyArray<string> =>
    Array.from({ length: letter.bytes - 1 }, (_, i) => '\ufffd'.repeat(i + 2))
  for (const count of [2, 3]) {
    let left = mostTexts(maxWritten.several)
    for (const some of combinations(letters.slice(0, count === 2 ? maxPairs : maxTriples), count))
      for (const broken of everyMark(some, usual)) {
        if (left === 0) break
        left--
        yield [`broken where chunks meet: ${brokenAt(broken)}`, withBroken(text, broken)]
      }
  }
}

/** Every choice of so many items, in their order. */
const combinations = <A>(items: ReadonlyArray<A>, count: number): ReadonlyArray<ReadonlyArray<A>> =>
  count === 0
    ? [[]]
    : items.flatMap((item, i) => combinations(items.slice(i + 1), count - 1).map((rest) => [item, ...rest]))

const everyMark = (
  letters: ReadonlyArray<Letter>,
  marks: (letter: Letter) => ReadonlyArray<string>,
): ReadonlyArray<ReadonlyArray<readonly [Letter, string]>> =>
  letters.reduce<ReadonlyArray<ReadonlyArray<readonly [Letter, string]>>>(
    (ways, letter) => ways.flatMap((way) => marks(letter).map((mark) => [...way, [letter, mark] as const])),
    [[]],
  )

/** The letters that a text in this script may have: those that it holds, and all of their neighbourhood. */
const candidatesFor = (text: string, marks: number): ReadonlyArray<string> => {
  const own = [...new Set(text.match(/[^\0-\u007f\ufffd]/gu) ?? [])]
  const ranges: ReadonlyArray<readonly [from: number, to: number]> = [
    [0xa0, 0x17f],
    [0x391, 0x3c9],
    [0x410, 0x44f],
    [0x2010, 0x2026],
    [0x3001, 0x3011],
    [0x3041, 0x30fc],
    [0xff01, 0xff5e],
    ...(own.some((c) => /\p{Script=Hangul}/u.test(c)) ? [[0xac00, 0xd7a3] as const] : []),
    ...(marks > 1 ? [[0x4e00, 0x9fa5] as const] : []),
    ...(marks > 1 ? [[0x1f300, 0x1f6ff] as const] : []),
  ]
  const all = ranges.flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)),
  )
  return [...own, ...all]
}

/** More letters are not tried in a longer text: each text is hashed. */
const maxHashed = 24_000_000

/** One run of U+FFFD that was sent for a letter that was signed; two and three for letters that the text holds. */
function* repaired(text: string): Generator<Form> {
  const runs = Array.from(text.matchAll(/\ufffd{1,4}/g))
  const [run] = runs
  if (run === undefined || runs.length > 3) return
  const longest = runs.reduce((most, each) => Math.max(most, each[0].length), 0)
  const own = [...new Set(text.match(/[^\0-\u007f\ufffd]/gu) ?? [])].slice(0, maxPairs)
  const most = Math.floor(maxHashed / (utf8(text).length + 1))
  const candidates = runs.length === 1 ? candidatesFor(text, longest).slice(0, most) : own
  const choices = runs.length < 3 ? candidates : candidates.slice(0, maxTriples)
  let ways: ReadonlyArray<ReadonlyArray<string>> = [[]]
  for (const _ of runs) ways = ways.flatMap((way) => choices.map((c) => [...way, c]))
  for (const letters of ways) {
    let at = 0
    const written = text.replace(/\ufffd{1,4}/g, () => letters[at++] as string)
    yield [`${letters.join(', ')} arrived broken: it lay in two chunks of a stream`, written]
  }
}

/** The text as it was when one side had broken some of its letters. None if none may be `wanted`. */
export function* chunkedText(text: string, wanted?: string): Generator<Form> {
  if (text.length > maxLength) return
  if (text.includes('\ufffd')) yield* repaired(text)
  const letters = lettersIn(text)
  const places = letters.map(({ at, text: { length } }) => ({ from: at, to: at + length }))
  if (wanted !== undefined && !mayBecome(text, wanted)(places)) return
  yield* bySize(text, letters)
  yield* byPlace(text, letters)
}
