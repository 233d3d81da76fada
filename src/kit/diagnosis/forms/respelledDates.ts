/**
 * Dates in JSON that a program read and wrote in another form. JSON.NET reads `"2024-01-02T03:04:05.000Z"` as a date, and writes
 * `"2024-01-02T03:04:05Z"`; Python writes `+00:00` for `Z`; a program in another zone writes its local time. The forms change all dates of
 * the text, or one of them.
 */
import { withoutAtEnd } from '../Received.ts'
import { distinct } from './distinct.ts'
import { type LocalTime, localTimeOf, offsetOf } from './localTime.ts'
import type { Form } from './Respelling.ts'

/** A string that holds a date with a time, and the zone if it has one. */
const dateString =
  /"(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:[.,](\d{1,9}))?(Z|[+-]\d\d:?\d\d)?"|"\\?\/Date\((\d{10,13})\)\\?\/"/g

/** The zones in which callers write local times, in minutes ahead of UTC. */
const zones = [480, 330, 540, 60, 120, 180, 420, 0, -300, -240, -360, -420, -480, -180]

/** A date that was read. `2024-01-02T03:04:05.12Z` is the second 1704164645, in milliseconds, and the fraction `12`. */
interface Moment {
  /** The Unix time of the whole second, in milliseconds: a multiple of 1,000. */
  readonly secondInMilliseconds: number
  /** The digits behind the second, as they were written. */
  readonly fraction: string
}

const inZone = (milliseconds: number, minutes: number): string =>
  new Date(milliseconds + minutes * 60_000).toISOString().slice(0, 19)

/** The groups of `dateString`: four of a date of ISO 8601, or one of `/Date(1704164645120)/`. */
type DateGroups = ReadonlyArray<string | undefined>

const momentOfTicks = (ticks: string): Moment => {
  const milliseconds = Number(ticks)
  const fraction = milliseconds % 1000
  return { secondInMilliseconds: milliseconds - fraction, fraction: String(fraction).padStart(3, '0') }
}

const momentOf = ([day, time, fraction = '', zone = 'Z', ticks]: DateGroups): Moment | undefined => {
  if (ticks !== undefined) return momentOfTicks(ticks)
  const zoneWithColon = zone.replace(/(\d\d)(\d\d)$/, '$1:$2')
  const secondInMilliseconds = Date.parse(`${day}T${time}${zoneWithColon}`)
  return Number.isNaN(secondInMilliseconds) ? undefined : { secondInMilliseconds, fraction }
}

type Spelling = readonly [detail: string, write: (moment: Moment) => string]

const quoted = (text: string): string => `"${text}"`

/** The digits of a fraction: as they were, none, without zeros at the end, or so many. */
const fractions: ReadonlyArray<readonly [detail: string, write: (fraction: string) => string]> = [
  ['', (fraction) => (fraction === '' ? '' : `.${fraction}`)],
  [', no fraction', () => ''],
  [', no zeros at the end', (fraction) => withoutAtEnd(fraction, '0').replace(/^(?=.)/, '.')],
  ...[3, 6, 7, 9].map(
    (count) =>
      [
        `, ${count} digits of a second`,
        (fraction: string) => `.${fraction.padEnd(count, '0').slice(0, count)}`,
      ] as const,
  ),
]

const local = (moment: Moment, minutes: number, between: string): string =>
  inZone(moment.secondInMilliseconds, minutes).replace('T', between)

/** What stands for UTC at the end of a date, and between its day and its time. With an offset, programs always write the T. */
const utcStyles: ReadonlyArray<{ readonly zone: string; readonly between: string; readonly detail: string }> = [
  { zone: 'Z', between: 'T', detail: 'Z' },
  { zone: 'Z', between: ' ', detail: 'Z' },
  { zone: '', between: 'T', detail: 'no zone' },
  { zone: '', between: ' ', detail: 'no zone' },
  { zone: '+00:00', between: 'T', detail: '+00:00' },
  { zone: '+0000', between: 'T', detail: '+0000' },
]

const inUtc: ReadonlyArray<Spelling> = fractions.flatMap(([digits, write]) =>
  utcStyles.map(
    ({ zone, between, detail }): Spelling => [
      `dates in UTC with ${detail}${digits}${between === ' ' ? ', a space' : ''}`,
      (moment) => quoted(local(moment, 0, between) + write(moment.fraction) + zone),
    ],
  ),
)

