/**
 * The texts that two slips make of a target: a separator is another one, a character is lost or stands twice, or two are exchanged.
 *
 *     [...twoSlips('/v1/jobs/12?a=1&b=2')]  // '/v1_jobs_12?a=1&b=2', '/v1/jobs_12?a=1;b=2', …
 *
 * The likeliest pairs come first: two separators, a separator and a character, two characters.
 */

interface Slip {
  readonly from: number
  readonly to: number
  readonly substitute: string
}

/** What is written for a separator by mistake. */
const otherSeparators: Readonly<Record<string, ReadonlyArray<string>>> = {
  '/': ['', '//', '_', '-', '.', ':', '\\', '%2F', '?', ' ', ','],
  '?': ['', '&', '/', '??', '#', ';', '/?', '%3F', ' '],
  '&': ['', ';', '&&', '?', ',', '&amp;', '%26', '|', ' ', '+', '/'],
  '=': ['', ':', '==', '-', '%3D', '/', ' ', '_'],
  '-': ['', '_', '--', '.', '/', ' '],
  _: ['', '-', '__', '.', '/', ' '],
  '.': ['', ',', '_', '-', '..', '/'],
  ',': ['', '.', ';', ', ', '%2C', '+'],
  ':': ['', '%3A', '-', '.', ';'],
  ';': ['', '&', ',', ':'],
  '+': ['', '%20', ' ', '%2B', '-'],
}

/** The first slash begins every target. */
const separatorSlips = (target: string): ReadonlyArray<Slip> =>
  Array.from(target.slice(1), (c, index) => ({ c, from: index + 1 })).flatMap(({ c, from }) =>
    (otherSeparators[c] ?? []).map((substitute): Slip => ({ from, to: from + 1, substitute })),
  )

const lostCharacters = (target: string): ReadonlyArray<Slip> =>
  Array.from(target.slice(1), (_, index) => ({ from: index + 1, to: index + 2, substitute: '' }))

const doubledCharacters = (target: string): ReadonlyArray<Slip> =>
  Array.from(target.slice(1), (c, index) => ({ from: index + 1, to: index + 2, substitute: c + c }))

const exchangedNeighbours = (target: string): ReadonlyArray<Slip> =>
  Array.from(target.slice(2), (c, index) => ({
    from: index + 1,
    to: index + 3,
    substitute: c + target.charAt(index + 1),
  }))

const otherLetterCase = (target: string): ReadonlyArray<Slip> =>
  Array.from(target.matchAll(/[A-Za-z]/g), ({ 0: letter, index }) => ({
    from: index,
    to: index + 1,
    substitute: letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  }))

/** A longer target has too many slips. */
const maxLength = 200
const maxTexts = 30_000

/** Each pair of a slip of the one kind and a slip of the other. */
function* pairsOf(slips: ReadonlyArray<Slip>, otherSlips: ReadonlyArray<Slip>): Generator<readonly [Slip, Slip]> {
  for (const [index, slip] of slips.entries())
    for (const otherSlip of slips === otherSlips ? otherSlips.slice(index + 1) : otherSlips) {
      if (slip.to <= otherSlip.from) yield [slip, otherSlip]
      else if (otherSlip.to <= slip.from) yield [otherSlip, slip]
    }
}

/** Some texts come twice. */
export function* twoSlips(target: string): Generator<string> {
  if (target.length > maxLength) return
  const separators = separatorSlips(target)
  const characters = lostCharacters(target)
  const others = [...exchangedNeighbours(target), ...otherLetterCase(target), ...doubledCharacters(target)]
  let left = maxTexts
  for (const [slips, otherSlips] of [
    [separators, separators],
    [separators, characters],
    [separators, others],
    [characters, characters],
    [characters, others],
    [others, others],
  ] as const)
    for (const [first, second] of pairsOf(slips, otherSlips)) {
      if (left-- <= 0) return
      yield target.slice(0, first.from) +
        first.substitute +
        target.slice(first.to, second.from) +
        second.substitute +
        target.slice(second.to)
    }
}
