/**
 * The target with one or two capitals in a segment that has none, as a name in camelCase or PascalCase has them. A proxy, or the client,
 * may have sent the segment in lower case.
 *
 *     /v1/mypictures/7  →  /v1/myPictures/7, /v1/MyPictures/7, …
 */
import { splitTarget } from './percent.ts'

/** A shorter word is seldom made of two words, and a longer one has too many forms. */
const word = /^[a-z]{5,20}$/

/** The least number of letters from a capital to the next, and to the end. */
const leastLetters = 2

/** Whether each capital begins a word of at least two letters. */
const areWords = (places: ReadonlyArray<number>, length: number): boolean =>
  [...places, length].every((end, i) => i === 0 || end - (places[i - 1] as number) >= leastLetters)

const withCapitals = (segment: string, places: ReadonlyArray<number>): string =>
  Array.from(segment, (letter, place) => (places.includes(place) ? letter.toUpperCase() : letter)).join('')

const capitalizedForms = (segment: string): ReadonlyArray<string> => {
  const places = Array.from(segment, (_, place) => place)
  const choices = places.flatMap((first) => [[first], ...places.slice(first + 1).map((second) => [first, second])])
  return choices.filter((choice) => areWords(choice, segment.length)).map((choice) => withCapitals(segment, choice))
}

/** Longer paths have too many forms. */
const maxSegments = 8

/** The targets with capitals in one segment of the path. With `wanted`, none if that text has other letters. */
export const withLostCapitals = (target: string, wanted?: string): ReadonlyArray<string> => {
  const [path, query] = splitTarget(target)
  const segments = path.split('/')
  if (segments.length > maxSegments + 1) return []
  if (wanted !== undefined && wanted.toLowerCase() !== target.toLowerCase()) return []
  return segments.flatMap((segment, i) =>
    word.test(segment) ? capitalizedForms(segment).map((form) => segments.with(i, form).join('/') + query) : [],
  )
}
