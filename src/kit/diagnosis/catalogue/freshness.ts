/**
 * Timestamp and nonce: read or drawn twice, printed in another way than they were sent, or of a kind that no verifier
 * accepts. Timestamps that are signed and sent alike, and wrong all the same, stand with the header.
 */
import * as Bytes from '../../../core/Bytes.ts'
import { utf8 } from '../forms/charsets.ts'
import { clockNonces } from '../forms/clockNonces.ts'
import { withRarity } from '../forms/distinct.ts'
import type { Form } from '../forms/Respelling.ts'
import { timeForms } from '../forms/timeForms.ts'
import type { Mistake } from '../Mistake.ts'
import { latin1 } from '../Received.ts'
import { changes, part, sends, signs } from './mistake.ts'

/** They leave no whole seconds of today. */
const respelled = ['timestamp-milliseconds', 'timestamp-grouped', 'timestamp-format', 'timestamp-fraction']

/** Other spellings of whole seconds; a timestamp that is already something else is left alone. */
const timestamp = (
  id: string,
  what: string,
  remedy: string,
  forms: (seconds: string, wanted?: string) => Iterable<Form>,
  more: Partial<Mistake> = {},
): Mistake =>
  changes('timestamp', 'timestamp', { undoes: respelled })(
    id,
    what,
    remedy,
    (v, _, only) => (/^\d{1,11}$/.test(v.timestamp) ? forms(v.timestamp, only && latin1(only)) : []),
    more,
  )

const nonce = changes('nonce', 'nonce')
const sentNonce = sends('nonce')

const codeOf = (mark: string): string => `U+${mark.charCodeAt(0).toString(16).padStart(4, '0')}`

/** The timestamp so many seconds later. */
export const later = (seconds: string, more: number): string => String(Number(seconds) + more)

/** Hours from UTC, in either of the two places; and the zones of India, Nepal and Newfoundland. */
const halfHours: ReadonlyArray<number> = [...Array.from({ length: 14 }, (_, i) => 2 * (i + 1)), 11, 11.5, 7]
const zones: ReadonlyArray<number> = halfHours.flatMap((half) => [half * 1800, half * -1800])

/** A request arrives at most so many seconds after it was signed, and clocks differ a little. */
const onTheWay = Array.from({ length: 66 }, (_, i) => 5 - i)
const shortly = Array.from({ length: 8 }, (_, i) => 2 - i)
const around = Array.from({ length: 115 }, (_, i) => [-(i + 6), i + 6]).flat()
const milliseconds = Array.from({ length: 1000 }, (_, ms) => String(ms).padStart(3, '0'))

/** So near to the time that was sent, the milliseconds are those of a mistake of their own. */
const nearby = 5

/**
 * Other times at which the caller may have read its clock, each once and the likeliest first: when it sent the request, or about when
 * it made the header; by UTC or by the time of a zone.
 */
function* otherTimes(sent: number, moments: ReadonlyArray<number>): Generator<number> {
  const bySeconds = moments.flatMap((moment) => onTheWay.map((s) => moment + s))
  const bySecondsOfZones = [sent, ...moments].flatMap((moment) =>
    zones.flatMap((zone) => shortly.map((s) => moment + zone + s)),
  )
  for (const time of new Set([...bySeconds, ...around.map((s) => sent + s), ...bySecondsOfZones]))
    if (time >= 0 && time !== sent) yield time
}

/** The times about when the caller sent the request, in milliseconds: the seconds, and the digits behind them. */
function* otherMilliseconds(
  sent: number,
  moments: ReadonlyArray<number>,
  wanted?: string,
): Generator<readonly [time: number, ms: string]> {
  const late = new Set(moments.flatMap((moment) => shortly.map((s) => moment + s)))
  for (const time of late)
    if (time >= 0 && Math.abs(time - sent) > nearby && wanted?.startsWith(String(time)) !== false)
      for (const ms of milliseconds) yield [time, ms]
}

/** Milliseconds behind a decimal comma, as many cultures print them, and with the zeros of microseconds. */
function* otherFractions(seconds: string): Generator<Form> {
  for (const fraction of [',0', ',00', ',000', ',000000', '.000000']) yield [fraction, seconds + fraction]
  for (let tenths = 10; tenths < 100; tenths += 10)
    for (const separator of [',', '.']) yield [`${separator}${tenths}`, `${seconds}${separator}${tenths}`]
  for (const digits of milliseconds.slice(1)) {
    const short = digits.replace(/0+$/, '')
    yield [`,${short}`, `${seconds},${short}`]
    if (short !== digits) yield [`,${digits}`, `${seconds},${digits}`]
    yield [`,${digits}000`, `${seconds},${digits}000`]
    yield [`.${digits}000`, `${seconds}.${digits}000`]
  }
}

