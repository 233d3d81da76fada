/**
 * The places in which two lists differ, as `diff` finds them: the longest list that both have in common, in order, is not named.
 *
 *     differingPlaces(['a', 'x', 'c'], ['a', 'b', 'c', 'd'])  // 'x' for 'b', and nothing for 'd'
 */

/** A place in which two lists differ: the pieces of each list there. */
export interface DifferingPlace {
  readonly signed: ReadonlyArray<string>
  readonly sent: ReadonlyArray<string>
}

/** Of more pieces between their common beginning and end, all are one place. */
const maxPieces = 1000

export const differingPlaces = (
  signed: ReadonlyArray<string>,
  sent: ReadonlyArray<string>,
): ReadonlyArray<DifferingPlace> => {
  const start = startAlike(signed, sent)
  const end = startAlike(signed.slice(start).toReversed(), sent.slice(start).toReversed())
  const signedPieces = signed.slice(start, signed.length - end)
  const sentPieces = sent.slice(start, sent.length - end)
  return signedPieces.length > maxPieces || sentPieces.length > maxPieces
    ? [{ signed: signedPieces, sent: sentPieces }]
    : comparePieces(signedPieces, sentPieces)
}

/** How many pieces are the same at the beginning of both lists. */
const startAlike = (a: ReadonlyArray<string>, b: ReadonlyArray<string>): number => {
  const most = Math.min(a.length, b.length)
  let count = 0
  while (count < most && a[count] === b[count]) count++
  return count
}

const comparePieces = (signed: ReadonlyArray<string>, sent: ReadonlyArray<string>): ReadonlyArray<DifferingPlace> => {
  const places: Array<DifferingPlace> = []
  let signedStart = 0
  let sentStart = 0
  for (const [i, j] of [...commonPieces(signed, sent), [signed.length, sent.length] as const]) {
    if (signedStart < i || sentStart < j)
      places.push({ signed: signed.slice(signedStart, i), sent: sent.slice(sentStart, j) })
    signedStart = i + 1
    sentStart = j + 1
  }
  return places
}

/** The places of the pieces that both lists have in common, in order. */
function* commonPieces(
  signed: ReadonlyArray<string>,
  sent: ReadonlyArray<string>,
): Generator<readonly [i: number, j: number]> {
  const common = commonLengths(signed, sent)
  let i = 0
  let j = 0
  while (i < signed.length && j < sent.length) {
    if (signed[i] === sent[j]) yield [i++, j++]
    else if (isSignedSkipped(common, i, j)) i++
    else j++
  }
}

/** For each place in both lists, how many pieces the lists have in common from there on, in order. */
const commonLengths = (a: ReadonlyArray<string>, b: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<number>> => {
  const lengths = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0))
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--) {
      const row = lengths[i] as Array<number>
      const skipped = Math.max(lengths[i + 1]?.[j] ?? 0, row[j + 1] ?? 0)
      row[j] = a[i] === b[j] ? Math.max((lengths[i + 1]?.[j + 1] ?? 0) + 1, skipped) : skipped
    }
  return lengths
}

/** Whether the next signed piece is passed over, and not the next sent one, so that more pieces follow which both lists have. */
const isSignedSkipped = (common: ReadonlyArray<ReadonlyArray<number>>, i: number, j: number): boolean =>
  (common[i + 1]?.[j] ?? 0) >= (common[i]?.[j + 1] ?? 0)
