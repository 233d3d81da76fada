/**
 * The timestamp: one spelling for each second, and how far from the verifier's clock it may lie.
 */
import { type Behaviour, type Draft, nonceOf, now, type Sent } from './draft.ts'
import { accepts, makes, makesNone, refuses } from './shapes.ts'

const largest = 2 ** 53 - 1

/** A spelling that is not canonical: signed as the number it means (the first request), and as it stands (the second). */
const misspelt = (slug: string, comment: string, flags: string, text: string, means: number): Draft =>
  refuses(
    `timestamp/${slug}`,
    `${comment} The first request is signed over the number in canonical decimal, the second over the text.`,
    flags.split(' '),
    { fault: 'timestamp-form', twin: 'target/path-only', reason: 'authorization_malformed' },
    [
      { timestamp: text, nonce: nonceOf('first'), signed: { timestamp: means } },
      { timestamp: text, nonce: nonceOf('second') },
    ],
  )

const unsignable = (slug: string, comment: string, flag: string, timestamp: string, fault: string): Draft =>
  makesNone(
    `timestamp/${slug}-to-sign`,
    comment,
    [flag],
    { fault, twin: 'timestamp/zero-to-sign', reason: 'timestamp_malformed' },
    { timestamp },
  )

const expired = (slug: string, comment: string, flag: string, twin: string, sent: Sent, settings = {}): Draft =>
  refuses(
    `timestamp/${slug}`,
    comment,
    [flag],
    { fault: 'fresh-age', twin, reason: 'timestamp_expired' },
    sent,
    settings,
  )

const ahead = (slug: string, comment: string, flag: string, twin: string, sent: Sent, settings = {}): Draft =>
  refuses(
    `timestamp/${slug}`,
    comment,
    [flag],
    { fault: 'fresh-skew', twin, reason: 'timestamp_in_future' },
    sent,
    settings,
  )

