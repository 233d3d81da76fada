/**
 * Dates in JSON that a program read and wrote in another form. JSON.NET reads `"2024-01-02T03:04:05.000Z"` as a date, and writes
 * `"2024-01-02T03:04:05Z"`; Python writes `+00:00` for `Z`; a program in another zone writes its local time. The forms change all dates of
 * the text, or one of them.
 */
import { distinct } from './distinct.ts'
import type { Form } from './Respelling.ts'

/** A string that holds a date with a time, and the zone if it has one. */
const dateString =
  /"(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:[.,](\d{1,9}))?(Z|[+-]\d\d:?\d\d)?"|"\\?\/Date\((\d{10,13})\)\\?\/"/g

/** Minutes that zones are ahead of UTC. Their callers write local times. */
const zones = [480, 330, 540, 60, 120, 180, 420, 0, -300, -240, -360, -420, -480, -180]

interface Moment {
  readonly milliseconds: number
  /** The digits behind the second, as they were written. */
  readonly fraction: string
}

const two = (n: number): string => String(n).padStart(2, '0')

const offsetOf = (minutes: number, colon = ':'): string =>
  `${minutes < 0 ? '-' : '+'}${two(Math.floor(Math.abs(minutes) / 60))}${colon}${two(Math.abs(minutes) % 60)}`

const inZone = (milliseconds: number, minutes: number): string =>
  new Date(milliseconds + minutes * 60_000).toISOString().slice(0, 19)

const momentOf = ([, day, time, fraction = '', zone = 'Z', ticks]: ReadonlyArray<string | undefined>):
  | Moment
  | undefined => {
  const milliseconds =
    ticks === undefined ? Date.parse(`${day}T${time}${zone.replace(/(\d\d)(\d\d)$/, '$1:$2')}`) : Number(ticks)
  if (Number.isNaN(milliseconds)) return undefined
  return ticks === undefined
    ? { milliseconds, fraction }
    : { milliseconds: milliseconds - (milliseconds % 1000), fraction: String(milliseconds % 1000).padStart(3, '0') }
}

type Spelling = readonly [detail: string, write: (moment: Moment) => string]

const quoted = (text: string): string => `"${text}"`

/** The digits of a fraction: as they were, none, without zeros at the end, or so many. */
const fractions: ReadonlyArray<readonly [detail: string, write: (fraction: string) => string]> = [
  ['', (fraction) => (fraction === '' ? '' : `.${fraction}`)],
  [', no fraction', () => ''],
  [', no zeros at the end', (fraction) => fraction.replace(/0+$/, '').replace(/^(?=.)/, '.')],
  ...[3, 6, 7, 9].map(
    (count) =>
      [
        `, ${count} digits of a second`,
        (fraction: string) => `.${fraction.padEnd(count, '0').slice(0, count)}`,
      ] as const,
  ),
]

const local = (moment: Moment, minutes: number, between: string): string =>
  inZone(moment.milliseconds, minutes).replace('T', between)

const inUtc: ReadonlyArray<Spelling> = fractions.flatMap(([digits, write]) =>
  ['Z', '', '+00:00', '+0000'].flatMap((zone) =>
    (zone === 'Z' || zone === '' ? ['T', ' '] : ['T']).map(
      (between): Spelling => [
        `dates in UTC with ${zone === '' ? 'no zone' : zone}${digits}${between === 'T' ? '' : ', a space'}`,
        (moment) => quoted(local(moment, 0, between) + write(moment.fraction) + zone),
      ],
    ),
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

const parts = (milliseconds: number): Readonly<Record<'year' | 'month' | 'day' | 'time', string>> => {
  const [date = '', time = ''] = inZone(milliseconds, 0).split('T')
  const [year = '', month = '', day = ''] = date.split('-')
  return { year, month, day, time }
}

const whole = ({ milliseconds, fraction }: Moment): number => milliseconds + Number(fraction.padEnd(3, '0').slice(0, 3))

const otherSpellings: ReadonlyArray<Spelling> = [
  ['dates as seconds', ({ milliseconds }) => String(milliseconds / 1000)],
  ['dates as milliseconds', (moment) => String(whole(moment))],
  ['dates as /Date()/', (moment) => quoted(`/Date(${whole(moment)})/`)],
  ['dates as \\/Date()\\/', (moment) => quoted(`\\/Date(${whole(moment)})\\/`)],
  ['dates of HTTP', ({ milliseconds }) => quoted(new Date(milliseconds).toUTCString())],
  [
    'dates as MM/DD/YYYY',
    ({ milliseconds }) => {
      const { year, month, day, time } = parts(milliseconds)
      return quoted(`${month}/${day}/${year} ${time}`)
    },
  ],
  [
    'dates as DD/MM/YYYY',
    ({ milliseconds }) => {
      const { year, month, day, time } = parts(milliseconds)
      return quoted(`${day}/${month}/${year} ${time}`)
    },
  ],
  [
    'dates as YYYY/MM/DD',
    ({ milliseconds }) => {
      const { year, month, day, time } = parts(milliseconds)
      return quoted(`${year}/${month}/${day} ${time}`)
    },
  ],
  ['dates without a time', ({ milliseconds }) => quoted(inZone(milliseconds, 0).slice(0, 10))],
]

/** More dates are changed only together. */
const maxAlone = 3
const maxLength = 16_384

const respell = (json: string, only: number | undefined, write: Spelling[1]): string => {
  let index = -1
  return json.replace(dateString, (literal, ...groups: ReadonlyArray<string | undefined>) => {
    index++
    const moment = only === undefined || only === index ? momentOf([literal, ...groups.slice(0, 5)]) : undefined
    return moment === undefined ? literal : write(moment)
  })
}

function* everyRespelling(json: string, count: number): Generator<Form> {
  for (const [detail, write] of [...inUtc, ...elsewhere, ...otherSpellings]) {
    yield [detail, respell(json, undefined, write)]
    if (count > 1 && count <= maxAlone)
      for (let i = 0; i < count; i++) yield [`${detail}, date ${i + 1} alone`, respell(json, i, write)]
  }
}

const limits = { forms: 1200, characters: 1_000_000 }

/** The JSON text with its dates in other forms. None if it has no date with a time. */
export function* respelledDates(json: string): Generator<Form> {
  const count = json.length > maxLength ? 0 : [...json.matchAll(dateString)].length
  if (count > 0) yield* distinct([json], limits, everyRespelling(json, count))
}
