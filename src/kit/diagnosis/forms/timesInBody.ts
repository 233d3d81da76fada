/**
 * A body with the current time, for which a program read the clock twice: once for the text that it signed, and once for the text that
 * it sent. The two times are a few seconds or milliseconds apart.
 */

import type { Form } from './Respelling.ts'

/** Seconds or milliseconds since 1970, from 2017 to 2042. */
const time = /(?<![\d.])(?:1[5-9]|2[0-2])\d{8}(?:\d{3})?(?![\d.])/g
const date = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?=Z|\.000Z)/g

/** Further times in a body are left alone, and so are longer bodies: each millisecond is a form. */
const maxTimes = 3
const maxLength = 8192
const seconds = [-1, 1, -2, 2, -3, 3, -4, 4, -5, 5]
const maxMilliseconds = 1000

const awayFromZero = (most: number): ReadonlyArray<number> =>
  Array.from({ length: most }, (_, i) => [-(i + 1), i + 1]).flat()

const putInto = (body: string, { 0: timeText, index }: RegExpMatchArray, otherTime: string): string =>
  body.slice(0, index) + otherTime + body.slice((index ?? 0) + timeText.length)

/** The body with one of its times a little earlier or later. */
export function* timesInBody(body: string): Generator<Form> {
  if (body.length > maxLength) return
  for (const match of [...body.matchAll(date)].slice(0, maxTimes))
    for (const away of seconds) {
      const otherDate = new Date(Date.parse(`${match[0]}Z`) + away * 1000)
      if (!Number.isNaN(otherDate.getTime()))
        yield [
          `the time ${match[0]}, read again ${away} s apart`,
          putInto(body, match, otherDate.toISOString().slice(0, 19)),
        ]
    }
  for (const match of [...body.matchAll(time)].slice(0, maxTimes)) {
    const [timeText] = match
    for (const away of timeText.length === 10 ? seconds : awayFromZero(maxMilliseconds))
      yield [`the time ${timeText}, read again ${away} apart`, putInto(body, match, String(Number(timeText) + away))]
  }
}
