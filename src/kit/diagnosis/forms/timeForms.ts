/** Whole seconds in other units, in other digits and as a date, as programs print them. */

import { alone, distinct } from './distinct.ts'
import type { Respelling } from './Respelling.ts'

type Forms = ReadonlyArray<readonly [detail: string, text: string]>

/** The code points of the digit zero. */
const zeros: Readonly<Record<string, number>> = {
  ...{ Arabic: 0x660, Persian: 0x6f0, Devanagari: 0x966, Bengali: 0x9e6, Gurmukhi: 0xa66, Gujarati: 0xae6 },
  ...{ Odia: 0xb66, Tamil: 0xbe6, Telugu: 0xc66, Kannada: 0xce6, Malayalam: 0xd66, Thai: 0xe50 },
  ...{ Lao: 0xed0, Tibetan: 0xf20, Burmese: 0x1040, Khmer: 0x17e0, Mongolian: 0x1810 },
  'full-width': 0xff10,
}

/** Where a group of three digits begins. */
export const thousands: RegExp = /\B(?=(?:\d{3})+$)/g
/** Of India: 1,70,00,00,000. */
export const lakhs: RegExp = /\B(?=(?:\d{2})*\d{3}$)/g

const scripts = (seconds: string): Forms =>
  Object.entries(zeros).flatMap(([script, zero]) => {
    const inScript = (text: string): string => text.replace(/\d/g, (d) => String.fromCodePoint(zero + Number(d)))
    return [
      [`${script} digits`, inScript(seconds)],
      [`${script} digits, in groups`, inScript(seconds.replace(thousands, ','))],
      [`${script} digits, in groups of two`, inScript(seconds.replace(lakhs, ','))],
      [`${script} digits, in groups by U+066c`, inScript(seconds.replace(thousands, '\u066c'))],
      [`${script} digits, in groups by full stops`, inScript(seconds.replace(thousands, '.'))],
    ] as const
  })

const chinese = (seconds: string): string => seconds.replace(/\d/g, (d) => '〇一二三四五六七八九'[Number(d)] as string)

/** The exponent with two digits at least. */
const padded = (text: string): string => text.replace(/e([+-])(\d)$/, 'e$10$2')

const numbers = (seconds: string): Forms => {
  const n = Number(seconds)
  const hex = n.toString(16)
  const shortest = n.toExponential()
  const javaDouble = (shortest.includes('.') ? shortest : shortest.replace('e', '.0e')).replace('e+', 'E')
  const digits = (count: number): string => n.toExponential(count - 1).replace(/\.?0*e/, 'e')
  return [
    ['hexadecimal', hex],
    ['hexadecimal, upper case', hex.toUpperCase()],
    ['hexadecimal with 0x', `0x${hex}`],
    ['hexadecimal with 0x, upper case', `0x${hex.toUpperCase()}`],
    ['scientific (Go)', padded(shortest)],
    ['scientific (Java)', javaDouble],
    ['scientific (JavaScript)', shortest],
    ['scientific (PHP)', shortest.replace('e', 'E')],
    ['%e', padded(n.toExponential(6))],
    ['%g', padded(digits(6))],
    ['E6 (C#)', n.toExponential(6).replace(/e\+(\d+)$/, (_, power: string) => `E+${power.padStart(3, '0')}`)],
    ['a Decimal of Python', `Decimal('${seconds}')`],
    ['four digits behind the point', `${seconds}.0000`],
    ['six digits behind the point', `${seconds}.000000`],
    ['nine digits behind the point', `${seconds}.000000000`],
    ['a comma and a digit', `${seconds},0`],
    ['a point behind it', `${seconds}.`],
    ['the suffix L', `${seconds}L`],
    ['the suffix n', `${seconds}n`],
    ['the suffix s', `${seconds}s`],
    ['in double quotes', `"${seconds}"`],
    ['in single quotes', `'${seconds}'`],
    ['a plus sign in front', `+${seconds}`],
    ['a zero in front', `0${seconds}`],
    ['two zeros in front', `00${seconds}`],
    ['Chinese digits', chinese(seconds)],
    ['minutes', String(Math.floor(n / 60))],
    ['seconds since 1900 (NTP)', String(n + 2_208_988_800)],
    ['a floating-point number of 32 bits', String(Math.fround(n))],
    ['seconds since year 1 (.NET)', String(n + 62_135_596_800)],
    ['ticks of .NET', `${n + 62_135_596_800}0000000`],
    ['FILETIME of Windows', `${n + 11_644_473_600}0000000`],
    ['units of 100 ns', `${seconds}0000000`],
  ]
}

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** The fields of a date, each as it is printed. */
interface Fields {
  readonly year: string
  readonly month: string
  readonly day: string
  readonly time: string
  readonly hour: number
  readonly weekday: number
  readonly monthIndex: number
}

const fieldsOf = (n: number): Fields => {
  const at = new Date(n * 1000)
  const [year = '', month = '', day = '', time = ''] = at.toISOString().split(/[-T.]/)
  return { year, month, day, time, hour: at.getUTCHours(), weekday: at.getUTCDay(), monthIndex: at.getUTCMonth() }
}

