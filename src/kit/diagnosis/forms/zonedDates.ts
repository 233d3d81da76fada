/**
 * A time as a local date: in the formats of languages and countries with the offset of the zone, and in formats with its name.
 *
 *     1700000000    2023-11-15T06:13:20.000+08:00                               ISO 8601 with milliseconds
 *     1700000000    15/11/2023, 06:13:20                                        toLocaleString, en-GB
 *     1700000000    Wed Nov 15 2023 06:13:20 GMT+0800 (China Standard Time)     a Date of JavaScript
 */
import { type DateWords, dateWordsOf, offsets, zoneOf } from './dateWords.ts'
import type { Form } from './Respelling.ts'

type Forms = ReadonlyArray<Form>

/** The dates of a time in seconds since 1970 in all zones: first those with the name of a zone. */
export function* zonedDates(n: number): Generator<Form> {
  for (const zone of namedZones) yield* datesWithName(n, zone)
  for (const offset of offsets) yield* datesWithOffset(n, offset)
}

/** The time that clocks in a zone show. */
interface LocalTime extends DateWords {
  /** `+08:00` */
  readonly zone: string
  /** `+0800` */
  readonly plainZone: string
}

/** The offset of the zone is in seconds. */
const localTimeOf = (n: number, offset: number): LocalTime => {
  const zone = zoneOf(offset)
  return { ...dateWordsOf(n + offset), zone, plainZone: zone.replace(':', '') }
}

// ---- With the offset of the zone

/** The formats of languages and countries. The detail names the zone, even if the text has none. */
const datesWithOffset = (n: number, offset: number): Forms => {
  const local = localTimeOf(n, offset)
  const forms = [...isoDates(local), ...nationalDates(local)]
  return forms.map(([detail, text]) => [`${detail}, ${local.zone}`, text])
}

/** Dates with the year first: `2023-11-15T06:13:20.000+08:00`. */
const isoDates = ({ iso, spaced, zone, plainZone }: LocalTime): Forms => [
  ['ISO 8601 with milliseconds', `${iso}.000${zone}`],
  ['ISO 8601 with microseconds', `${iso}.000000${zone}`],
  ['ISO 8601 with seven digits (.NET)', `${iso}.0000000${zone}`],
  ['ISO 8601 without a colon in the zone', `${iso}${plainZone}`],
  ['ISO 8601 with milliseconds, without a colon in the zone', `${iso}.000${plainZone}`],
  ['date and time with the zone behind them (Python)', `${spaced}${zone}`],
  ['date and time with milliseconds', `${spaced}.000`],
]

/** Dates for people: `11/15/2023, 6:13:20 AM`. */
const nationalDates = (local: LocalTime): Forms => {
  const { name, day, month, year, time, date, plainZone } = local
  const monthDigits = date.slice(5, 7)
  const monthNumber = Number(monthDigits)
  const dayNumber = Number(day)
  const american = `${monthNumber}/${dayNumber}/${year}`
  const americanClock = twelveHourClock(time)
  return [
    ['date and time with slashes', `${date.replaceAll('-', '/')} ${time}`],
    ['date and time with slashes, no zeros in front', `${year}/${monthNumber}/${dayNumber} ${time}`],
    ['digits of the date', date.replaceAll('-', '')],
    ['the date alone', date],
    ['ctime', `${name} ${month} ${String(dayNumber).padStart(2, ' ')} ${time} ${year}`],
    ['toLocaleString, en-US', `${american}, ${americanClock}`],
    ['a DateTime of .NET', `${american} ${americanClock}`],
    ['toLocaleString, de-DE', `${dayNumber}.${monthNumber}.${year}, ${time}`],
    ['toLocaleString, en-GB', `${day}/${monthDigits}/${year}, ${time}`],
    ['the day before month and year with slashes', `${day}/${monthDigits}/${year} ${time}`],
    ['the day before month and year with dots', `${day}.${monthDigits}.${year} ${time}`],
    ['digits of date and time with two of the year', `${date.slice(2)}${time}`.replace(/\D/g, '')],
    ['a Date of JavaScript without the name of the zone', `${name} ${month} ${day} ${year} ${time} GMT${plainZone}`],
  ]
}

