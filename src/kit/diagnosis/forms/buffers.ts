/**
 * Texts in buffers of a fixed size. A program signs the whole buffer, with the bytes that follow the text in it, or only as much of the
 * text as the buffer holds. An Arduino with `char text[192]` signs 192 bytes. The buffer may hold the body or the whole text.
 */
import * as Bytes from '../../../core/Bytes.ts'
import { memoized } from '../../values/memoized.ts'
import { type Layout, standard } from '../Draft.ts'
import type { Form } from './Respelling.ts'
import type { WholeForm } from './wholeText.ts'

/** The commonest sizes. They are tried with mistakes in other parts too. */
const usual: ReadonlyArray<number> = [256, 512, 1024, 2048, 4096, 8192]

const powersOfTwo = Array.from({ length: 16 }, (_, i) => 32 << i)
const decimal = [100, 200, 300, 400, 500, 600, 700, 800, 900, 1000, 1200, 1500, 2000, 2500, 3000, 4000, 5000, 8000]
const between = [48, 80, 96, 160, 192, 320, 384, 640, 768, 1280, 1536, 2560, 3072, 5120, 6144, 10_000, 10_240, 12_288]

const large = [20_000, 20_480, 50_000, 65_535, 100_000, 102_400, 200_000, 500_000, 1_000_000]

/** All sizes that programmers choose. */
const sizes: ReadonlyArray<number> = [...powersOfTwo, ...decimal, ...between, ...large]

/** A text may be filled up to a multiple of one of these, as for a cipher. */
const blocks: ReadonlyArray<number> = [4, 8, 16, 32, 64, 128, 256, 512, 1024]

/** The bytes of unused memory: zeros, the spaces of a fixed-width field, flash memory, and the marks of C's debug builds. */
const fillings: ReadonlyArray<readonly [name: string, byte: number]> = [
  ['NUL', 0],
  ['a space', 0x20],
  ['0xFF', 0xff],
  ['0xCC', 0xcc],
  ['0xCD', 0xcd],
]

/** The most bytes in all texts of one filling and one kind of buffer, because each is hashed. */
const maxNuls = 60_000
const maxOthers = 10_000
/** At least so many texts are made of a long text too. */
const fewTexts = 12
/** A buffer is tried if it is at most 64 times as long as its text, or has at most 8,192 bytes. Longer ones are rare. */
const maxRatio = 64
const alwaysTried = 8192

const describe = (filling: string, size: number, held: string): string =>
  `${filling} after the text, ${size} bytes ${held}`

/** A single NUL is among the encodings of every text, and a single space after a text fills no buffer. */
const isNoFilling = (byte: number, count: number): boolean => count === 1 && (byte === 0 || byte === 0x20)

/** The lengths up to which a text is filled: the preferred ones, then all in ascending order. A C string keeps one byte for its NUL. */
const lengthsFrom = (length: number, preferred: ReadonlyArray<number> = []): ReadonlyArray<number> => {
  const wanted = [
    ...sizes,
    ...blocks.map((block) => block * Math.ceil((length + 1) / block)),
    ...sizes.map((size) => size - 1),
    length + 1,
    length + 2,
  ]
  const isFitting = (size: number): boolean => size > length && size <= Math.max(maxRatio * length, alwaysTried)
  const ascending = [...new Set(wanted)].toSorted((a, b) => a - b)
  return [...new Set([...preferred, ...ascending])].filter(isFitting)
}

/** Kinds of buffers: of the whole text, where `bytesBefore` bytes precede the body, or of the body alone. */
const places = (bytesBefore: number): ReadonlyArray<readonly [held: string, before: number]> => [
  ['together with the parts before the body', bytesBefore],
  ['in all', 0],
]

/** The body in a larger buffer. */
function* paddedForms(bytes: Bytes.Bytes, bytesBefore: number): Generator<Form<Bytes.Bytes>> {
  const seen = new Set<number>()
  for (const [fillingName, byte] of fillings) {
    seen.clear()
    for (const [held, ahead] of places(bytesBefore)) {
      let bytesLeft = Math.max(byte === 0 ? maxNuls : maxOthers, fewTexts * bytes.length)
      for (const size of lengthsFrom(ahead + bytes.length, byte === 0 ? usual : [])) {
        const room = size - ahead
        const isUsual = byte === 0 && usual.includes(size)
        // The usual sizes are always tried: they do not count against the limit.
        if (!isUsual) bytesLeft -= room
        if (bytesLeft < 0 || seen.has(room) || isNoFilling(byte, room - bytes.length)) continue
        seen.add(room)
        const filled = new Uint8Array(room).fill(byte)
        filled.set(bytes)
        yield [describe(fillingName, size, held), filled, isUsual ? true : 'alone']
      }
    }
  }
}

/** The body padded for a cipher (PKCS #7): each added byte is the number of added bytes. */
function* paddedForCipher(bytes: Bytes.Bytes, bytesBefore: number): Generator<Form<Bytes.Bytes>> {
  // Up to the next block of 8 and of 16 bytes may be the same number of bytes.
  const seen = new Set<number>()
  for (const [held, ahead] of places(bytesBefore))
    for (const block of [8, 16]) {
      const missing = block - ((ahead + bytes.length) % block)
      if (seen.has(missing)) continue
      seen.add(missing)
      const end = new Uint8Array(missing).fill(missing)
      yield [`padded for a cipher (PKCS #7), blocks of ${block} bytes ${held}`, Bytes.concat([bytes, end]), 'alone']
    }
}

