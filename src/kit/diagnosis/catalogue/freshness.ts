/**
 * Mistakes with the timestamp and the nonce: the caller read or drew them twice, signed another spelling than it sent, or sent a
 * kind that no verifier accepts. Wrong timestamps that were both signed and sent are in `header.ts`.
 */
import * as Bytes from '../../../core/Bytes.ts'
import type { Hash } from '../../../effects/Hash.ts'
import { standard } from '../Draft.ts'
import { utf8 } from '../forms/charsets.ts'
import { clockNonces } from '../forms/clockNonces.ts'
import { withRarity } from '../forms/distinct.ts'
import { joinedNonces, nonceDecodings, nonceEncodings, rareNonceEncodings } from '../forms/nonceEncodings.ts'
import { encodedParts } from '../forms/partForms.ts'
import type { Form } from '../forms/Respelling.ts'
import { timeForms } from '../forms/timeForms.ts'
import { timesReadAgain } from '../forms/timeReadAgain.ts'
import type { Mistake } from '../Mistake.ts'
import { latin1, withoutAtEnd } from '../Received.ts'
import { changes, isNeeded, part, sends, signs } from './mistake.ts'

/** After these mistakes, the signed timestamp is not the sent seconds in plain digits. So no other one of its mistakes follows. */
const respelled = ['timestamp-milliseconds', 'timestamp-grouped', 'timestamp-format', 'timestamp-fraction']

/** Other spellings of whole seconds; a timestamp that is already something else is left alone. */
const timestamp = (
  id: string,
  what: string,
  remedy: string,
  forms: (seconds: string, wanted: string | undefined, hash: Hash) => Iterable<Form>,
  more: Partial<Mistake> = {},
): Mistake =>
  changes('timestamp', 'timestamp', { undoes: respelled })(
    id,
    what,
    remedy,
    (v, hash, only) => (/^\d{1,11}$/.test(v.timestamp) ? forms(v.timestamp, only && latin1(only), hash) : []),
    more,
  )

const nonce = changes('nonce', 'nonce')
const sentNonce = sends('nonce')

const codeOf = (mark: string): string => `U+${mark.charCodeAt(0).toString(16).padStart(4, '0')}`

/** The timestamp so many seconds later. */
export const later = (seconds: string, more: number): string => String(Number(seconds) + more)

/** The distances of time zones from UTC: each whole hour, and those of India (5:30), Nepal (5:45) and Newfoundland (3:30). */
const zoneHours: ReadonlyArray<number> = [...Array.from({ length: 14 }, (_, i) => i + 1), 5.5, 5.75, 3.5]
/** In seconds, east of UTC and west of it: 3600, -3600, 7200, … */
const zones: ReadonlyArray<number> = zoneHours.flatMap((hours) => [hours * 3600, hours * -3600])

/** Whole numbers downwards: `countdown(5, -60)` is 5, 4, … -60. */
const countdown = (first: number, last: number): ReadonlyArray<number> =>
  Array.from({ length: first - last + 1 }, (_, i) => first - i)

// Seconds to add to a moment, such as the one when the verifier got the request. Negative ones are before it.
/** The caller read its clock at most a minute before that moment. Its clock may be 5 s fast. */
const withinMinute: ReadonlyArray<number> = countdown(5, -60)
const withinSeconds: ReadonlyArray<number> = countdown(2, -5)
/** Both sides of the sent time up to two minutes, from near to far: -6, 6, -7, 7, … -120, 120. */
const withinTwoMinutes: ReadonlyArray<number> = countdown(-6, -120).flatMap((before) => [before, -before])

/** The steps of a drift that another mistake may follow: -1, 1, -2, 2, … -5, 5. */
const nearby: ReadonlyArray<number> = countdown(-1, -5).flatMap((before) => [before, -before])

/** `000` to `999`. */
const milliseconds: ReadonlyArray<string> = Array.from({ length: 1000 }, (_, ms) => String(ms).padStart(3, '0'))

