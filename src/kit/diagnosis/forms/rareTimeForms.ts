/**
 * A timestamp in forms that few programs print: a date with a fraction or in the format of a country, in any zone; other units and other
 * beginnings of time; a number that does not fit; a value as a debugger shows it.
 *
 *     1700000000    2023-11-15T06:13:20.000+08:00    a date in a zone, with a fraction
 *     1700000000    -805160960                       milliseconds in an integer of 32 bits
 *     1700000000    seconds:1700000000               a value of protobuf
 */
import { dateWordsOf, offsets, zoneOf } from './dateWords.ts'
import { everyNumberAsFloat, padExponent } from './numberText.ts'
import type { Form } from './Respelling.ts'

type Forms = ReadonlyArray<Form>

const day = 86_400

/** Numbers of other units, and of other beginnings of time. */
const otherUnits = (n: number): Forms => [
  ['hours', String(Math.floor(n / 3600))],
  ['days', String(Math.floor(n / day))],
  ['tenths of a second', `${n}0`],
  ['hundredths of a second', `${n}00`],
  ['seconds since 2001 (Apple)', String(n - 978_307_200)],
  ['seconds since 2001 (Apple), .0', `${n - 978_307_200}.0`],
  ['seconds since 2000', String(n - 946_684_800)],
  ['seconds since 1900 (NTP)', String(n + 2_208_988_800)],
  ['seconds since the year 1', String(n + 62_135_596_800)],
  ['milliseconds since the year 1', `${n + 62_135_596_800}000`],
  ['days since 1899 (Excel)', String(Math.floor(n / day) + 25_569)],
  ['days since 1899 (Excel), with a fraction', String(n / day + 25_569)],
  ['the Julian day', String(n / day + 2_440_587.5)],
  ['zero', '0'],
  ['minus one', '-1'],
  ['in base 36', n.toString(36)],
  ['binary', n.toString(2)],
  ['octal', n.toString(8)],
]

/** Numbers that a type of 32 bits cannot hold. Seconds in such a floating-point number are another time, which is another mistake. */
const narrowNumbers = (n: number): Forms => {
  const ms = n * 1000
  const microseconds = BigInt(n) * 1_000_000n
  return [
    ['milliseconds in an integer of 32 bits', String(ms | 0)],
    ['milliseconds in an integer of 32 bits, no sign', String(ms >>> 0)],
    ['microseconds in an integer of 32 bits', String(BigInt.asIntN(32, microseconds))],
    ['microseconds in an integer of 32 bits, no sign', String(BigInt.asUintN(32, microseconds))],
    ['the largest integer of 32 bits', '2147483647'],
    [
      'milliseconds in a floating-point number of 32 bits, scientific (Java)',
      everyNumberAsFloat(shortSingle(Math.fround(ms))),
    ],
  ]
}

/** The shortest digits that name this number of 32 bits. */
const shortSingle = (single: number): string =>
  [5, 6, 7, 8].map((digits) => single.toPrecision(digits)).find((text) => Math.fround(Number(text)) === single) ??
  String(single)

/** Milliseconds as languages print a floating-point number. */
const floatingMilliseconds = (n: number): Forms => {
  const ms = n * 1000
  return [
    ['milliseconds, scientific (Java)', everyNumberAsFloat(String(ms))],
    ['milliseconds, scientific (Go)', padExponent(ms.toExponential())],
    ['milliseconds, %e', padExponent(ms.toExponential(6))],
    ['milliseconds, %g', padExponent(Number(ms.toPrecision(6)).toExponential())],
    ['milliseconds, %E', padExponent(ms.toExponential(6)).toUpperCase()],
    ['milliseconds, .0', `${ms}.0`],
    ['scientific, two digits (a spreadsheet)', padExponent(n.toExponential(2)).toUpperCase()],
    ['milliseconds, scientific, two digits (a spreadsheet)', padExponent(ms.toExponential(2)).toUpperCase()],
    ['scientific (Python), upper case', padExponent(n.toExponential()).toUpperCase()],
  ]
}