export const timestamp: Behaviour = {
  behaviour: 'timestamp',
  comment: 'The timestamp is canonical decimal, at most maxAge old and at most maxSkew ahead, both inclusive.',
  cases: [
    accepts('timestamp/age-at-limit', 'As old as may be: maxAge is inclusive.', ['edge-exclusive'], { now: now + 300 }),
    expired('age-over-limit', 'One second older than may be.', 'clock-behind', 'timestamp/age-at-limit', {
      now: now + 301,
    }),
    accepts('timestamp/skew-at-limit', 'As far ahead as may be: maxSkew is inclusive.', ['edge-exclusive'], {
      now: now - 60,
    }),
    ahead('skew-over-limit', 'One second further ahead than may be.', 'clock-ahead', 'timestamp/skew-at-limit', {
      now: now - 61,
    }),
    accepts(
      'timestamp/no-tolerance',
      'With maxAge and maxSkew of zero, the very second is accepted.',
      ['zero-as-absent', 'edge-exclusive'],
      {},
      { maxAge: 0, maxSkew: 0 },
    ),
    expired(
      'no-age-allowed',
      'A maxAge of zero is no absent maxAge.',
      'zero-as-absent',
      'timestamp/no-tolerance',
      { now: now + 1 },
      { maxAge: 0, maxSkew: 0 },
    ),
    accepts(
      'timestamp/zero',
      'The first second of all, by a clock that reads less than maxAge.',
      ['unsigned-underflow', 'zero-as-absent'],
      {
        timestamp: 0,
        now: 100,
      },
    ),
    accepts('timestamp/beyond-2038', 'Seconds beyond 2^31.', ['time-truncated'], {
      timestamp: 2 ** 31 + 7,
      now: 2 ** 31 + 8,
    }),
    ahead('wrapped-ahead', '2^32 seconds ahead: in 32 bits that is now.', 'time-truncated', 'target/path-only', {
      timestamp: now + 2 ** 32,
    }),
    expired('wrapped-behind', '2^32 seconds old: in 32 bits that is now.', 'time-truncated', 'timestamp/beyond-2038', {
      now: now + 2 ** 32,
    }),
    accepts('timestamp/largest', 'The largest timestamp that there is.', ['timestamp-range'], {
      timestamp: largest,
      now: largest,
    }),
    refuses(
      'timestamp/over-largest',
      'One second more than the largest.',
      ['timestamp-range'],
      { fault: 'timestamp-range', twin: 'timestamp/largest', reason: 'authorization_malformed' },
      { timestamp: '9007199254740992', now: largest },
    ),
    accepts('timestamp/fraction-of-last-second', 'The last valid second lasts until its end.', ['clock-fraction'], {
      now: now + 300.999,
    }),
    accepts('timestamp/fraction-ahead', 'A clock of 59.6 seconds before counts as 60 before.', ['clock-fraction'], {
      now: now - 59.6,
    }),
    ahead(
      'fraction-over-skew',
      'A clock of 60.4 seconds before counts as 61 before: down, not to the nearest second.',
      'clock-fraction',
      'timestamp/fraction-ahead',
      { now: now - 60.4 },
    ),
    accepts('timestamp/slow-body', 'When the body has come, the timestamp is as old as may be.', ['clock-read-once'], {
      now: now + 200,
      later: now + 300,
    }),
    refuses(
      'timestamp/body-too-slow',
      'When the body has come, the timestamp has expired.',
      ['clock-read-once'],
      { fault: 'fresh-again', twin: 'timestamp/slow-body', reason: 'timestamp_expired' },
      { now: now + 200, later: now + 301 },
    ),
    refuses(
      'timestamp/clock-set-back-meanwhile',
      'While the body came, the clock was set back, and the timestamp lies too far ahead.',
      ['clock-read-once'],
      { fault: 'fresh-again', twin: 'timestamp/slow-body', reason: 'timestamp_in_future' },
      { now, later: now - 61 },
    ),
    refuses(
      'timestamp/drift',
      'The second before was signed.',
      ['timestamp-drift'],
      { fault: 'signature', twin: 'target/path-only', reason: 'signature_invalid' },
      { signed: { timestamp: now - 1 } },
    ),
    refuses(
      'timestamp/signed-in-milliseconds',
      'Milliseconds were signed, and seconds are sent.',
      ['timestamp-milliseconds'],
      { fault: 'signature', twin: 'target/path-only', reason: 'signature_invalid' },
      { signed: { timestamp: now * 1000 } },
    ),
    ahead('milliseconds', 'Milliseconds were signed and are sent.', 'header-milliseconds', 'target/path-only', {
      timestamp: now * 1000,
    }),

    misspelt('leading-zero', 'A zero in front.', 'timestamp-lenient', `0${now}`, now),
    misspelt(
      'plus-sign',
      'A plus sign; Java and Python take it.',
      'timestamp-lenient header-timestamp',
      `+${now}`,
      now,
    ),
    refuses(
      'timestamp/negative',
      'A second before 1970, which would be fresh by this clock.',
      ['timestamp-lenient'],
      { fault: 'timestamp-form', twin: 'timestamp/zero', reason: 'authorization_malformed' },
      { timestamp: '-1', now: 100 },
    ),
    misspelt(
      'fraction',
      'A fraction of zero; JavaScript takes it.',
      'timestamp-lenient header-timestamp',
      `${now}.0`,
      now,
    ),
    misspelt('hexadecimal', 'Hexadecimal; JavaScript takes it.', 'timestamp-lenient', `0x${now.toString(16)}`, now),
    misspelt('underscore', 'An underscore between digits; Python takes it.', 'timestamp-lenient', '1_700_000_000', now),
    misspelt(
      'arabic-digits',
      'Digits of another script; Python and Java take them.',
      'timestamp-lenient',
      [...`${now}`].map((digit) => String.fromCharCode(0x660 + Number(digit))).join(''),
      now,
    ),
    misspelt(
      'letters-at-end',
      'A unit behind the digits; C, PHP and parseInt stop there.',
      'timestamp-lenient',
      `${now}s`,
      now,
    ),

    makes('timestamp/zero-to-sign', 'Zero is a timestamp.', ['zero-as-absent'], { timestamp: '0' }, { timestamp: 0 }),
    makes(
      'timestamp/largest-to-sign',
      'The largest timestamp keeps its last digit.',
      ['timestamp-range'],
      { timestamp: `${largest}` },
      { timestamp: largest },
    ),
    unsignable(
      'empty',
      'No timestamp; in JavaScript an empty text is the number zero.',
      'timestamp-lenient',
      '',
      'timestamp-form',
    ),
    unsignable('plus-sign', 'A plus sign.', 'timestamp-lenient', `+${now}`, 'timestamp-form'),
    unsignable(
      'line-feed-at-end',
      'A line feed behind the digits; `$` of many regular expressions matches before it.',
      'timestamp-end-of-line',
      `${now}\n`,
      'timestamp-form',
    ),
    unsignable(
      'blank-before',
      'A space in front; most parsers of numbers skip it.',
      'timestamp-lenient',
      ` ${now}`,
      'timestamp-form',
    ),
    unsignable(
      'not-a-number',
      'NaN, which is a number to JavaScript and Python.',
      'timestamp-lenient',
      'NaN',
      'timestamp-form',
    ),
    unsignable(
      'over-largest',
      '2^53, which JavaScript cannot tell from 2^53 + 1.',
      'timestamp-range',
      '9007199254740992',
      'timestamp-range',
    ),
    unsignable(
      'wrapped-64-bits',
      'A good time and 2^64, which is that time again for whoever lets 64 bits run over.',
      'timestamp-range',
      '18446744075409551616',
      'timestamp-range',
    ),
    unsignable('thirty-digits', '10^30.', 'timestamp-range', `1${'0'.repeat(30)}`, 'timestamp-range'),
  ],
}
