/**
 * Timestamp and nonce: read or drawn twice, printed in another way than they were sent, or of a kind that no verifier
 * accepts. Timestamps that are signed and sent alike, and wrong all the same, stand with the header.
 */
import * as Bytes from '../../core/Bytes.ts'
import { type Mistake, utf8 } from '../Mistake.ts'
import { mistake, part, signs } from './mistake.ts'

/** Whole seconds: what has become something else already is not changed once more. */
const isSeconds = (timestamp: string): boolean => /^\d{1,11}$/.test(timestamp)

/** The timestamp as it stands so many seconds later. */
export const later = (timestamp: string, seconds: number): string => String(Number(timestamp) + seconds)

export const freshnessMistakes: ReadonlyArray<Mistake> = [
  signs(
    {
      id: 'timestamp-milliseconds',
      part: 'timestamp',
      what: 'The caller signed milliseconds and sent seconds.',
      remedy: 'Take whole seconds once, then sign and send that number.',
      wide: true,
    },
    ['timestamp'],
    (v) =>
      !isSeconds(v.timestamp)
        ? []
        : Array.from({ length: 1000 }, (_, ms) => String(ms).padStart(3, '0')).map((ms) =>
            part(ms, { timestamp: v.timestamp + ms }),
          ),
  ),
  signs(
    {
      id: 'timestamp-grouped',
      part: 'timestamp',
      what: 'The caller signed the timestamp with its digits in groups, as a language prints numbers for people.',
      remedy: 'Write the timestamp in plain digits, without the rules of a locale.',
    },
    ['timestamp'],
    (v) =>
      !isSeconds(v.timestamp)
        ? []
        : [',', '.', ' ', '\u00a0', '\u202f', "'", '_'].map((mark) =>
            part(mark === ',' ? 'commas' : `U+${mark.charCodeAt(0).toString(16).padStart(4, '0')}`, {
              timestamp: v.timestamp.replace(/\B(?=(?:\d{3})+$)/g, mark),
            }),
          ),
  ),
  signs(
    {
      id: 'timestamp-fraction',
      part: 'timestamp',
      what: 'The caller signed the timestamp with a fraction, as a floating-point number is printed, and sent it without.',
      remedy: 'Take whole seconds once, then sign and send that number.',
    },
    ['timestamp'],
    (v) =>
      !isSeconds(v.timestamp)
        ? []
        : ['.0', '.00', '.000'].map((fraction) => part(fraction, { timestamp: v.timestamp + fraction })),
  ),
  signs(
    {
      id: 'timestamp-drift',
      part: 'timestamp',
      what: 'The caller read its clock twice, and signed one second and sent another.',
      remedy: 'Read the clock once for each request.',
    },
    ['timestamp'],
    (v) =>
      !isSeconds(v.timestamp)
        ? []
        : [-1, 1, -2, 2, -3, 3, -4, 4, -5, 5]
            .filter((s) => Number(v.timestamp) + s >= 0)
            .map((s) => part(`${s} s`, { timestamp: later(v.timestamp, s) })),
  ),

  signs(
    {
      id: 'nonce-case',
      part: 'nonce',
      what: 'The caller signed the nonce in another case than it sent.',
      remedy: 'Sign the nonce character by character as it is sent.',
    },
    ['nonce'],
    (v) => [part('lower case', { nonce: v.nonce.toLowerCase() }), part('upper case', { nonce: v.nonce.toUpperCase() })],
  ),
  signs(
    {
      id: 'nonce-dashes',
      part: 'nonce',
      what: 'The caller signed the nonce without its hyphens, or with hyphens that it did not send, as those of a UUID.',
      remedy: 'Sign the nonce character by character as it is sent.',
    },
    ['nonce'],
    (v) => [
      part('left out', { nonce: v.nonce.replaceAll('-', '') }),
      part('put in', { nonce: v.nonce.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') }),
      part('in braces', { nonce: `{${v.nonce}}` }),
    ],
  ),
  signs(
    {
      id: 'nonce-missing',
      part: 'nonce',
      what: 'The caller signed no nonce.',
      remedy: 'Sign the nonce that is sent, on the line behind the timestamp.',
    },
    ['nonce', 'layout'],
    (v) => [
      part('an empty line', { nonce: '' }),
      part('no line', { layout: { ...v.layout, order: v.layout.order.filter((piece) => piece !== 'nonce') } }),
    ],
  ),
  mistake({
    id: 'nonce-drift',
    part: 'nonce',
    what: 'The caller drew one nonce to sign and another to send.',
    remedy: 'Draw the nonce once for each request.',
    candidateOnly: true,
  }),
  mistake({
    id: 'nonce-alphabet',
    part: 'nonce',
    what: 'The caller drew a nonce with other characters than digits, letters and hyphens.',
    seenAs: 'authorization_malformed',
    remedy: 'Write the random bytes of the nonce in hexadecimal digits.',
    sendings: (v) => [
      { detail: 'underscore', parts: { nonce: `${v.nonce}_1` } },
      { detail: 'Base64', parts: { nonce: `${v.nonce}+/==` } },
      { detail: 'braces', parts: { nonce: `{${v.nonce}}` } },
    ],
  }),
  mistake({
    id: 'nonce-from-clock',
    part: 'nonce',
    what: 'The caller made the nonce from the clock, so that two requests in one second have the same.',
    seenAs: 'nonce_replayed',
    remedy: 'Draw each nonce at random, from at least 128 bits.',
    sendings: (v, hash) => [
      ...(['md5', 'sha1', 'sha256'] as const).map((name) => ({
        detail: name,
        parts: { nonce: Bytes.toHex(hash(name, utf8(v.timestamp))) },
      })),
      { detail: 'the timestamp itself', parts: { nonce: v.timestamp } },
    ],
  }),
]
