/** A time in a body that was read from the clock twice: once for what was signed, and once for what was sent. */
import type { Form } from './Respelling.ts'

/** Between these lie the times of today, in seconds and in milliseconds. */
const time = /(?<![\d.])(?:1[5-9]|2[0-2])\d{8}(?:\d{3})?(?![\d.])/g
const date = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?=Z|\.000Z)/g

/** More times in a body are left alone, and so is a longer body; each millisecond is a form. */
const maxTimes = 3
const maxLength = 8192
const seconds = [-1, 1, -2, 2, -3, 3, -4, 4, -5, 5]
const maxMilliseconds = 1000

const around = (most: number): ReadonlyArray<number> => Array.from({ length: most }, (_, i) => [-(i + 1), i + 1]).flat()

const putInto = (text: string, { 0: found, index }: RegExpMatchArray, other: string): string =>
  text.slice(0, index) + other + text.slice((index ?? 0) + found.length)

export function* timesInBody(text: string): Generator<Form> {
  if (text.length > maxLength) return
  for (const match of [...text.matchAll(date)].slice(0, maxTimes))
    for (const away of seconds) {
      const other = new Date(Date.parse(`${match[0]}Z`) + away * 1000)
      if (!Number.isNaN(other.getTime()))
        yield [
          `the time ${match[0]}, read again ${away} s apart`,
          putInto(text, match, other.toISOString().slice(0, 19)),
        ]
    }
  for (const match of [...text.matchAll(time)].slice(0, maxTimes)) {
    const [found] = match
    for (const away of found.length === 10 ? seconds : around(maxMilliseconds))
      yield [`the time ${found}, read again ${away} apart`, putInto(text, match, String(Number(found) + away))]
  }
}