/**
 * Other times at which the caller may have read its clock, each once and the likeliest first: when it sent the request, or about when
 * it made the header; by UTC or by the time of a zone.
 */
function* otherTimes(sent: number, moments: ReadonlyArray<number>): Generator<number> {
  const bySeconds = moments.flatMap((moment) => withinMinute.map((s) => moment + s))
  const bySecondsOfZones = [sent, ...moments].flatMap((moment) =>
    zones.flatMap((zone) => withinSeconds.map((s) => moment + zone + s)),
  )
  for (const time of new Set([...bySeconds, ...withinTwoMinutes.map((s) => sent + s), ...bySecondsOfZones]))
    if (time >= 0 && time !== sent) yield time
}

/**
 * Times in milliseconds at which the caller may have sent the request: the seconds, and the three digits after them. Nearby seconds
 * are left out: there, `timestamp-milliseconds` follows a drift of seconds. A wanted time needs only the seconds that begin it.
 */
function* otherMilliseconds(
  sent: number,
  moments: ReadonlyArray<number>,
  wanted?: string,
): Generator<readonly [time: number, ms: string]> {
  const times = new Set(moments.flatMap((moment) => withinSeconds.map((s) => moment + s)))
  for (const time of times) {
    const isNew = time >= 0 && time !== sent && !nearby.includes(time - sent)
    const isPossible = wanted === undefined || wanted.startsWith(String(time))
    if (isNew && isPossible) for (const ms of milliseconds) yield [time, ms]
  }
}

/** A time that was read once and kept is older, by up to half an hour. Each second is a text, so no more are tried. */
const mostKept = 1800
/** The end of a request's life is whole minutes later. */
const lives: ReadonlyArray<number> = [...countdown(60, 1), 120, 360, 720, 1440]

/** Times that lie far from the one that was sent: of a timestamp that was kept, or of the end of the request's life. */
function* timesFarAway(sent: number, wanted?: string): Generator<number> {
  const kept = countdown(-1, -mostKept).map((before) => sent + before)
  const ends = lives.map((minutes) => sent + 60 * minutes)
  // The beginning of the day in UTC and in China, of a date without its time.
  const midnights = [0, 8 * 3600].map((ahead) => Math.floor((sent + ahead) / 86_400) * 86_400 - ahead)
  for (const time of [...ends, ...kept, ...midnights])
    if (time >= 0 && (wanted === undefined || wanted === String(time))) yield time
}

/** The digits in groups of three: `1,700,000,000`. A longer text is no number of seconds. */
const inGroups = (seconds: string, mark: string): string =>
  seconds.length > maxGrouped ? seconds : seconds.replace(/\B(?=(?:\d{3})+$)/g, mark)

const maxGrouped = 32

/** Milliseconds after a decimal comma, as many cultures print them, and with the zeros of microseconds. */
function* otherFractions(seconds: string): Generator<Form> {
  for (const fraction of [',0', ',00', ',000', ',000000', '.000000']) yield [fraction, seconds + fraction]
  for (let tenths = 10; tenths < 100; tenths += 10)
    for (const separator of [',', '.']) yield [`${separator}${tenths}`, `${seconds}${separator}${tenths}`]
  for (const digits of milliseconds.slice(1)) {
    const short = withoutAtEnd(digits, '0')
    yield [`,${short}`, `${seconds},${short}`]
    if (short !== digits) yield [`,${digits}`, `${seconds},${digits}`]
    yield [`,${digits}000`, `${seconds},${digits}000`]
    yield [`.${digits}000`, `${seconds}.${digits}000`]
  }
}

function* encodedTimes(seconds: string, hash: Hash): Generator<Form> {
  for (const [detail, text] of encodedParts(seconds, hash)) yield [detail, text, 'late']
}

