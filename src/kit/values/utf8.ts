/**
 * UTF-8 as the table of RFC 3629 §4: for each class of first byte, the bytes that may follow. The sequences of the table, all sequences
 * in which one byte has a wrong class, and all sequences that end early. For the generators of jobs.
 *
 * ```ts
 * // E2 82 AC is a euro sign; E2 82 41 has an ASCII letter in place of its last byte
 * sequences // 8 classes of first bytes × 1 to 3 places × 6 classes of bytes
 * ```
 */
import * as Gen from './Gen.ts'

type Range = readonly [least: number, most: number]

const any: Range = [0x80, 0xbf]

/** Each row: the first bytes, and the range of each byte that follows. */
const table: ReadonlyArray<readonly [first: Range, ...others: ReadonlyArray<Range>]> = [
  [[0xc2, 0xdf], any],
  [[0xe0, 0xe0], [0xa0, 0xbf], any],
  [[0xe1, 0xec], any, any],
  [[0xed, 0xed], [0x80, 0x9f], any],
  [[0xee, 0xef], any, any],
  [[0xf0, 0xf0], [0x90, 0xbf], any, any],
  [[0xf1, 0xf3], any, any, any],
  [[0xf4, 0xf4], [0x80, 0x8f], any, any],
]

/** The classes of bytes in the table. The first one is a part of ASCII: bytes that a text of JSON may have without an escape. */
const classes: ReadonlyArray<ReadonlyArray<Range>> = [
  [[0x61, 0x7a]],
  [[0x80, 0x8f]],
  [[0x90, 0x9f]],
  [[0xa0, 0xbf]],
  [[0xc2, 0xf4]],
  [
    [0xc0, 0xc1],
    [0xf5, 0xff],
  ],
]

const byteOf = ([least, most]: Range): Gen.Gen<number> =>
  least === most ? Gen.constant(least) : Gen.oneof(Gen.constantFrom(least, most), Gen.integer(least, most))

const isIn = ([least, most]: Range, [low, high]: Range): boolean => least <= low && high <= most

interface Sequence {
  readonly bytes: Gen.Gen<ReadonlyArray<number>>
  readonly isRight: boolean
}

/** Each row, with a byte of each class at each place after the first byte. */
const exchanged: ReadonlyArray<Sequence> = table.flatMap((row) =>
  row.flatMap((right, place) =>
    place === 0
      ? []
      : classes.map((ranges): Sequence => {
          const other = Gen.oneof(...ranges.map(byteOf))
          return {
            bytes: Gen.tuple(...row.map((range, i) => (i === place ? other : byteOf(range)))),
            isRight: ranges.every((range) => isIn(right, range)),
          }
        }),
  ),
)

/** Each row without some of its last bytes. */
const cut: ReadonlyArray<Sequence> = table.flatMap((row) =>
  row.slice(1).map(
    (_, kept): Sequence => ({
      bytes: Gen.tuple(...row.slice(0, kept + 1).map(byteOf)),
      isRight: false,
    }),
  ),
)

/** All sequences, valid and invalid. */
export const sequences: ReadonlyArray<Sequence> = [...exchanged, ...cut]