const elsewhere: ReadonlyArray<Spelling> = fractions.slice(0, 4).flatMap(([digits, write]) =>
  zones.flatMap((minutes): ReadonlyArray<Spelling> => {
    const detail = `dates at ${offsetOf(minutes)}`
    const written = (moment: Moment, between: string): string =>
      local(moment, minutes, between) + write(moment.fraction)
    return [
      [`${detail}${digits}`, (moment) => quoted(written(moment, 'T') + offsetOf(minutes))],
      [`${detail}, no colon${digits}`, (moment) => quoted(written(moment, 'T') + offsetOf(minutes, ''))],
      [`${detail}, no zone${digits}`, (moment) => quoted(written(moment, 'T'))],
      [`${detail}, no zone${digits}, a space`, (moment) => quoted(written(moment, ' '))],
    ]
  }),
)

/** The Unix time in milliseconds, with the first three digits of the fraction. */
const unixMilliseconds = ({ secondInMilliseconds, fraction }: Moment): number =>
  secondInMilliseconds + Number(fraction.padEnd(3, '0').slice(0, 3))

/** Dates in UTC as functions of languages print them. */
const printedDates: Readonly<Record<string, (local: LocalTime) => string>> = {
  'dates as PostgreSQL prints them': ({ year, month, day, time }) => `${year}-${month}-${day} ${time}+00`,
  'dates as str prints them (Python)': ({ year, month, day, time }) => `${year}-${month}-${day} ${time}+00:00`,
  'dates as Ruby prints them': ({ year, month, day, time }) => `${year}-${month}-${day} ${time} UTC`,
  'dates as Go prints them': ({ year, month, day, time }) => `${year}-${month}-${day} ${time} +0000 UTC`,
  'dates as Timestamp prints them (Java)': ({ year, month, day, time }) => `${year}-${month}-${day} ${time}.0`,
  'dates as LocalDateTime prints them (Java)': ({ year, month, day, time }) =>
    `${year}-${month}-${day}T${time.replace(/:00$/, '')}`,
  'dates as ZonedDateTime prints them (Java)': ({ year, month, day, time }) =>
    `${year}-${month}-${day}T${time.replace(/:00$/, '')}Z[UTC]`,
  'dates as Date prints them (Java)': ({ dayName, monthName, day, time, year }) =>
    `${dayName} ${monthName} ${day} ${time} UTC ${year}`,
  'dates as String(date) prints them (JavaScript)': ({ dayName, monthName, day, year, time }) =>
    `${dayName} ${monthName} ${day} ${year} ${time} GMT+0000 (Coordinated Universal Time)`,
  'dates as toDateString prints them (JavaScript)': ({ dayName, monthName, day, year }) =>
    `${dayName} ${monthName} ${day} ${year}`,
  'dates as toLocaleString prints them (JavaScript, en-US)': ({ month, day, year, hour12, minute, second, half }) =>
    `${Number(month)}/${Number(day)}/${year}, ${hour12}:${minute}:${second} ${half}`,
  'dates as ToString prints them (.NET, en-US)': ({ month, day, year, hour12, minute, second, half }) =>
    `${Number(month)}/${Number(day)}/${year} ${hour12}:${minute}:${second} ${half}`,
  'dates as Gson writes them': ({ monthName, day, year, hour12, minute, second, half }) =>
    `${monthName} ${Number(day)}, ${year}, ${hour12}:${minute}:${second} ${half}`,
  'dates as Gson writes them, since Java 20': ({ monthName, day, year, hour12, minute, second, half }) =>
    `${monthName} ${Number(day)}, ${year}, ${hour12}:${minute}:${second}\u202f${half}`,
  'dates as Gson writes them, before Java 9': ({ monthName, day, year, hour12, minute, second, half }) =>
    `${monthName} ${Number(day)}, ${year} ${hour12}:${minute}:${second} ${half}`,
  'dates as ctime prints them': ({ dayName, monthName, day, time, year }) =>
    `${dayName} ${monthName} ${String(Number(day)).padStart(2)} ${time} ${year}`,
  'dates of mail': ({ dayName, day, monthName, year, time }) => `${dayName}, ${day} ${monthName} ${year} ${time} +0000`,
  'dates of mail, -0000': ({ dayName, day, monthName, year, time }) =>
    `${dayName}, ${day} ${monthName} ${year} ${time} -0000`,
  'dates as DD.MM.YYYY': ({ day, month, year, time }) => `${day}.${month}.${year} ${time}`,
  'dates as DD.MM.YYYY, without seconds': ({ day, month, year, time }) => `${day}.${month}.${year} ${time.slice(0, 5)}`,
  'dates as digits': ({ year, month, day, time }) => year + month + day + time.replaceAll(':', ''),
  'dates as YYYYMMDDThhmmssZ': ({ year, month, day, time }) => `${year}${month}${day}T${time.replaceAll(':', '')}Z`,
  'dates with Z, without seconds': ({ year, month, day, time }) => `${year}-${month}-${day}T${time.slice(0, 5)}Z`,
  'dates with a space, without seconds': ({ year, month, day, time }) => `${year}-${month}-${day} ${time.slice(0, 5)}`,
  'dates with z': ({ year, month, day, time }) => `${year}-${month}-${day}T${time}z`,
}

