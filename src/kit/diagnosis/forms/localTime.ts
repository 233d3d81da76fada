/**
 * A moment as the clock of a zone shows it, in the pieces that languages print.
 *
 *     localTimeOf(1_700_000_000_000, 120)     year 2023, month 11, day 15, time 00:13:20, dayName Wed, offset +02:00, …
 */

export interface LocalTime {
  readonly year: string
  /** Two digits, as `day` and the pieces of the time. */
  readonly month: string
  readonly day: string
  /** `YYYY-MM-DD`. */
  readonly date: string
  /** `hh:mm:ss`. */
  readonly time: string
  readonly hour: string
  readonly minute: string
  readonly second: string
  readonly dayName: string
  readonly monthName: string
  /** The hour and the half of a clock of twelve hours. */
  readonly hour12: string
  readonly half: 'AM' | 'PM'
  /** `+02:00`. */
  readonly offset: string
}

const dayNames = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

const millisecondsOfMinute = 60_000

const twoDigits = (number: number): string => String(number).padStart(2, '0')

/** `+02:00` for 120 minutes. */
export const offsetOf = (minutes: number, colon = ':'): string =>
  `${minutes < 0 ? '-' : '+'}${twoDigits(Math.floor(Math.abs(minutes) / 60))}${colon}${twoDigits(Math.abs(minutes) % 60)}`

/** The pieces of a Unix time in a zone that is so many minutes ahead of UTC. */
export const localTimeOf = (unixMilliseconds: number, minutesAhead = 0): LocalTime => {
  const shifted = new Date(unixMilliseconds + minutesAhead * millisecondsOfMinute)
  const [date = '', rest = ''] = shifted.toISOString().split('T')
  const [year = '', month = '', day = ''] = date.split('-')
  const time = rest.slice(0, 8)
  const [hour = '', minute = '', second = ''] = time.split(':')
  return {
    year,
    month,
    day,
    date,
    time,
    hour,
    minute,
    second,
    dayName: dayNames[shifted.getUTCDay()] ?? '',
    monthName: monthNames[shifted.getUTCMonth()] ?? '',
    hour12: String(Number(hour) % 12 || 12),
    half: Number(hour) < 12 ? 'AM' : 'PM',
    offset: offsetOf(minutesAhead),
  }
}