/** `18:13:20` becomes `6:13:20 PM`. */
const twelveHourClock = (time: string): string => {
  const hour = Number(time.slice(0, 2))
  return `${hour % 12 === 0 ? 12 : hour % 12}${time.slice(2)} ${hour < 12 ? 'AM' : 'PM'}`
}

// ---- With the name of the zone

interface NamedZone {
  /** How far its clocks are ahead of UTC. */
  readonly hours: number
  /** Its name in Java and Go. */
  readonly short: string
  /** Its name in JavaScript. */
  readonly long: string
  /** Its name in the database of zones, which Java prints too. */
  readonly id: string
}

const namedZones: ReadonlyArray<NamedZone> = [
  { hours: 0, short: 'GMT', long: 'Greenwich Mean Time', id: 'Europe/London' },
  { hours: 0, short: 'UTC', long: 'Coordinated Universal Time', id: 'UTC' },
  { hours: 1, short: 'CET', long: 'Central European Standard Time', id: 'Europe/Berlin' },
  { hours: 1, short: 'BST', long: 'British Summer Time', id: 'Europe/London' },
  { hours: 2, short: 'CEST', long: 'Central European Summer Time', id: 'Europe/Berlin' },
  { hours: 3, short: 'MSK', long: 'Moscow Standard Time', id: 'Europe/Moscow' },
  { hours: 5.5, short: 'IST', long: 'India Standard Time', id: 'Asia/Kolkata' },
  { hours: 7, short: 'ICT', long: 'Indochina Time', id: 'Asia/Ho_Chi_Minh' },
  { hours: 8, short: 'CST', long: 'China Standard Time', id: 'Asia/Shanghai' },
  { hours: 8, short: 'CST', long: '中国标准时间', id: 'Asia/Shanghai' },
  { hours: 8, short: 'SGT', long: 'Singapore Standard Time', id: 'Asia/Singapore' },
  { hours: 8, short: 'HKT', long: 'Hong Kong Standard Time', id: 'Asia/Hong_Kong' },
  { hours: 9, short: 'JST', long: 'Japan Standard Time', id: 'Asia/Tokyo' },
  { hours: 9, short: 'KST', long: 'Korean Standard Time', id: 'Asia/Seoul' },
  { hours: 10, short: 'AEST', long: 'Australian Eastern Standard Time', id: 'Australia/Sydney' },
  { hours: -3, short: 'BRT', long: 'Brasilia Standard Time', id: 'America/Sao_Paulo' },
  { hours: -4, short: 'EDT', long: 'Eastern Daylight Time', id: 'America/New_York' },
  { hours: -5, short: 'EST', long: 'Eastern Standard Time', id: 'America/New_York' },
  { hours: -6, short: 'CST', long: 'Central Standard Time', id: 'America/Chicago' },
  { hours: -7, short: 'PDT', long: 'Pacific Daylight Time', id: 'America/Los_Angeles' },
  { hours: -8, short: 'PST', long: 'Pacific Standard Time', id: 'America/Los_Angeles' },
]

const datesWithName = (n: number, { hours, short, long, id }: NamedZone): Forms => {
  const { name, day, month, year, time, iso, spaced, zone, plainZone } = localTimeOf(n, hours * 3600)
  // ZonedDateTime of Java leaves out seconds that are zero.
  const shortIso = iso.replace(/:00$/, '')
  const javaZone = hours === 0 ? 'Z' : zone
  return [
    [`a Date of JavaScript, ${long}`, `${name} ${month} ${day} ${year} ${time} GMT${plainZone} (${long})`],
    [`a Date of Java, ${long}`, `${name} ${month} ${day} ${time} ${short} ${year}`],
    [`a Time of Go, ${long}`, `${spaced} ${plainZone} ${short}`],
    [`a ZonedDateTime of Java, ${long}`, `${shortIso}${javaZone}[${id}]`],
    [`a ZonedDateTime of Java with seconds, ${long}`, `${iso}${javaZone}[${id}]`],
  ]
}
