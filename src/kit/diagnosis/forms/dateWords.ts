/** The words of which programs make a date, and the zones of the world. `timeForms.ts` and `zonedDates.ts` make dates of them. */

/** The words of a date, such as `Tue`, `14` and `Nov`. */
export interface DateWords {
  readonly name: string
  readonly day: string
  readonly month: string
  readonly year: string
  readonly time: string
  readonly date: string
  readonly iso: string
  readonly spaced: string
}

/** The words of a date in UTC, of which all its forms are made. */
export const dateWordsOf = (n: number): DateWords => {
  const at = new Date(n * 1000)
  const [name = '', day = '', month = '', year = '', time = ''] = at.toUTCString().split(/,? /)
  const date = at.toISOString().slice(0, 10)
  return { name, day, month, year, time, date, iso: `${date}T${time}`, spaced: `${date} ${time}` }
}

const half = 30 * 60

/**
 * The offsets of time zones: whole hours from -12 to +14, and that of India. UTC comes first: a date without its time is the same in many
 * zones.
 */
export const offsets: ReadonlyArray<number> = [
  ...new Set([0, ...Array.from({ length: 27 }, (_, i) => 2 * half * (i - 12)), 11 * half]),
]

export const zoneOf = (offset: number): string => {
  const minutes = Math.abs(offset) / 60
  const two = (n: number): string => String(n).padStart(2, '0')
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}