/** The seconds between 1970 and 2001, from which Apple counts. */
const appleEpoch = 978_307_200

/** Days of a spreadsheet at 1970. */
const spreadsheetEpoch = 25_569
const millisecondsOfDay = 86_400_000

/** Dates as numbers, objects and lists of languages. */
const dateValues: Readonly<Record<string, (seconds: number) => string>> = {
  'dates as seconds in quotes': (seconds) => quoted(String(seconds)),
  'dates as seconds with .0': (seconds) => `${seconds}.0`,
  'dates as seconds with nanoseconds (Jackson)': (seconds) => `${seconds}.000000000`,
  'dates as milliseconds in quotes': (seconds) => quoted(`${seconds}000`),
  'dates as seconds since 2001 (Swift)': (seconds) => String(seconds - appleEpoch),
  'dates as days of a spreadsheet': (seconds) => String((seconds * 1000) / millisecondsOfDay + spreadsheetEpoch),
  'dates as {}': () => '{}',
  'dates as null': () => 'null',
  'dates as a Timestamp (Firestore)': (seconds) => `{"_seconds":${seconds},"_nanoseconds":0}`,
  'dates as a Timestamp (Protocol Buffers)': (seconds) => `{"seconds":${seconds},"nanos":0}`,
  'dates as extended JSON (MongoDB)': (seconds) => `{"$date":"${new Date(seconds * 1000).toISOString()}"}`,
  'dates as extended JSON (MongoDB), without milliseconds': (seconds) => `{"$date":"${inZone(seconds * 1000, 0)}Z"}`,
  'dates as a list (Jackson)': (seconds) => {
    const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = inZone(seconds * 1000, 0)
      .split(/\D/)
      .map(Number)
    return `[${[year, month, day, hour, minute, ...(second === 0 ? [] : [second])].join()}]`
  },
}

const spellingsOfLanguages: ReadonlyArray<Spelling> = [
  ...Object.entries(printedDates).map(
    ([detail, write]): Spelling => [
      detail,
      ({ secondInMilliseconds }) => quoted(write(localTimeOf(secondInMilliseconds))),
    ],
  ),
  ...Object.entries(dateValues).map(
    ([detail, write]): Spelling => [detail, ({ secondInMilliseconds }) => write(secondInMilliseconds / 1000)],
  ),
]

const otherSpellings: ReadonlyArray<Spelling> = [
  ['dates as seconds', ({ secondInMilliseconds }) => String(secondInMilliseconds / 1000)],
  ['dates as milliseconds', (moment) => String(unixMilliseconds(moment))],
  ['dates as /Date()/', (moment) => quoted(`/Date(${unixMilliseconds(moment)})/`)],
  ['dates as \\/Date()\\/', (moment) => quoted(`\\/Date(${unixMilliseconds(moment)})\\/`)],
  ['dates of HTTP', ({ secondInMilliseconds }) => quoted(new Date(secondInMilliseconds).toUTCString())],
  [
    'dates as MM/DD/YYYY',
    ({ secondInMilliseconds }) => {
      const { year, month, day, time } = localTimeOf(secondInMilliseconds)
      return quoted(`${month}/${day}/${year} ${time}`)
    },
  ],
  [
    'dates as DD/MM/YYYY',
    ({ secondInMilliseconds }) => {
      const { year, month, day, time } = localTimeOf(secondInMilliseconds)
      return quoted(`${day}/${month}/${year} ${time}`)
    },
  ],
  [
    'dates as YYYY/MM/DD',
    ({ secondInMilliseconds }) => {
      const { year, month, day, time } = localTimeOf(secondInMilliseconds)
      return quoted(`${year}/${month}/${day} ${time}`)
    },
  ],
  ...spellingsOfLanguages,
  ['dates without a time', ({ secondInMilliseconds }) => quoted(inZone(secondInMilliseconds, 0).slice(0, 10))],
]

/** More dates are changed only together. */
const maxAlone = 3
const maxLength = 16_384

const respell = (json: string, only: number | undefined, write: Spelling[1]): string => {
  let index = -1
  // The five groups of `dateString` come first; behind them `replace` passes the offset and the whole text.
  return json.replace(dateString, (literal, ...groups: DateGroups) => {
    index++
    const moment = only === undefined || only === index ? momentOf(groups.slice(0, 5)) : undefined
    return moment === undefined ? literal : write(moment)
  })
}

/** A date in UTC as programs most often write it beside their other rules for JSON, by the details of its spellings. */
const usualDetails: ReadonlyArray<string> = [
  'dates in UTC with Z, no fraction',
  'dates in UTC with Z, 3 digits of a second',
  'dates in UTC with +00:00',
  'dates in UTC with +00:00, no fraction',
  'dates in UTC with no zone, no fraction, a space',
  'dates as str prints them (Python)',
  'dates as milliseconds',
]