/** Values of a type for times, as languages and debuggers print them. */
const shownValues = (n: number): Forms => {
  const { iso, spaced } = dateWordsOf(n)
  const [years, months, days, hours, minutes, seconds] = (iso.match(/\d+/g) ?? []).map(Number)
  const shortTime = seconds === 0 ? `${hours}, ${minutes}` : `${hours}, ${minutes}, ${seconds}`
  return [
    ['a Date in JSON (.NET)', `/Date(${n}000)/`],
    ['a Date in JSON (.NET), with a zone', `/Date(${n}000+0000)/`],
    ['a Timestamp (protobuf)', `seconds:${n}`],
    ['a Timestamp (protobuf), on a line', `seconds: ${n}\n`],
    ['a SystemTime (Rust)', `SystemTime { tv_sec: ${n}, tv_nsec: 0 }`],
    ['an Instant (Rust)', `Instant { tv_sec: ${n}, tv_nsec: 0 }`],
    ['a Duration (Rust)', `${n}s`],
    ['a Duration of Rust, as Debug prints it', `${n}.0s`],
    ['a Duration (Java)', durationOf(n)],
    ['a Duration (Go)', `${Math.floor(n / 3600)}h${Math.floor(n / 60) % 60}m${n % 60}s`],
    ['a value with a pointer (Go)', `{${n} 0}`],
    ['a Timestamp (Firestore)', `Timestamp(seconds=${n}, nanoseconds=0)`],
    ['a Timestamp (MongoDB)', `Timestamp(${n}, 0)`],
    ['a datetime (Python)', `datetime.datetime(${years}, ${months}, ${days}, ${shortTime})`],
    [
      'a datetime with its zone (Python)',
      `datetime.datetime(${years}, ${months}, ${days}, ${shortTime}, tzinfo=datetime.timezone.utc)`,
    ],
    ['a Timestamp (pandas)', `Timestamp('${spaced}')`],
    ['an object of the date (PHP)', `${spaced}.000000`],
    ['a sigil (Elixir)', `~U[${spaced}Z]`],
    ['an instant (Clojure)', `#inst "${iso}.000-00:00"`],
  ]
}

/** `PT472222H13M20S`. Parts that are zero are left out. */
const durationOf = (n: number): string => {
  const parts = [
    [Math.floor(n / 3600), 'H'],
    [Math.floor(n / 60) % 60, 'M'],
    [n % 60, 'S'],
  ] as const
  return `PT${parts.map(([count, unit]) => (count === 0 ? '' : `${count}${unit}`)).join('')}`
}

