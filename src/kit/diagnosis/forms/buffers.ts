/**
 * What a program signs that keeps its text in a buffer of a fixed size: the whole buffer, which the text does not fill, or as much of
 * the text as the buffer holds. The buffer holds the body, or the whole text. An Arduino with `char text[192]` signs 192 bytes.
 */
import * as Bytes from '../../../core/Bytes.ts'
import { memoized } from '../../values/memoized.ts'
import { type Layout, standard } from '../Draft.ts'
import type { Form } from './Respelling.ts'
import type { WholeForm } from './wholeText.ts'

/** The sizes that are met most often; these are tried with mistakes in other parts too. */
const usual: ReadonlyArray<number> = [256, 512, 1024, 2048, 4096, 8192]

const powersOfTwo = Array.from({ length: 12 }, (_, i) => 32 << i)
const decimal = [100, 200, 300, 400, 500, 600, 700, 800, 900, 1000, 1200, 1500, 2000, 2500, 3000, 4000, 5000, 8000]
const between = [48, 80, 96, 160, 192, 320, 384, 640, 768, 1280, 1536, 2560, 3072, 5120, 6144, 10_000, 10_240, 12_288]

/** All sizes that programmers choose. */
const sizes: ReadonlyArray<number> = [...powersOfTwo, ...decimal, ...between, 20_000, 20_480, 50_000, 65_535]

/** Blocks whose multiples a text is filled up to, as for a cipher. */
const blocks: ReadonlyArray<number> = [4, 8, 16, 32, 64, 128, 256, 512, 1024]

/** What stands in memory that no one wrote: zeros, blanks of a fixed-width field, flash, and what debug builds of C write. */
const fillings: ReadonlyArray<readonly [name: string, byte: number]> = [
  ['NUL', 0],
  ['a space', 0x20],
  ['0xFF', 0xff],
  ['0xCC', 0xcc],
  ['0xCD', 0xcd],
]

/** All texts of one filling, in a buffer of the body or of all, have at most so many bytes: each of them is hashed. */
const maxNuls = 60_000
const maxOthers = 10_000
/** Of a long text, a few all the same. */
const fewTexts = 12
/** A buffer is rarely so many times larger than what stands in it. */
const maxRatio = 64
const least = 8192

const describe = (name: string, size: number, held: string): string => `${name} behind it, ${size} bytes ${held}`

/** A single NUL is among the encodings of every text; a single blank behind a text fills no buffer up. */
const isNoFilling = (byte: number, count: number): boolean => count === 1 && (byte === 0 || byte === 0x20)

/** The lengths that a text of this length is filled up to, the first ones and then the least. A C string keeps one byte for its NUL. */
const lengthsFrom = (length: number, first: ReadonlyArray<number> = []): ReadonlyArray<number> => {
  const wanted = [
    ...sizes,
    ...blocks.map((block) => block * Math.ceil((length + 1) / block)),
    ...sizes.map((size) => size - 1),
    length + 1,
    length + 2,
  ]
  const isFitting = (size: number): boolean => size > length && size <= Math.max(maxRatio * length, least)
  const ascending = [...new Set(wanted)].toSorted((a, b) => a - b)
  return [...new Set([...first, ...ascending])].filter(isFitting)
}

/** Where the buffer holds the whole text, `before` bytes stand in front of the body. */
const places = (before: number): ReadonlyArray<readonly [held: string, before: number]> => [
  ['with the parts before it', before],
  ['in all', 0],
]

function* padded(bytes: Bytes.Bytes, before: number): Generator<Form<Bytes.Bytes>> {
  const seen = new Set<number>()
  for (const [name, byte] of fillings) {
    seen.clear()
    for (const [held, ahead] of places(before)) {
      let left = Math.max(byte === 0 ? maxNuls : maxOthers, fewTexts * bytes.length)
      for (const size of lengthsFrom(ahead + bytes.length, byte === 0 ? usual : [])) {
        const room = size - ahead
        left -= usual.includes(size) && byte === 0 ? 0 : room
        if (left < 0 || seen.has(room) || isNoFilling(byte, room - bytes.length)) continue
        seen.add(room)
        const filled = new Uint8Array(room).fill(byte)
        filled.set(bytes)
        yield [describe(name, size, held), filled, byte === 0 && usual.includes(size) ? true : 'alone']
      }
    }
  }
}

/** PKCS #7, ISO 10126 and the like: the number of bytes that were added stands in them, or in the last one. */
function* paddedForCipher(bytes: Bytes.Bytes, before: number): Generator<Form<Bytes.Bytes>> {
  for (const [held, ahead] of places(before))
    for (const block of [8, 16]) {
      const missing = block - ((ahead + bytes.length) % block)
      const end = new Uint8Array(missing).fill(missing)
      yield [`padded for a cipher (PKCS #7), blocks of ${block} bytes ${held}`, Bytes.concat([bytes, end]), 'alone']
    }
}

function* cut(bytes: Bytes.Bytes, before: number): Generator<Form<Bytes.Bytes>> {
  const seen = new Set<number>()
  for (const [held, ahead] of places(before).toReversed())
    for (const size of sizes.flatMap((each) => [each, each - 1, each - 2])) {
      const room = size - ahead
      if (room <= 0 || room >= bytes.length || seen.has(room)) continue
      seen.add(room)
      yield [`cut short, ${size} bytes ${held}`, bytes.subarray(0, room), usual.includes(size) ? true : 'alone']
    }
}

/** Each body once. With `only`, at least those that are these bytes: a shorter one is cut, a longer one is filled up. */
export function* inBuffer(bytes: Bytes.Bytes, before: number, only?: Bytes.Bytes): Generator<Form<Bytes.Bytes>> {
  if (only === undefined || only.length < bytes.length) yield* cut(bytes, before)
  if (only !== undefined && !Bytes.Eq.equals(only.subarray(0, bytes.length), bytes)) return
  yield* padded(bytes, before)
  yield* paddedForCipher(bytes, before)
}

const cutAfter = memoized(
  (size: number): WholeForm => ({
    name: `cut short after ${size} bytes`,
    write: (text) => text.subarray(0, size),
  }),
)

const filledWith = memoized(([name, byte]: (typeof fillings)[number]) =>
  memoized(
    (size: number): WholeForm => ({
      name: describe(name, size, 'in all'),
      write: (text) => {
        const filled = new Uint8Array(Math.max(size, text.length)).fill(byte)
        filled.set(text)
        return filled
      },
    }),
  ),
)

const wholly = (whole: WholeForm): Form<Layout> => [whole.name, { ...standard, whole }]

/** The same of a text without a body, which stands in its buffer alone; and of a text that is cut short before its body. */
export function* textInBuffer(head: Bytes.Bytes, hasBody: boolean): Generator<Form<Layout>> {
  for (const size of sizes.flatMap((each) => [each, each - 1])) if (size < head.length) yield wholly(cutAfter(size))
  if (hasBody) return
  for (const filling of fillings)
    for (const size of lengthsFrom(head.length))
      if (!isNoFilling(filling[1], size - head.length)) yield wholly(filledWith(filling)(size))
}