/** What programs most often make of the literal of a date. Undefined for any other literal. */
export const usualDates: ReadonlyArray<readonly [detail: string, write: (literal: string) => string | undefined]> = [
  ...inUtc,
  ...otherSpellings,
]
  .filter(([detail]) => usualDetails.includes(detail))
  .map(([detail, write]) => [
    detail,
    (literal) => {
      const written = literal.startsWith('"') ? respell(literal, undefined, write) : literal
      return written === literal ? undefined : written
    },
  ])

function* everyRespelling(json: string, count: number): Generator<Form> {
  for (const [detail, write] of [...inUtc, ...elsewhere, ...otherSpellings]) {
    yield [detail, respell(json, undefined, write)]
    if (count > 1 && count <= maxAlone)
      for (let i = 0; i < count; i++) yield [`${detail}, date ${i + 1} alone`, respell(json, i, write)]
  }
}

/** A string that holds a date without a time. */
const dayString = /"(\d{4})-(\d\d)-(\d\d)"/g

/** A day in the forms of countries, and as the beginning of this day. */
const dayForms: Readonly<Record<string, (year: string, month: string, day: string) => string>> = {
  'with T00:00:00': (year, month, day) => quoted(`${year}-${month}-${day}T00:00:00`),
  'with T00:00:00Z': (year, month, day) => quoted(`${year}-${month}-${day}T00:00:00Z`),
  'with T00:00:00.000Z': (year, month, day) => quoted(`${year}-${month}-${day}T00:00:00.000Z`),
  'with T00:00:00+00:00': (year, month, day) => quoted(`${year}-${month}-${day}T00:00:00+00:00`),
  'with 00:00:00': (year, month, day) => quoted(`${year}-${month}-${day} 00:00:00`),
  'as DD/MM/YYYY': (year, month, day) => quoted(`${day}/${month}/${year}`),
  'as MM/DD/YYYY': (year, month, day) => quoted(`${month}/${day}/${year}`),
  'as D/M/YYYY': (year, month, day) => quoted(`${Number(day)}/${Number(month)}/${year}`),
  'as M/D/YYYY': (year, month, day) => quoted(`${Number(month)}/${Number(day)}/${year}`),
  'as DD.MM.YYYY': (year, month, day) => quoted(`${day}.${month}.${year}`),
  'as DD-MM-YYYY': (year, month, day) => quoted(`${day}-${month}-${year}`),
  'as YYYY/MM/DD': (year, month, day) => quoted(`${year}/${month}/${day}`),
  'as YYYYMMDD': (year, month, day) => quoted(year + month + day),
  'as seconds': (year, month, day) => String(Date.parse(`${year}-${month}-${day}`) / 1000),
  'as milliseconds': (year, month, day) => String(Date.parse(`${year}-${month}-${day}`)),
}

/** The days of the text in each of these forms. A day that no calendar has stays. */
function* respelledDays(json: string): Generator<Form> {
  for (const [detail, write] of Object.entries(dayForms)) {
    const written = json.replace(dayString, (literal, year: string, month: string, day: string) =>
      Number.isNaN(Date.parse(`${year}-${month}-${day}`)) ? literal : write(year, month, day),
    )
    yield [`days ${detail}`, written]
  }
}

/** Unix seconds or milliseconds of the years 2017 to 2042 as a number: digits before and behind which a string cannot go on. */
const unixNumber = /([:[,]\s*)((?:1[5-9]|2[0-2])\d{8})(\d{3})?(?=\s*[,}\]])/g

/** The numbers that are times as dates in strings: the reverse. */
function* numbersAsDates(json: string): Generator<Form> {
  for (const [detail, write] of [...inUtc, ...elsewhere, ...otherSpellings]) {
    const written = json.replace(unixNumber, (_, start: string, seconds: string, milliseconds = '000') =>
      [start, write({ secondInMilliseconds: Number(seconds) * 1000, fraction: milliseconds })].join(''),
    )
    yield [`numbers as ${detail}`, written]
  }
}

const limits = { forms: 1200, characters: 1_000_000 }

/** The JSON text with its dates in other forms. None if it has no date, and no number that is one. */
export function* respelledDates(json: string): Generator<Form> {
  if (json.length <= maxLength && json.search(unixNumber) >= 0) yield* distinct([json], limits, numbersAsDates(json))
  if (json.length <= maxLength && json.search(dayString) >= 0) yield* distinct([json], limits, respelledDays(json))
  const count = json.length > maxLength ? 0 : [...json.matchAll(dateString)].length
  if (count > 0) yield* distinct([json], limits, everyRespelling(json, count))
}