/** The local time in a zone, in the formats of languages and countries. */
const inZone = (n: number, offset: number): Forms => {
  const zone = zoneOf(offset)
  const plainZone = zone.replace(':', '')
  const { name, day: dayOfMonth, month, year, time, date, iso, spaced } = dateWordsOf(n + offset)
  const [monthNumber, dayNumber, hour] = [date.slice(5, 7), dayOfMonth, time.slice(0, 2)].map(Number) as [
    number,
    number,
    number,
  ]
  const slashed = date.replaceAll('-', '/')
  const american = `${monthNumber}/${dayNumber}/${year}`
  const clock = `${hour % 12 === 0 ? 12 : hour % 12}${time.slice(2)} ${hour < 12 ? 'AM' : 'PM'}`
  const written: Readonly<Record<string, string>> = {
    'ISO 8601 with milliseconds': `${iso}.000${zone}`,
    'ISO 8601 with microseconds': `${iso}.000000${zone}`,
    'ISO 8601 with seven digits (.NET)': `${iso}.0000000${zone}`,
    'ISO 8601 without a colon in the zone': `${iso}${plainZone}`,
    'ISO 8601 with milliseconds, without a colon in the zone': `${iso}.000${plainZone}`,
    'date and time with the zone behind them (Python)': `${spaced}${zone}`,
    'date and time with milliseconds': `${spaced}.000`,
    'date and time with slashes': `${slashed} ${time}`,
    'date and time with slashes, no zeros in front': `${year}/${monthNumber}/${dayNumber} ${time}`,
    'digits of the date': date.replaceAll('-', ''),
    'the date alone': date,
    ctime: `${name} ${month} ${String(dayNumber).padStart(2, ' ')} ${time} ${year}`,
    'toLocaleString, en-US': `${american}, ${clock}`,
    'a DateTime of .NET': `${american} ${clock}`,
    'toLocaleString, de-DE': `${dayNumber}.${monthNumber}.${year}, ${time}`,
    'toLocaleString, en-GB': `${dayOfMonth}/${date.slice(5, 7)}/${year}, ${time}`,
    'a Date of JavaScript without the name of the zone': `${name} ${month} ${dayOfMonth} ${year} ${time} GMT${plainZone}`,
  }
  return Object.entries(written).map(([detail, text]) => [`${detail}, ${zone}`, text])
}

/** A zone as Java and Go name it, and as JavaScript does. */
interface ZoneName {
  readonly hours: number
  readonly short: string
  readonly long: string
  readonly id: string
}

const zoneNames: ReadonlyArray<ZoneName> = [
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

/** The local time with the name of its zone. */
const inNamedZone = (n: number, { hours, short, long, id }: ZoneName): Forms => {
  const zone = zoneOf(hours * 3600)
  const plainZone = zone.replace(':', '')
  const { name, day: dayOfMonth, month, year, time, iso, spaced } = dateWordsOf(n + hours * 3600)
  // ZonedDateTime of Java leaves out seconds that are zero.
  const shortIso = iso.replace(/:00$/, '')
  const javaZone = hours === 0 ? 'Z' : zone
  return [
    [`a Date of JavaScript, ${long}`, `${name} ${month} ${dayOfMonth} ${year} ${time} GMT${plainZone} (${long})`],
    [`a Date of Java, ${long}`, `${name} ${month} ${dayOfMonth} ${time} ${short} ${year}`],
    [`a Time of Go, ${long}`, `${spaced} ${plainZone} ${short}`],
    [`a ZonedDateTime of Java, ${long}`, `${shortIso}${javaZone}[${id}]`],
    [`a ZonedDateTime of Java with seconds, ${long}`, `${iso}${javaZone}[${id}]`],
  ]
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** RFC 850, an older form of the date of HTTP. */
const olderHttpDate = (n: number): Form => {
  const { day: dayOfMonth, month, year, time } = dateWordsOf(n)
  const name = weekdays[new Date(n * 1000).getUTCDay()]
  return ['RFC 850', `${name}, ${dayOfMonth}-${month}-${year.slice(2)} ${time} GMT`]
}

const numbers = (n: number): Forms => [...otherUnits(n), ...floatingMilliseconds(n), ...narrowNumbers(n)]

/** Whether the form is a number that the reader cannot know for a time. */
export const isUnusualNumber = (detail: string): boolean => numbers(0).some(([name]) => name === detail)

/** All of them. The same text may come more than once. */
export function* rareTimeForms(n: number): Generator<Form> {
  const { iso } = dateWordsOf(n)
  yield* numbers(n)
  yield* shownValues(n)
  yield ['ISO 8601, Z and seven digits (.NET)', `${iso}.0000000Z`]
  yield ['ISO 8601, Z and nanoseconds', `${iso}.000000000Z`]
  yield ['ISO 8601, Z and a digit', `${iso}.0Z`]
  yield olderHttpDate(n)
  for (const zone of zoneNames) yield* inNamedZone(n, zone)
  for (const offset of offsets) yield* inZone(n, offset)
}
