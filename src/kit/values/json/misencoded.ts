/**
 * Jobs in bytes that are UTF-8 (RFC 3629) or nearly: overlong forms, surrogates, code points that are too large, and sequences that are cut
 * or too long. The bytes are in a text of a job, or before or after the whole job; or the whole job is UTF-16.
 */
import * as E from 'fp-ts/lib/Either.js'
import { type Bytes, concat, empty, ofText } from '../../../core/Bytes.ts'
import * as Gen from '../Gen.ts'
import { rules } from '../jobs/rules.ts'
import { constants, type LabelledGens, validAndInvalid } from '../Labelled.ts'
import { sequences } from '../utf8.ts'
import { type Frame, inName, inText, inTextOrName, jobText } from './frames.ts'

export const utf8 = (source: string): Bytes => E.getOrElse(() => empty)(ofText(source))

const fillWithBytes = ({ head, tail }: Frame, bytes: ReadonlyArray<number>): Bytes =>
  concat([utf8(head), Uint8Array.from(bytes), utf8(tail)])

// ---- Sequences by their form

/** A code point in the form that UTF-8 has for so many bytes, whether or not the point fits into it. */
const sequenceOf = (point: number, length: number): ReadonlyArray<number> => {
  const continuation = Array.from({ length: length - 1 }, (_, i) => 0x80 | ((point >> (6 * (length - 2 - i))) & 0x3f))
  return [((0xf00 >> length) & 0xff) | (point >> (6 * (length - 1))), ...continuation]
}
const pointBetween = (least: number, most: number): Gen.Gen<number> =>
  Gen.oneof(Gen.constantFrom(least, most), Gen.integer(least, most))
const sequenceBetween = (least: number, most: number, length: number): Gen.Gen<ReadonlyArray<number>> =>
  pointBetween(least, most).map((point) => sequenceOf(point, length))

const goodSequences = Gen.oneof(
  sequenceBetween(0x80, 0x7ff, 2),
  sequenceBetween(0x800, 0xd7ff, 3),
  sequenceBetween(0xe000, 0xffff, 3),
  sequenceBetween(0x10000, 0x10ffff, 4),
)

const overlong = [
  ...[0, 0x22, 0x2f, 0x5c].map((point) => Gen.constant(sequenceOf(point, 2))),
  sequenceBetween(0, 0x7f, 2),
  sequenceBetween(0, 0x7ff, 3),
  sequenceBetween(0, 0xffff, 4),
]
const surrogates = [
  ...[0xd800, 0xdbff, 0xdc00, 0xdfff].map((point) => Gen.constant(sequenceOf(point, 3))),
  Gen.tuple(sequenceBetween(0xd800, 0xdbff, 3), sequenceBetween(0xdc00, 0xdfff, 3)).map(([highHalf, lowHalf]) => [
    ...highHalf,
    ...lowHalf,
  ]),
]
/** Beyond the last code point, and forms of five and six bytes. */
const tooLarge = [
  ...[0x110000, 0x1fffff].map((point) => Gen.constant(sequenceOf(point, 4))),
  ...constants([[0xf8, 0x88, 0x80, 0x80, 0x80], [0xfc, 0x84, 0x80, 0x80, 0x80, 0x80], [0xfe], [0xff], [0xff, 0xfe]]),
]
/** Cut off, with a byte too many, or with a wrong byte; and bytes that begin no sequence. */
const broken = [
  ...[0, 1, 2].map((length) => goodSequences.map((bytes) => bytes.slice(0, 1 + (length % (bytes.length - 1))))),
  Gen.tuple(goodSequences, Gen.integer(0x80, 0xbf)).map(([bytes, extra]) => [...bytes, extra]),
  ...[0, 1, 2].map((place) =>
    Gen.tuple(goodSequences, Gen.constantFrom(0x20, 0x22, 0x41, 0x7f, 0xc3, 0xe2, 0xff)).map(([bytes, wrongByte]) =>
      bytes.map((byte, i) => (i === 1 + (place % (bytes.length - 1)) ? wrongByte : byte)),
    ),
  ),
  ...[0x80, 0xbf, 0xc0, 0xc1, 0xf5, 0xff].map((byte) => Gen.constant([byte])),
]
const wrongSequences: ReadonlyArray<Gen.Gen<ReadonlyArray<number>>> = [
  ...overlong,
  ...surrogates,
  ...tooLarge,
  ...broken,
]

// ---- Jobs with such bytes

const utf16 = (source: string, isBigEndian: boolean): Bytes =>
  new Uint8Array(2 * source.length).map((_, i) => source.charCodeAt(i >> 1) >> (i % 2 === Number(isBigEndian) ? 0 : 8))

const misencodedJobs: ReadonlyArray<Gen.Gen<Bytes>> = [
  ...wrongSequences.map((wrongGen) =>
    Gen.tuple(inTextOrName, wrongGen).map(([frame, bytes]) => fillWithBytes(frame, bytes)),
  ),
  Gen.tuple(jobText, Gen.oneof(...wrongSequences), Gen.boolean).map(([document, bytes, isFirst]) =>
    fillWithBytes(isFirst ? { head: '', tail: document } : { head: document, tail: '' }, bytes),
  ),
  ...[true, false].flatMap((isBigEndian) =>
    ['', '\ufeff'].map((mark) => jobText.map((document) => utf16(mark + document, isBigEndian))),
  ),
]

/** Each sequence of the table of UTF-8, in such a frame. */
const sequencesIn = (frames: Gen.Gen<Frame>, isRight: boolean): ReadonlyArray<Gen.Gen<Bytes>> =>
  sequences
    .filter((sequence) => sequence.isRight === isRight)
    .map(({ bytes }) => Gen.tuple(frames, bytes).map(([frame, sequence]) => fillWithBytes(frame, sequence)))

export const encodings: LabelledGens<Bytes> = [
  ...validAndInvalid(
    rules.utf8,
    Gen.tuple(inTextOrName, Gen.array(goodSequences, { maxLength: 4 })).map(([frame, goodBytes]) =>
      fillWithBytes(frame, goodBytes.flat()),
    ),
    misencodedJobs,
  ),
  ...[inText, inName].flatMap((frames) =>
    validAndInvalid(rules.utf8, sequencesIn(frames, true), sequencesIn(frames, false)),
  ),
]