/** The body in a smaller buffer. */
function* cutForms(bytes: Bytes.Bytes, bytesBefore: number): Generator<Form<Bytes.Bytes>> {
  const seen = new Set<number>()
  for (const [held, ahead] of places(bytesBefore).toReversed())
    for (const size of sizes.flatMap((size) => [size, size - 1, size - 2])) {
      const room = size - ahead
      if (room <= 0 || room >= bytes.length || seen.has(room)) continue
      seen.add(room)
      yield [`cut short, ${size} bytes ${held}`, bytes.subarray(0, room), usual.includes(size) ? true : 'alone']
    }
}

/** The body in a smaller buffer that `snprintf` has filled: its last byte is NUL. */
function* cutWithNul(bytes: Bytes.Bytes, bytesBefore: number): Generator<Form<Bytes.Bytes>> {
  const seen = new Set<number>()
  for (const [held, ahead] of places(bytesBefore))
    for (const size of usual) {
      const room = size - ahead
      if (room < 2 || room > bytes.length || seen.has(room)) continue
      seen.add(room)
      const cut = bytes.slice(0, room)
      cut[room - 1] = 0
      yield [`cut short, and a NUL, ${size} bytes ${held}`, cut, 'alone']
    }
}

/** Numbers of characters up to which programs shorten a text. */
const roundCounts: ReadonlyArray<number> = [...powersOfTwo, ...decimal]

/**
 * A text up to a round number of characters, counted in UTF-16 units as JavaScript, Java and .NET count them. Half of a surrogate pair at
 * the end becomes a U+FFFD. A text of ASCII has as many bytes as characters, so `inBuffer` has its forms.
 */
export function* firstCharacters(text: string): Generator<Form> {
  if (!/[^\0-\u007f]/.test(text)) return
  for (const count of roundCounts)
    if (count < text.length) yield [`cut short, ${count} characters in all`, text.slice(0, count), 'late']
}

/** The round number of characters that this text has. Undefined if their number is not round. */
export const roundCount = (text: string): number | undefined => roundCounts.find((count) => count === text.length)

/** The blocks in which programs read a file or a stream. */
const streamBlocks: ReadonlyArray<number> = [4096, 8192, 16_384, 32_768, 65_536, 131_072, 262_144, 524_288]

/** A body of fewer bytes is tried with every size, after the usual forms. */
const leastOfStream = 16_384

/** The first block of a large body. Its other forms take long to hash, so these come first. */
export function* firstBlocks(bytes: Bytes.Bytes): Generator<Form<Bytes.Bytes>> {
  for (const size of bytes.length <= leastOfStream ? [] : streamBlocks.toReversed())
    if (size < bytes.length) yield [`cut short, ${size} bytes in all`, bytes.subarray(0, size)]
}

/**
 * All bodies in buffers, each once. With `only`, the caller looks for these bytes alone, so forms that cannot be equal to them may be
 * left out: fewer bytes than the body's come from a smaller buffer, and more bytes must begin with the body.
 */
export function* inBuffer(bytes: Bytes.Bytes, bytesBefore: number, only?: Bytes.Bytes): Generator<Form<Bytes.Bytes>> {
  if (only === undefined || only.length < bytes.length) yield* cutForms(bytes, bytesBefore)
  if (only === undefined || (only.length <= bytes.length && only.at(-1) === 0)) yield* cutWithNul(bytes, bytesBefore)
  if (only !== undefined && !Bytes.Eq.equals(only.subarray(0, bytes.length), bytes)) return
  yield* paddedForms(bytes, bytesBefore)
  yield* paddedForCipher(bytes, bytesBefore)
}

const cutAfter = memoized(
  (size: number): WholeForm => ({
    name: `cut short after ${size} bytes`,
    write: (plain) => plain.subarray(0, size),
  }),
)

const filledWith = memoized(([fillingName, byte]: (typeof fillings)[number]) =>
  memoized(
    (size: number): WholeForm => ({
      name: describe(fillingName, size, 'in all'),
      write: (plain) => {
        const filled = new Uint8Array(Math.max(size, plain.length)).fill(byte)
        filled.set(plain)
        return filled
      },
    }),
  ),
)

const layoutFor = (wholeForm: WholeForm): Form<Layout> => [wholeForm.name, { ...standard, whole: wholeForm }]

/**
 * The layouts of a whole text in a buffer. A text without a body is cut or filled up. A text with a body is only cut, within its
 * head; `inBuffer` has the others. With `wantedSize`, the layouts of so many bytes.
 */
export function* textInBuffer(head: Bytes.Bytes, hasBody: boolean, wantedSize?: number): Generator<Form<Layout>> {
  const isWanted = (size: number): boolean => wantedSize === undefined || size === wantedSize
  // A text that lacks only its last line feed has a mistake of its own.
  for (const size of sizes.flatMap((size) => [size, size - 1]))
    if (size < head.length - (hasBody ? 0 : 1) && isWanted(size)) yield layoutFor(cutAfter(size))
  if (hasBody) return
  const longer = lengthsFrom(head.length).filter(isWanted)
  for (const filling of fillings)
    for (const size of longer)
      if (!isNoFilling(filling[1], size - head.length)) yield layoutFor(filledWith(filling)(size))
}
