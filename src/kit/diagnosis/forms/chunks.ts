/**
 * Texts that a program decoded chunk by chunk, as `data += chunk` of Node does. A character that lies in two chunks becomes U+FFFD,
 * once for each of its pieces: `café` becomes `caf` and two U+FFFD if a chunk ends inside the é. This may have happened to the text that
 * was signed or to the text that was sent. Letter here means a character beyond ASCII.
 */
import { utf8 } from './charsets.ts'
import type { Form } from './Respelling.ts'
import { mayBecome, type Span } from './replacing.ts'

/** Longer texts are left alone. In a text of more letters, only the first ones are broken, alone, in pairs or in triples. */
const maxLength = 16_384
const maxLetters = 400
const maxPairs = 40
const maxTriples = 12
/** The most characters in all texts with one broken letter, and in all with two or three. A search hashes each text. */
const maxWritten = { one: 2_000_000, several: 500_000 }

/** What decoders write for a broken letter of so many bytes: one mark for each piece or for each byte, or nothing. */
const marksOf = (bytes: number): ReadonlyArray<string> => {
  const counts = Array.from({ length: bytes }, (_, i) => i + 1)
  return [
    ...counts.toReversed().map((count) => '\ufffd'.repeat(count)),
    '',
    ...counts.map((count) => '?'.repeat(count)),
  ]
}

/** A letter of a text. */
interface Letter extends Span {
  readonly text: string
  readonly bytes: number
  /** The offset of its first byte. */
  readonly offset: number
}

const lettersIn = (body: string): ReadonlyArray<Letter> => {
  const letters: Array<Letter> = []
  let index = 0
  let offset = 0
  for (const c of body) {
    const bytes = c <= '\u007f' ? 1 : utf8(c).length
    // Another mistake has the forms with a byte order mark.
    if (bytes > 1 && c !== '\ufeff') letters.push({ from: index, to: index + c.length, text: c, bytes, offset })
    index += c.length
    offset += bytes
  }
  return letters
}

const breakLetters = (body: string, broken: ReadonlyArray<readonly [letter: Letter, mark: string]>): string => {
  let written = ''
  let end = 0
  for (const [letter, mark] of broken) {
    written += body.slice(end, letter.from) + mark
    end = letter.to
  }
  return written + body.slice(end)
}

const describeBroken = (broken: ReadonlyArray<readonly [letter: Letter, mark: string]>): string =>
  broken
    .map(([{ text: letterText, offset }, mark]) => `${letterText} at byte ${offset} as ${JSON.stringify(mark)}`)
    .join(', ')

/** Whether the detail is that of a text with letters broken, by size or by place. */
export const isOfChunks = (detail: string): boolean => /^(?:letters )?broken where (?:two )?chunks /.test(detail)

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

/** How many marks decoders write for a letter of so many bytes that is cut after some of them. */
const countings: ReadonlyArray<readonly [detail: string, count: (bytes: number, cut: number) => number]> = [
  // The bytes at the end of a chunk are one piece, and each byte at the beginning of the next chunk is one.
  ['one for each part', (bytes, cut) => 1 + bytes - cut],
  ['one for each byte', (bytes) => bytes],
  ['two', () => 2],
  ['one', () => 1],
  ['none', () => 0],
]

/** Whether the text with these letters broken can be the wanted one. */
type IsOpen = (broken: ReadonlyArray<Letter>) => boolean

/** All letters broken that lie on the borders of chunks of one size. */
function* brokenBySize(body: string, letters: ReadonlyArray<Letter>, isOpen: IsOpen): Generator<Form> {
  for (const size of chunkSizes) {
    const cut = letters.filter(({ offset, bytes }) => offset % size > size - bytes && offset % size < size)
    if (cut.length === 0 || !isOpen(cut)) continue
    for (const [detail, count] of countings) {
      const broken = cut.map((letter) => {
        const bytesInChunk = size - (letter.offset % size)
        return [letter, '\ufffd'.repeat(count(letter.bytes, bytesInChunk))] as const
      })
      yield [`letters broken where chunks of ${size} bytes meet, ${detail}`, breakLetters(body, broken)]
    }
  }
}