export const freshnessMistakes: ReadonlyArray<Mistake> = [
  timestamp(
    'timestamp-milliseconds',
    'The caller signed milliseconds or a smaller unit, but sent seconds.',
    'Calculate the whole seconds once. Then sign and send this number.',
    (seconds) => [
      ...Array.from({ length: 1000 }, (_, ms) => String(ms).padStart(3, '0')).map((ms): Form => [ms, seconds + ms]),
      ...['000000', '000000000'].map((zeros): Form => [zeros, seconds + zeros, 'alone']),
    ],
    { wide: true },
  ),
  timestamp(
    'timestamp-grouped',
    'The caller signed the timestamp with its digits in groups, such as 1,700,000,000.',
    'Write the timestamp in plain digits. Do not use the number format of a locale.',
    (seconds) =>
      [',', '.', ' ', '\u00a0', '\u202f', "'", '_'].map((mark) => [
        mark === ',' ? 'commas' : codeOf(mark),
        // Where a group of three digits begins.
        seconds.replace(/\B(?=(?:\d{3})+$)/g, mark),
      ]),
  ),
  timestamp(
    'timestamp-format',
    'The timestamp has one form in the signed text and another in the header: for example a date, another base or other digits.',
    'Write whole seconds since 1970 in decimal digits once. Then sign and send exactly this text.',
    timeForms,
    { rarely: true },
  ),
  timestamp(
    'timestamp-fraction',
    'The caller signed the timestamp as a floating-point number with a fraction, but sent it without the fraction.',
    'Calculate the whole seconds once. Then sign and send this number.',
    function* (seconds, wanted) {
      if (wanted !== undefined && !/^[.,]/.test(wanted.slice(seconds.length))) return
      // As OCaml, Python, and a format print a whole one.
      for (const fraction of ['.', '.0', '.00', '.000']) yield [fraction, seconds + fraction]
      // Without zeros at the end. Each digit more is ten times the texts: of four, two mistakes took a fifth longer.
      for (let ms = 1; ms < 1000; ms++) {
        const fraction = (ms / 1000).toFixed(3).slice(1)
        const short = fraction.replace(/0+$/, '')
        yield [short, seconds + short, 'alone']
        if (short !== fraction) yield [fraction, seconds + fraction, 'alone']
      }
      yield* withRarity('late', otherFractions(seconds))
    },
    { hasLateForms: true },
  ),
  changes('timestamp', 'timestamp', { undoes: respelled })(
    'timestamp-drift',
    'The caller read its clock twice. So it signed one timestamp, but sent another.',
    'Read the clock once for each request.',
    function* ({ timestamp: sent, moments = [] }, _, only) {
      const wanted = only && latin1(only)
      if (!/^\d{1,11}$/.test(sent) || /\D/.test(wanted ?? '')) return
      const seconds = Number(sent)
      const near = [-1, 1, -2, 2, -3, 3, -4, 4, -5, 5]
      for (const s of near) if (seconds + s >= 0) yield [`${s} s`, later(sent, s)]
      for (const time of otherTimes(seconds, moments))
        if (!near.includes(time - seconds)) yield [`${time - seconds} s`, String(time), 'alone']
      for (const [time, ms] of otherMilliseconds(seconds, moments, wanted))
        yield [`${time - seconds} s ${ms}`, String(time) + ms, 'late']
    },
    { hasLateForms: true },
  ),

  nonce(
    'nonce-case',
    'The letters of the nonce are upper case in the signed text and lower case in the header, or the reverse.',
    'Sign exactly the nonce that is sent, character by character.',
    (v) => [
      ['lower case', v.nonce.toLowerCase()],
      ['upper case', v.nonce.toUpperCase()],
    ],
  ),
  nonce(
    'nonce-dashes',
    'The signed nonce has no hyphens and the sent nonce has hyphens (as in a UUID), or the reverse.',
    'Sign exactly the nonce that is sent, character by character.',
    (v) => [
      ['left out', v.nonce.replaceAll('-', '')],
      ['put in', v.nonce.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')],
      ['in braces', `{${v.nonce}}`],
    ],
  ),
  signs(
    'nonce-missing',
    'nonce',
    'The signed text has no nonce.',
    'Put the nonce that is sent on the line after the timestamp, and sign it.',
    ['nonce', 'layout'],
    (v) => [
      part('an empty line', { nonce: '' }),
      part('no line', { layout: { ...v.layout, order: v.layout.order.filter((piece) => piece !== 'nonce') } }),
    ],
  ),
  nonce(
    'nonce-drift',
    'The caller made two nonces. It signed one, but sent the other.',
    'Make only one nonce for each request. Sign it and send it.',
    // A nonce that was drawn at random shows nothing of the other one.
    (v, _, only) => clockNonces(v.nonce, v.timestamp, only && latin1(only)),
    { candidateOnly: true },
  ),
  sentNonce(
    'nonce-alphabet',
    'The caller made a nonce with characters that are not allowed. A nonce has only digits, ASCII letters and hyphens.',
    'Write the random bytes of the nonce in hexadecimal digits.',
    'authorization_malformed',
    (v) => [
      ['underscore', `${v.nonce}_1`],
      ['Base64', `${v.nonce}+/==`],
      ['braces', `job{${v.nonce}}`],
    ],
  ),
  sentNonce(
    'nonce-empty',
    'The caller sent an empty nonce. Perhaps the program never set the variable for the nonce.',
    'Make a new nonce for each request. Sign it and send it.',
    'authorization_malformed',
    () => [['nothing behind =', '']],
  ),
  sentNonce(
    'nonce-from-clock',
    'The caller made the nonce from the clock, so two requests in one second have the same nonce.',
    'Make each nonce from at least 128 random bits.',
    'nonce_replayed',
    ({ timestamp: seconds }, hash) => [
      ...(['md5', 'sha1', 'sha256'] as const).map((name) => [name, Bytes.toHex(hash(name, utf8(seconds)))] as const),
      ['the timestamp itself', seconds],
    ],
  ),
]
