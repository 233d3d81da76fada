/**
 * Which of several things that are alike a program changed: `choicesOf(3)` has the first, the first two, all but the first, and so on.
 * Of a few things every choice is made, of many only the likely ones.
 */

/** Whether the thing in this place is chosen. */
export type Choice = (index: number) => boolean

/**
 * How many things are alike. `few` are up to five, so they have few choices. The search tries `few` first, and then `many`, which are all
 * others.
 */
export type Count = 'few' | 'many'

const maxFew = 5

export const isOfCount = (number: number, count: Count): boolean => (number <= maxFew ? 'few' : 'many') === count

/** Of more things not every choice is made. */
export const maxEveryChoice = 8

/** More things are left alone. */
const maxCount = 256

/** Of so many things, each choice of up to three is made, and of all but up to three. */
const maxCombined = 20

/** The choices of up to three things, and of all but up to three. None of few things, for `choicesOf` has every choice of those. */
export function* combinationsOf(count: number, most: number): Generator<Choice> {
  if (count <= most || count > maxCombined) return
  for (let first = 0; first < count; first++)
    for (let second = first + 1; second < count; second++)
      for (let third = second; third < count; third++) {
        const isOneOfThem: Choice = (index) => index === first || index === second || index === third
        yield isOneOfThem
        yield (index) => !isOneOfThem(index)
      }
}

/** Every choice but none, up to `most` things. Of more: the first and the last of them, each alone, and all but one. */
export function* choicesOf(count: number, most: number = maxEveryChoice): Generator<Choice> {
  if (count <= most) {
    for (let chosen = 1; chosen < 2 ** count; chosen++) yield (index) => ((chosen >> index) & 1) === 1
    return
  }
  if (count > maxCount) return
  yield () => true
  for (let place = 1; place < count; place++) {
    yield (index) => index < place
    yield (index) => index >= place
  }
  for (let place = 0; place < count; place++) {
    yield (index) => index === place
    yield (index) => index !== place
  }
}