/** One letter broken, or two or three, for chunks of any size. Texts that cannot be the wanted one count, and are not made. */
function* brokenByPlace(body: string, letters: ReadonlyArray<Letter>, isOpen: IsOpen): Generator<Form> {
  const mostTexts = (characters: number): number => Math.ceil(characters / Math.max(body.length, 1))
  const single = letters
    .slice(0, maxLetters)
    .flatMap((letter) => marksOf(letter.bytes).map((mark) => [letter, mark] as const))
  for (const [letter, mark] of single.slice(0, mostTexts(maxWritten.one)))
    if (isOpen([letter]))
      yield [`broken where two chunks meet: ${describeBroken([[letter, mark]])}`, breakLetters(body, [[letter, mark]])]
  const usual = (letter: Letter): ReadonlyArray<string> =>
    Array.from({ length: letter.bytes - 1 }, (_, i) => '\ufffd'.repeat(i + 2))
  for (const count of [2, 3]) {
    let textsLeft = mostTexts(maxWritten.several)
    for (const chosen of combinations(letters.slice(0, count === 2 ? maxPairs : maxTriples), count))
      for (const broken of markCombinations(chosen, usual)) {
        if (textsLeft === 0) break
        textsLeft--
        if (isOpen(chosen)) yield [`broken where chunks meet: ${describeBroken(broken)}`, breakLetters(body, broken)]
      }
  }
}

/** Every choice of so many items, in their order. */
const combinations = <A>(choices: ReadonlyArray<A>, count: number): ReadonlyArray<ReadonlyArray<A>> =>
  count === 0
    ? [[]]
    : choices.flatMap((choice, i) =>
        combinations(choices.slice(i + 1), count - 1).map((furtherChoices) => [choice, ...furtherChoices]),
      )

const markCombinations = (
  letters: ReadonlyArray<Letter>,
  marks: (letter: Letter) => ReadonlyArray<string>,
): ReadonlyArray<ReadonlyArray<readonly [Letter, string]>> =>
  letters.reduce<ReadonlyArray<ReadonlyArray<readonly [Letter, string]>>>(
    (combined, letter) =>
      combined.flatMap((combination) => marks(letter).map((mark) => [...combination, [letter, mark] as const])),
    [[]],
  )

/** The letters that a broken letter may have been: the letters of the text, and the usual letters of many scripts. */
const candidatesFor = (body: string, marks: number): ReadonlyArray<string> => {
  const ownLetters = [...new Set(body.match(/[^\0-\u007f\ufffd]/gu) ?? [])]
  const ranges: ReadonlyArray<readonly [from: number, to: number]> = [
    [0xa0, 0x17f],
    [0x391, 0x3c9],
    [0x410, 0x44f],
    [0x2010, 0x2026],
    [0x3001, 0x3011],
    [0x3041, 0x30fc],
    [0xff01, 0xff5e],
    ...(ownLetters.some((c) => /\p{Script=Hangul}/u.test(c)) ? [[0xac00, 0xd7a3] as const] : []),
    ...(marks > 1 ? [[0x4e00, 0x9fa5] as const] : []),
    ...(marks > 1 ? [[0x1f300, 0x1f6ff] as const] : []),
  ]
  const neighbours = ranges.flatMap(([start, stop]) =>
    Array.from({ length: stop - start + 1 }, (_, i) => String.fromCodePoint(start + i)),
  )
  return [...ownLetters, ...neighbours]
}

/** The most bytes in all repaired texts together, because each is hashed. */
const maxHashed = 24_000_000

/** The text with each run of U+FFFD turned back into a letter. Two and three runs are tried with the letters of the text alone. */
function* repairForms(body: string): Generator<Form> {
  const runs = Array.from(body.matchAll(/\ufffd{1,4}/g))
  const [firstRun] = runs
  if (firstRun === undefined || runs.length > 3) return
  const longest = runs.reduce((most, markRun) => Math.max(most, markRun[0].length), 0)
  const ownLetters = [...new Set(body.match(/[^\0-\u007f\ufffd]/gu) ?? [])].slice(0, maxPairs)
  const most = Math.floor(maxHashed / (utf8(body).length + 1))
  const candidates = runs.length === 1 ? candidatesFor(body, longest).slice(0, most) : ownLetters
  const choices = runs.length < 3 ? candidates : candidates.slice(0, maxTriples)
  let lettersForRuns: ReadonlyArray<ReadonlyArray<string>> = [[]]
  for (const _ of runs)
    lettersForRuns = lettersForRuns.flatMap((chosenLetters) => choices.map((c) => [...chosenLetters, c]))
  for (const letters of lettersForRuns) {
    let runIndex = 0
    const written = body.replace(/\ufffd{1,4}/g, () => letters[runIndex++] as string)
    yield [`${letters.join(', ')} arrived broken: it lay in two chunks of a stream`, written]
  }
}

/** The text with letters broken or repaired. No forms if none can be `wanted`. */
export function* chunkedText(body: string, wanted?: string): Generator<Form> {
  if (body.length > maxLength) return
  if (body.includes('\ufffd')) yield* repairForms(body)
  const letters = lettersIn(body)
  const isOpen = wanted === undefined ? () => true : mayBecome(body, wanted)
  if (!isOpen(letters)) return
  yield* brokenBySize(body, letters, isOpen)
  yield* brokenByPlace(body, letters, isOpen)
}
