/**
 * Which of several things that are alike a program changed: `choicesOf(3)` has the first, the first two, all but the first, and so on.
 * Of a few things every choice is made, of many only the likely ones.
 */

/** Whether the thing in this place is chosen. */
export type Choice = (index: number) => boolean

/** Of more things not every choice is made. */
export const maxEveryChoice = 8

/** More things are left alone. */
const maxCount = 256

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
