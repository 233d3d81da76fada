/**
 * The target with one character mistyped. A client often writes a path twice in its source, once to sign it and once to send it:
 *
 *     [...mistypedTargets('/v1/jobs')]  // '/1/jobs', '/v/jobs', …, '/v1/job', '/1v/jobs', …, '/v1/jobs2', …
 */

/** A longer target has only its missing characters and its exchanged neighbours. */
const maxOtherLength = 80

/** The longest target that is mistyped at all. */
const maxLength = 500

/** The characters that stand in paths and queries of a source, without those that other mistakes add: upper case, %, & and blanks. */
const typed = Array.from('abcdefghijklmnopqrstuvwxyz0123456789-_./')

/** Of all places but the first slash: one character less, two neighbours exchanged, one character more, another character. */
export function* mistypedTargets(target: string): Generator<string> {
  if (target.length > maxLength) return
  const places = Array.from(target, (_, place) => place).slice(1)
  for (const place of places) yield target.slice(0, place) + target.slice(place + 1)
  for (const place of places.slice(1)) yield exchanged(target, place)
  if (target.length > maxOtherLength) return
  for (const place of [...places, target.length])
    for (const c of typed) yield target.slice(0, place) + c + target.slice(place)
  for (const place of places) for (const c of typed) yield target.slice(0, place) + c + target.slice(place + 1)
}

/** The text with the character of the place before the one that precedes it. */
const exchanged = (text: string, place: number): string =>
  text.slice(0, place - 1) + text.charAt(place) + text.charAt(place - 1) + text.slice(place + 1)

/** Whether the two texts differ by few characters: those between their common beginning and their common end. */
export const isNearly = (one: string, other: string): boolean => {
  const [shorter, longer] = one.length < other.length ? [one, other] : [other, one]
  if (longer.length - shorter.length > 1) return false
  let start = 0
  while (start < shorter.length && shorter.charAt(start) === longer.charAt(start)) start++
  let end = 0
  while (end < shorter.length - start && shorter.at(-1 - end) === longer.at(-1 - end)) end++
  return longer.length - start - end <= 2
}