/** The dates that are written alike in every zone, but for the zone itself. */
const everywhere = (n: number, zone: string): Forms => {
  const { year, month, day, time, weekday, monthIndex } = fieldsOf(n)
  const digits = zone.replace(':', '')
  const [iso, spaced] = [`${year}-${month}-${day}T${time}`, `${year}-${month}-${day} ${time}`]
  return [
    ['ISO 8601', iso + zone],
    ['ISO 8601, a short zone', iso + digits],
    ['ISO 8601, no zone', iso],
    ['date and time', spaced],
    ['date and time with the zone', `${spaced} ${digits}`],
    ['date and time with the zone behind them', spaced + zone],
    ['digits of date and time', `${year}${month}${day}${time.replaceAll(':', '')}`],
    ['RFC 2822', `${days[weekday]}, ${day} ${months[monthIndex]} ${year} ${time} ${digits}`],
  ]
}

const inUtc = (n: number): Forms => {
  const { year, month, day, time, hour, weekday, monthIndex } = fieldsOf(n)
  const [iso, spaced] = [`${year}-${month}-${day}T${time}`, `${year}-${month}-${day} ${time}`]
  const [name, monthName] = [days[weekday], months[monthIndex]]
  const plainDay = String(Number(day)).padStart(2, ' ')
  const american = `${Number(month)}/${Number(day)}/${year}`
  const clock = `${hour % 12 === 0 ? 12 : hour % 12}${time.slice(2)}`
  const half = hour < 12 ? 'AM' : 'PM'
  return [
    ['ISO 8601, Z', `${iso}Z`],
    ['ISO 8601, Z and milliseconds', `${iso}.000Z`],
    ['ISO 8601, Z and microseconds', `${iso}.000000Z`],
    ['ISO 8601, Z and ticks', `${iso}.0000000Z`],
    ['ISO 8601, milliseconds and no zone', `${iso}.000`],
    ['ISO 8601, in digits', `${year}${month}${day}T${time.replaceAll(':', '')}Z`],
    ['date and time, Z', `${spaced}Z`],
    ['date and time, slashes', `${year}/${month}/${day} ${time}`],
    ['ISO 8601, +00:00 and milliseconds', `${iso}.000+00:00`],
    ['ISO 8601, +0000 and milliseconds', `${iso}.000+0000`],
    ['ISO 8601, +00:00 and microseconds', `${iso}.000000+00:00`],
    ['date and time, UTC', `${spaced} UTC`],
    ['date and time, milliseconds', `${spaced}.000`],
    ['date and time, microseconds', `${spaced}.000000`],
    ['a Timestamp of Java', `${spaced}.0`],
    ['a Time of Go', `${spaced} +0000 UTC`],
    ['RFC 1123', `${name}, ${day} ${monthName} ${year} ${time} GMT`],
    ['RFC 1123, UTC', `${name}, ${day} ${monthName} ${year} ${time} UTC`],
    ['ctime', `${name} ${monthName} ${plainDay} ${time} ${year}`],
    ['a Date of Java, or date', `${name} ${monthName} ${day} ${time} UTC ${year}`],
    ['a Date of Java, GMT', `${name} ${monthName} ${day} ${time} GMT ${year}`],
    ['date', `${name} ${monthName} ${plainDay} ${time} UTC ${year}`],
    ['date of Debian', `${name} ${monthName} ${plainDay} ${clock} ${half} UTC ${year}`],
    ['a Date of JavaScript', `${name} ${monthName} ${day} ${year} ${time} GMT+0000 (Coordinated Universal Time)`],
    ['toLocaleString, en-US', `${american}, ${clock} ${half}`],
    ['toLocaleString, en-US, U+202f', `${american}, ${clock}\u202f${half}`],
    ['a DateTime of .NET', `${american} ${clock} ${half}`],
    ['a DateTimeOffset of .NET', `${american} ${clock} ${half} +00:00`],
    ['a DateTime of .NET, invariant', `${month}/${day}/${year} ${time}`],
    ['toLocaleString, de-DE', `${Number(day)}.${Number(month)}.${year}, ${time}`],
    ['toLocaleString, en-GB', `${day}/${month}/${year}, ${time}`],
  ]
}

const half = 30 * 60

/** From 12 hours behind to 14 hours ahead of UTC, and India. */
const offsets: ReadonlyArray<number> = [...Array.from({ length: 27 }, (_, i) => 2 * half * (i - 12)), 11 * half]

const zoneOf = (offset: number): string => {
  const minutes = Math.abs(offset) / 60
  const two = (n: number): string => String(n).padStart(2, '0')
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/** Each text once, and none that is whole seconds in plain digits. */
export const timeForms = (seconds: string): ReadonlyArray<Respelling> => {
  const n = Number(seconds)
  const dates = offsets.flatMap((offset) =>
    everywhere(n + offset, zoneOf(offset)).map(([detail, text]) => [`${detail}, ${zoneOf(offset)}`, text] as const),
  )
  return [...distinct([seconds], {}, alone([...numbers(seconds), ...scripts(seconds), ...inUtc(n), ...dates]))]
}
