/**
 * A date in a target as other programs print it: `2026-01-05T08:30:00Z` as `Mon Jan 05 08:30:00 UTC 2026` of Java. In UTC, and in the zone
 * that the date names.
 */
import { type LocalTime, localTimeOf } from './localTime.ts'
import { decode } from './percent.ts'

const isoDate = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d)?(?:\.\d{1,9})?(Z|([+-])(\d\d):?(\d\d))?$/

/** A moment, and how many minutes its zone is ahead of UTC. */
interface Moment {
  readonly milliseconds: number
  readonly offset: number
}

const momentOf = (text: string): Moment | undefined => {
  const [, day, minute, second = ':00', , sign, hours = '0', minutes = '0'] = isoDate.exec(text) ?? []
  if (day === undefined) return undefined
  const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
  const milliseconds = Date.parse(`${day}T${minute}${second}Z`) - offset * 60_000
  return Number.isNaN(milliseconds) ? undefined : { milliseconds, offset }
}

/** What languages print for a date, by the clock of a zone. */
const writers: ReadonlyArray<(local: LocalTime) => string> = [
  ({ dayName, day, monthName, year, time }) => `${dayName}, ${day} ${monthName} ${year} ${time} GMT`,
  ({ dayName, day, monthName, year, time, offset }) =>
    `${dayName}, ${day} ${monthName} ${year} ${time} ${offset.replace(':', '')}`,
  ({ dayName, day, monthName, year, time, offset }) =>
    `${dayName} ${monthName} ${day} ${year} ${time} GMT${offset.replace(':', '')}`,
  ({ dayName, day, monthName, year, time }) =>
    `${dayName} ${monthName} ${day} ${year} ${time} GMT+0000 (Coordinated Universal Time)`,
  ({ dayName, day, monthName, year, time }) => `${dayName} ${monthName} ${day} ${time} UTC ${year}`,
  ({ dayName, day, monthName, year, time }) => `${dayName} ${monthName} ${day} ${time} GMT ${year}`,
  ({ dayName, day, monthName, year, time }) => `${dayName} ${monthName} ${day.replace(/^0/, ' ')} ${time} ${year}`,
  ({ date, time, offset }) => `${date} ${time} ${offset.replace(':', '')} UTC`,
  ({ date, time, offset }) => `${date} ${time} ${offset.replace(':', '')}`,
  ({ date, time, offset }) => `${date} ${time}${offset}`,
  ({ date, time, offset }) => `${date}T${time}${offset}`,
  ({ date, time, offset }) => `${date}T${time}${offset.replace(':', '')}`,
  ({ date, time, offset }) => `${date}T${time}.000${offset}`,
  ({ date, time }) => `${date} ${time} UTC`,
  ({ date, time }) => `${date} ${time}Z`,
  ({ date, time }) => `${date} ${time}`,
  ({ date, time }) => `${date} ${time}.0`,
  ({ date, time }) => `${date} ${time}.000`,
  ({ date, time }) => `${date}T${time}`,
  ({ date, time }) => `${date}T${time}Z`,
  ({ date, time }) => `${date}T${time}.000Z`,
  ({ date, time }) => `${date}T${time}.000000Z`,
  ({ date, time }) => `${date}T${time}.0000000Z`,
  ({ date, time }) => `${date}T${time.slice(0, 5)}Z`,
  ({ date, time }) => `${date}T${time.slice(0, 5)}`,
  ({ date, time, offset }) => `${date}T${time.slice(0, 5)}${offset}`,
  ({ date, time }) => `${date} ${time.slice(0, 5)}`,
  ({ date, time }) => `${date.replaceAll('-', '')}T${time.replaceAll(':', '')}Z`,
  ({ date, time }) => `${date.replaceAll('-', '')}${time.replaceAll(':', '')}`,
  ({ date }) => date.replaceAll('-', ''),
  ({ date, time }) => `${date.replaceAll('-', '/')} ${time}`,
  ({ date }) => date.replaceAll('-', '/'),
  ({ date }) => date,
  ({ day, month, year, time }) => `${day}.${month}.${year} ${time}`,
  ({ day, month, year, time }) => `${day}/${month}/${year} ${time}`,
  ({ day, month, year, time }) => `${month}/${day}/${year} ${time}`,
  ({ day, month, year, minute, second, hour12, half }) =>
    `${Number(month)}/${Number(day)}/${year} ${hour12}:${minute}:${second} ${half}`,
  ({ day, month, year, minute, second, hour12, half }) =>
    `${Number(month)}/${Number(day)}/${year}, ${hour12}:${minute}:${second} ${half}`,
  ({ day, month, year }) => `${Number(month)}/${Number(day)}/${year}`,
  ({ day, month, year, hour, minute }) =>
    `datetime.datetime(${year}, ${Number(month)}, ${Number(day)}, ${Number(hour)}, ${Number(minute)}, tzinfo=datetime.timezone.utc)`,
  ({ day, month, year, hour, minute }) =>
    `datetime.datetime(${year}, ${Number(month)}, ${Number(day)}, ${Number(hour)}, ${Number(minute)})`,
]

/** What programs write for the time since 1970. */
const epochs: ReadonlyArray<(milliseconds: number) => string> = [
  (milliseconds) => String(Math.floor(milliseconds / 1000)),
  String,
  (milliseconds) => `${Math.floor(milliseconds / 1000)}.0`,
  (milliseconds) => `/Date(${milliseconds})/`,
]

type Write = (text: string) => string

/** Writes a date, and leaves any other text as it is. */
const onDates =
  (write: (moment: Moment) => string): Write =>
  (text) => {
    const moment = momentOf(decode(text))
    return moment === undefined ? text : write(moment)
  }

/** The writer as it is, and with the escapes that a query needs: all of them, spaces as plus signs, or colons without one. */
const withEscapes = (write: Write): ReadonlyArray<Write> => {
  const escaped = (text: string): string => {
    const date = write(text)
    return date === text ? text : encodeURIComponent(date)
  }
  return [
    write,
    escaped,
    (text) => escaped(text).replaceAll('%20', '+'),
    (text) => escaped(text).replaceAll('%3A', ':'),
  ]
}

/** Each writes a date anew, and leaves any other text as it is. */
export const dateWriters: ReadonlyArray<Write> = [
  ...writers.flatMap((write) => [
    onDates(({ milliseconds }) => write(localTimeOf(milliseconds))),
    onDates(({ milliseconds, offset }) => write(localTimeOf(milliseconds, offset))),
  ]),
  ...epochs.map((write) => onDates(({ milliseconds }) => write(milliseconds))),
].flatMap(withEscapes)
