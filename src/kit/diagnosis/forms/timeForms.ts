/**
 * A timestamp as programs print it: in other digits, in other units, or as a date. `1700000000` becomes `0x6553f100`, `1.7E9` or
 * `2023-11-14T22:13:20Z`. A form of one second in another zone or with milliseconds is tried last.
 */

import { dateWordsOf, offsets, zoneOf } from './dateWords.ts'
import { distinct, withRarity } from './distinct.ts'
import { everyNumberAsFloat, padExponent } from './numberText.ts'
import type { Form } from './Respelling.ts'
import { rareTimeForms } from './rareTimeForms.ts'

type Forms = ReadonlyArray<Form>

/** The code points of the digit zero. */
const zeros = { 'Arabic-Indic': 0x660, Persian: 0x6f0, Devanagari: 0x966, Bengali: 0x9e6, 'full-width': 0xff10 }

/** A number in the digits of another script, its script and the same number in the digits 0 to 9. Undefined for any other text. */
export const readScript = (text: string): { readonly script: string; readonly digits: string } | undefined => {
  for (const [script, zero] of Object.entries(zeros)) {
    const values = Array.from(text, (c) => (c.codePointAt(0) as number) - zero)
    if (values.length > 0 && values.every((value) => value >= 0 && value <= 9))
      return { script, digits: values.join('') }
  }
  return undefined
}

const scripts = (seconds: string): Forms =>
  Object.entries(zeros).map(([script, zero]) => [
    `${script} digits`,
    seconds.replace(/\d/g, (d) => String.fromCodePoint(zero + Number(d))),
  ])

const numbers = (seconds: string): Forms => {
  const n = Number(seconds)
  const hex = n.toString(16)
  const shortest = n.toExponential()
  return [
    ['hexadecimal', hex],
    ['hexadecimal, upper case', hex.toUpperCase()],
    ['hexadecimal with 0x', `0x${hex}`],
    ['hexadecimal with 0x, upper case', `0x${hex.toUpperCase()}`],
    ['scientific (Go)', padExponent(shortest)],
    ['scientific (Java)', everyNumberAsFloat(seconds)],
    ['scientific (JavaScript)', shortest],
    ['%e', padExponent(n.toExponential(6))],
    ['%g', padExponent(Number(n.toPrecision(6)).toExponential())],
    ['the suffix L', `${seconds}L`],
    ['the suffix n (BigInt)', `${seconds}n`],
    ['the suffix s', `${seconds}s`],
    ['in double quotes', `"${seconds}"`],
    ['in single quotes', `'${seconds}'`],
    ['a plus sign in front', `+${seconds}`],
    ['a zero in front', `0${seconds}`],
    ['minutes', String(Math.floor(n / 60))],
    ['ticks of .NET', `${n + 62_135_596_800}0000000`],
    ['FILETIME of Windows', `${n + 11_644_473_600}0000000`],
  ]
}

/** Dates in forms that are the same in every zone, except for the zone itself. */
const everywhere = (n: number, zone: string): Forms => {
  const { name, day, month, year, time, iso, spaced } = dateWordsOf(n)
  return [
    ['ISO 8601', iso + zone],
    ['ISO 8601, no zone', iso],
    ['date and time', spaced],
    ['date and time with the zone', `${spaced} ${zone.replace(':', '')}`],
    ['digits of date and time', spaced.replace(/\D/g, '')],
    ['RFC 2822', `${name}, ${day} ${month} ${year} ${time} ${zone.replace(':', '')}`],
  ]
}

const inUtc = (n: number): Forms => {
  const { name, day, month, year, time, date, iso, spaced } = dateWordsOf(n)
  const [monthNumber, dayNumber, hour] = [date.slice(5, 7), day, time.slice(0, 2)].map(Number) as [
    number,
    number,
    number,
  ]
  const plainDay = String(dayNumber).padStart(2, ' ')
  const american = `${monthNumber}/${dayNumber}/${year}`
  const clock = `${hour % 12 === 0 ? 12 : hour % 12}${time.slice(2)} ${hour < 12 ? 'AM' : 'PM'}`
  return [
    ['ISO 8601, Z', `${iso}Z`],
    ['ISO 8601, Z and milliseconds', `${iso}.000Z`],
    ['ISO 8601, Z and microseconds', `${iso}.000000Z`],
    ['ISO 8601, milliseconds and no zone', `${iso}.000`],
    ['ISO 8601, in digits', `${iso.replace(/[-:]/g, '')}Z`],
    ['ISO 8601, +00:00 and milliseconds', `${iso}.000+00:00`],
    ['date and time, UTC', `${spaced} UTC`],
    ['a Time of Go', `${spaced} +0000 UTC`],
    ['a Time of Ruby', `${spaced} +0000`],
    ['RFC 1123', `${name}, ${day} ${month} ${year} ${time} GMT`],
    ['ctime', `${name} ${month} ${plainDay} ${time} ${year}`],
    ['ctime, with its line feed', `${name} ${month} ${plainDay} ${time} ${year}\n`],
    ['a Date of Java, or date', `${name} ${month} ${day} ${time} UTC ${year}`],
    ['clock format (Tcl)', `${name} ${month} ${day} ${time} GMT ${year}`],
    ['date', `${name} ${month} ${plainDay} ${time} UTC ${year}`],
    ['a Date of JavaScript', `${name} ${month} ${day} ${year} ${time} GMT+0000 (Coordinated Universal Time)`],
    ['toLocaleString, en-US', `${american}, ${clock}`],
    ['a DateTime of .NET', `${american} ${clock}`],
    ['toLocaleString, de-DE', `${dayNumber}.${monthNumber}.${year}, ${time}`],
    ['toLocaleString, en-GB', `${day}/${date.slice(5, 7)}/${year}, ${time}`],
  ]
}

const thousandths: ReadonlyArray<string> = Array.from({ length: 999 }, (_, i) => String(i + 1).padStart(3, '0'))

/** The time with milliseconds, as `toISOString` of JavaScript and a double of Java print it. With `wanted`, only those that begin like it. */
function* withMilliseconds(n: number, wanted?: string): Generator<Form> {
  const { iso } = dateWordsOf(n)
  const isScientific = wanted === undefined || /^\d\./.test(wanted)
  const isIso = wanted === undefined || wanted.startsWith(iso)
  for (const ms of thousandths) {
    if (isIso) yield [`ISO 8601, Z and ${ms} ms`, `${iso}.${ms}Z`]
    if (isScientific) yield [`scientific (Java), and ${ms} ms`, everyNumberAsFloat(`${n}.${ms}`)]
  }
}

function* dates(n: number): Generator<Form> {
  for (const offset of offsets)
    for (const [detail, text] of everywhere(n + offset, zoneOf(offset))) yield [`${detail}, ${zoneOf(offset)}`, text]
}

function* usualForms(seconds: string): Generator<Form> {
  yield* numbers(seconds)
  yield* inUtc(Number(seconds))
}

function* otherForms(seconds: string, wanted?: string): Generator<Form> {
  yield* scripts(seconds)
  yield* dates(Number(seconds))
  yield* withMilliseconds(Number(seconds), wanted)
}

/** All forms, each text once. None is whole seconds in plain digits. With `wanted`, at least those that are this text. */
export const timeForms = (seconds: string, wanted?: string): Iterable<Form> =>
  distinct(
    [seconds],
    {},
    withRarity(true, usualForms(seconds)),
    withRarity('alone', otherForms(seconds, wanted)),
    withRarity('late', rareTimeForms(Number(seconds))),
  )
