/**
 * A date in a target as other programs print it: `2026-01-05T08:30:00Z` as `Mon Jan 05 08:30:00 UTC 2026` of Java. In UTC, and in the zone
 * that the date names.
 */
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

const two = (n: number): string => String(n).padStart(2, '0')

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** The pieces of a local time that languages print. */
interface Pieces {
  readonly day: string
  readonly date: string
  readonly month: string
  readonly year: string
  readonly iso: string
  readonly time: string
  readonly offset: string
  readonly local: Date
}

const piecesOf = ({ milliseconds, offset }: Moment): Pieces => {
  const local = new Date(milliseconds + offset * 60_000)
  const iso = local.toISOString()
  const size = Math.abs(offset)
  return {
    day: days[local.getUTCDay()] as string,
    date: two(local.getUTCDate()),
    month: months[local.getUTCMonth()] as string,
    year: String(local.getUTCFullYear()),
    iso: iso.slice(0, 10),
    time: iso.slice(11, 19),
    offset: `${offset < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`,
    local,
  }
}

const hour12 = (local: Date): string => {
  const clock = `${local.getUTCHours() % 12 || 12}:${two(local.getUTCMinutes())}:${two(local.getUTCSeconds())}`
  return `${clock} ${local.getUTCHours() < 12 ? 'AM' : 'PM'}`
}

const writers: ReadonlyArray<(pieces: Pieces) => string> = [
  ({ day, date, month, year, time }) => `${day}, ${date} ${month} ${year} ${time} GMT`,
  ({ day, date, month, year, time, offset }) => `${day}, ${date} ${month} ${year} ${time} ${offset.replace(':', '')}`,
  ({ day, date, month, year, time, offset }) => `${day} ${month} ${date} ${year} ${time} GMT${offset.replace(':', '')}`,
  ({ day, date, month, year, time }) => `${day} ${month} ${date} ${year} ${time} GMT+0000 (Coordinated Universal Time)`,
  ({ day, date, month, year, time }) => `${day} ${month} ${date} ${time} UTC ${year}`,
  ({ day, date, month, year, time }) => `${day} ${month} ${date} ${time} GMT ${year}`,
  ({ day, date, month, year, time }) => `${day} ${month} ${date.replace(/^0/, ' ')} ${time} ${year}`,
  ({ iso, time, offset }) => `${iso} ${time} ${offset.replace(':', '')} UTC`,
  ({ iso, time, offset }) => `${iso} ${time} ${offset.replace(':', '')}`,
  ({ iso, time, offset }) => `${iso} ${time}${offset}`,
  ({ iso, time, offset }) => `${iso}T${time}${offset}`,
  ({ iso, time, offset }) => `${iso}T${time}${offset.replace(':', '')}`,
  ({ iso, time, offset }) => `${iso}T${time}.000${offset}`,
  ({ iso, time }) => `${iso} ${time} UTC`,
  ({ iso, time }) => `${iso} ${time}Z`,
  ({ iso, time }) => `${iso} ${time}`,
  ({ iso, time }) => `${iso} ${time}.0`,
  ({ iso, time }) => `${iso} ${time}.000`,
  ({ iso, time }) => `${iso}T${time}`,
  ({ iso, time }) => `${iso}T${time}Z`,
  ({ iso, time }) => `${iso}T${time}.000Z`,
  ({ iso, time }) => `${iso}T${time}.000000Z`,
  ({ iso, time }) => `${iso}T${time}.0000000Z`,
  ({ iso, time }) => `${iso}T${time.slice(0, 5)}Z`,
  ({ iso, time }) => `${iso}T${time.slice(0, 5)}`,
  ({ iso, time, offset }) => `${iso}T${time.slice(0, 5)}${offset}`,
  ({ iso, time }) => `${iso} ${time.slice(0, 5)}`,
  ({ iso, time }) => `${iso.replaceAll('-', '')}T${time.replaceAll(':', '')}Z`,
  ({ iso, time }) => `${iso.replaceAll('-', '')}${time.replaceAll(':', '')}`,
  ({ iso }) => iso.replaceAll('-', ''),
  ({ iso, time }) => `${iso.replaceAll('-', '/')} ${time}`,
  ({ iso }) => iso.replaceAll('-', '/'),
  ({ iso }) => iso,
  ({ date, year, local, time }) => `${date}.${two(local.getUTCMonth() + 1)}.${year} ${time}`,
  ({ date, year, local, time }) => `${date}/${two(local.getUTCMonth() + 1)}/${year} ${time}`,
  ({ date, year, local, time }) => `${two(local.getUTCMonth() + 1)}/${date}/${year} ${time}`,
  ({ year, local }) => `${local.getUTCMonth() + 1}/${local.getUTCDate()}/${year} ${hour12(local)}`,
  ({ year, local }) => `${local.getUTCMonth() + 1}/${local.getUTCDate()}/${year}, ${hour12(local)}`,
  ({ year, local }) => `${local.getUTCMonth() + 1}/${local.getUTCDate()}/${year}`,
  ({ year, local }) =>
    `datetime.datetime(${year}, ${local.getUTCMonth() + 1}, ${local.getUTCDate()}, ${local.getUTCHours()}, ${local.getUTCMinutes()}, tzinfo=datetime.timezone.utc)`,
  ({ year, local }) =>
    `datetime.datetime(${year}, ${local.getUTCMonth() + 1}, ${local.getUTCDate()}, ${local.getUTCHours()}, ${local.getUTCMinutes()})`,
]

/** As many seconds or milliseconds since 1970. */
const epochs: ReadonlyArray<(milliseconds: number) => string> = [
  (milliseconds) => String(Math.floor(milliseconds / 1000)),
  String,
  (milliseconds) => `${Math.floor(milliseconds / 1000)}.0`,
  (milliseconds) => `/Date(${milliseconds})/`,
]

type Write = (text: string) => string

const written =
  (write: (moment: Moment) => string): Write =>
  (text) => {
    const moment = momentOf(decode(text))
    return moment === undefined ? text : write(moment)
  }

/** Each writes a date anew, and leaves any other text as it is. */
export const dateWriters: ReadonlyArray<Write> = [
  ...writers.flatMap((write) => [
    written(({ milliseconds }) => write(piecesOf({ milliseconds, offset: 0 }))),
    written((moment) => write(piecesOf(moment))),
  ]),
  ...epochs.map((write) => written(({ milliseconds }) => write(milliseconds))),
].flatMap((write): ReadonlyArray<Write> => {
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
})