export const freshnessMistakes: ReadonlyArray<Mistake> = [
  timestamp(
    'timestamp-milliseconds',
    'The caller signed milliseconds or a smaller unit, but sent seconds.',
    'Calculate the whole seconds once. Then sign and send this number.',
    (seconds) => [
      ...milliseconds.map((ms): Form => [ms, seconds + ms]),
      ...['000000', '000000000'].map((zeros): Form => [zeros, seconds + zeros, 'alone']),
    ],
    { wide: true },
  ),
  timestamp(
    'timestamp-grouped',
    'The caller signed the timestamp with a mark or a blank between each three digits, but sent it without them.',
    'Write the timestamp in plain digits. Do not use the number format of a locale.',
    (seconds) =>
      [',', '.', ' ', '\u00a0', '\u202f', "'", '_'].map((mark) => [
        mark === ',' ? 'commas' : codeOf(mark),
        inGroups(seconds, mark),
      ]),
  ),
  timestamp(
    'timestamp-format',
    'The timestamp has one form in the signed text and another in the header: for example a date, another base or other digits.',
    'Write whole seconds since 1970 in decimal digits once. Then sign and send exactly this text.',
    function* (seconds, wanted, hash) {
      yield* timeForms(seconds, wanted)
      yield* encodedTimes(seconds, hash)
    },
    { rarely: true, hasLateForms: true },
  ),
  timestamp(
    'timestamp-fraction',
    'The caller signed the timestamp as a floating-point number with a fraction, but sent it without the fraction.',
    'Calculate the whole seconds once. Then sign and send this number.',
    function* (seconds, wanted) {
      const isFraction = wanted === undefined || /^[.,]/.test(wanted.slice(seconds.length))
      if (!isFraction) return
      // A whole number, as OCaml (`7.`), Python (`7.0`) and formats with two or three digits print it.
      for (const fraction of ['.', '.0', '.00', '.000']) yield [fraction, seconds + fraction]
      // One to three digits, also without their zeros at the end. A fourth digit would make ten times as many texts: with it, a
      // search for two mistakes took a fifth longer.
      for (let ms = 1; ms < 1000; ms++) {
        const fraction = (ms / 1000).toFixed(3).slice(1)
        const short = withoutAtEnd(fraction, '0')
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
      if (!/^\d{1,11}$/.test(sent)) {
        yield* timesReadAgain(sent, wanted)
        return
      }
      if (/\D/.test(wanted ?? '')) return
      const seconds = Number(sent)
      for (const s of nearby) if (seconds + s >= 0) yield [`${s} s`, later(sent, s)]
      for (const time of otherTimes(seconds, moments))
        if (!nearby.includes(time - seconds)) yield [`${time - seconds} s`, String(time), 'alone']
      for (const [time, ms] of otherMilliseconds(seconds, moments, wanted))
        yield [`${time - seconds} s ${ms}`, String(time) + ms, 'late']
      const tried = new Set(otherTimes(seconds, moments))
      for (const time of timesFarAway(seconds, wanted))
        if (!nearby.includes(time - seconds) && !tried.has(time)) yield [`${time - seconds} s`, String(time), 'late']
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
    'nonce-encoding',
    'nonce',
    'The caller decoded the nonce of the header before signing, or encoded it.',
    'Sign exactly the nonce that is sent, character by character.',
    ['layout', 'nonce'],
    ({ nonce: sent, layout, appId, timestamp: seconds }, hash, _only, slot) => [
      ...(isNeeded('nonce', slot) ? nonceEncodings(sent) : []).map(([detail, encoded]) =>
        part(detail, { nonce: encoded }, 'alone'),
      ),
      ...(layout === standard && isNeeded('layout', slot)
        ? nonceDecodings(sent).map((whole) => part(whole.name, { layout: { ...standard, whole } }, 'alone'))
        : []),
      ...(isNeeded('nonce', slot)
        ? [...rareNonceEncodings(sent), ...joinedNonces(sent, { appId, seconds }), ...encodedParts(sent, hash)]
        : []
      ).map(([detail, encoded]) => part(detail, { nonce: encoded }, 'late')),
    ],
    { rarely: true, hasLateForms: true },
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
