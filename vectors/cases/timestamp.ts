/**
 * The timestamp: one spelling for each second, and how far from the verifier's clock it may lie.
 */
import { type Behaviour, nonceOf, now } from './draft.ts'
import { casesOf, type Question } from './group.ts'
import { makes, receives } from './shapes.ts'

const { cases, flagged } = casesOf('timestamp')

const largest = 2 ** 53 - 1

const bothWays =
  ' In the first request, the signed text has the number in canonical decimal; in the second, it has the sent text.'

/** A spelling that is not canonical, signed both ways. */
const misspelt = (text: string, means: number): Question<'verify'> =>
  receives([
    { timestamp: text, nonce: nonceOf('first'), signed: { timestamp: means } },
    { timestamp: text, nonce: nonceOf('second') },
  ])

export const timestamp: Behaviour = {
  behaviour: 'timestamp',
  comment: 'The timestamp is canonical decimal, at most maxAge old and at most maxSkew ahead, both inclusive.',
  cases: [
    ...cases({ flags: 'edge-exclusive' }, receives, {
      'age-at-limit': ['Exactly maxAge old: the limit is inclusive.', { now: now + 300 }],
    }),
    ...cases({ flags: 'clock-behind', fault: 'fresh-age', twin: 'age-at-limit' }, receives, {
      'age-over-limit': ['One second older than maxAge.', { now: now + 301 }],
    }),
    ...cases({ flags: 'edge-exclusive' }, receives, {
      'skew-at-limit': ['Exactly maxSkew ahead: the limit is inclusive.', { now: now - 60 }],
    }),
    ...cases({ flags: 'clock-ahead', fault: 'fresh-skew', twin: 'skew-at-limit' }, receives, {
      'skew-over-limit': ['One second further ahead than maxSkew.', { now: now - 61 }],
    }),
    ...cases({ flags: 'zero-as-absent edge-exclusive' }, receives, {
      'no-tolerance': [
        'With maxAge and maxSkew of zero, the current second is accepted.',
        {},
        { maxAge: 0, maxSkew: 0 },
      ],
    }),
    ...cases({ flags: 'zero-as-absent', fault: 'fresh-age', twin: 'no-tolerance' }, receives, {
      'no-age-allowed': ['A maxAge of zero is not the same as no maxAge.', { now: now + 1 }, { maxAge: 0, maxSkew: 0 }],
    }),
    ...cases({ flags: 'zero-as-absent', fault: 'fresh-skew', twin: 'no-tolerance' }, receives, {
      'no-skew-allowed': [
        'A maxSkew of zero is not the same as no maxSkew.',
        { now: now - 1 },
        { maxAge: 0, maxSkew: 0 },
      ],
    }),
    ...cases({ flags: 'unsigned-underflow zero-as-absent' }, receives, {
      zero: ['Timestamp 0, while the clock reads less than maxAge.', { timestamp: 0, now: 100 }],
    }),
    ...cases({ flags: 'time-truncated' }, receives, {
      'beyond-2038': ['A timestamp above 2^31.', { timestamp: 2 ** 31 + 7, now: 2 ** 31 + 8 }],
    }),
    ...cases({ flags: 'time-truncated', fault: 'fresh-skew', twin: 'target/path-only' }, receives, {
      'wrapped-ahead': [
        'The timestamp is 2^32 seconds ahead. Cut to 32 bits, it is equal to the current time.',
        { timestamp: now + 2 ** 32 },
      ],
    }),
    ...cases({ flags: 'time-truncated', fault: 'fresh-age', twin: 'beyond-2038' }, receives, {
      'wrapped-behind': [
        'The timestamp is 2^32 seconds old. Cut to 32 bits, the current time is equal to it.',
        { now: now + 2 ** 32 },
      ],
    }),
    ...cases({ flags: 'timestamp-range' }, receives, {
      largest: ['The largest valid timestamp.', { timestamp: largest, now: largest }],
    }),
    ...cases({ flags: 'timestamp-range', fault: 'timestamp-range', twin: 'largest' }, receives, {
      'over-largest': ['One more than the largest valid timestamp.', { timestamp: '9007199254740992', now: largest }],
    }),
    ...cases({ flags: 'clock-fraction' }, receives, {
      'fraction-of-last-second': ['The last valid second lasts until its end.', { now: now + 300.999 }],
      'fraction-ahead': ['The clock is 59.6 seconds behind. This counts as 60 seconds.', { now: now - 59.6 }],
    }),
    ...cases({ flags: 'clock-fraction', fault: 'fresh-skew', twin: 'fraction-ahead' }, receives, {
      'fraction-over-skew': [
        'The clock is 60.4 seconds behind. This counts as 61 seconds: the clock is rounded down, not to the nearest second.',
        { now: now - 60.4 },
      ],
    }),
    ...cases({ flags: 'clock-fraction' }, receives, {
      'fraction-below-zero': [
        'A clock of −0.5 counts as −1, one second before the timestamp 0.',
        { timestamp: 0, now: -0.5 },
        { maxSkew: 1 },
      ],
    }),
    ...cases({ flags: 'clock-fraction', fault: 'fresh-skew', twin: 'fraction-below-zero' }, receives, {
      'fraction-below-zero-over-skew': [
        'A clock of −1.5 counts as −2: rounded down, not towards 0.',
        { timestamp: 0, now: -1.5 },
        { maxSkew: 1 },
      ],
    }),
    ...cases({ flags: 'clock-read-once' }, receives, {
      'slow-body': [
        'When the body has arrived, the timestamp is exactly maxAge old.',
        { now: now + 200, later: now + 300 },
      ],
    }),
    ...cases({ flags: 'clock-read-once', fault: 'fresh-again', twin: 'slow-body' }, receives, {
      'body-too-slow': ['When the body has arrived, the timestamp has expired.', { now: now + 200, later: now + 301 }],
    }),
    ...cases(
      { flags: 'clock-read-once', fault: 'fresh-again', twin: 'slow-body', reason: 'timestamp_in_future' },
      receives,
      {
        'clock-set-back-meanwhile': [
          'The clock was set back while the body arrived: the timestamp is now too far ahead.',
          { now, later: now - 61 },
        ],
      },
    ),
    ...flagged({ fault: 'signature', twin: 'target/path-only' }, receives, {
      drift: ['timestamp-drift', 'The timestamp of one second earlier was signed.', { signed: { timestamp: now - 1 } }],
      'signed-in-milliseconds': [
        'timestamp-milliseconds',
        'Milliseconds were signed, and seconds are sent.',
        { signed: { timestamp: now * 1000 } },
      ],
    }),
    ...cases({ flags: 'header-milliseconds', fault: 'fresh-skew', twin: 'target/path-only' }, receives, {
      milliseconds: ['Milliseconds were signed and are sent.', { timestamp: now * 1000 }],
    }),

    ...cases({ flags: 'timestamp-lenient', fault: 'timestamp-form', twin: 'target/path-only' }, misspelt, {
      'leading-zero': [`A leading zero.${bothWays}`, `0${now}`, now],
    }),
    ...cases(
      { flags: 'timestamp-lenient header-timestamp', fault: 'timestamp-form', twin: 'target/path-only' },
      misspelt,
      {
        'plus-sign': [`A plus sign; Java and Python accept it.${bothWays}`, `+${now}`, now],
      },
    ),
    ...cases({ flags: 'timestamp-lenient', fault: 'timestamp-form', twin: 'zero' }, receives, {
      negative: ['The timestamp −1, which would be fresh by this clock.', { timestamp: '-1', now: 100 }],
    }),
    ...cases(
      { flags: 'timestamp-lenient header-timestamp', fault: 'timestamp-form', twin: 'target/path-only' },
      misspelt,
      {
        fraction: [`The fraction .0; JavaScript accepts it.${bothWays}`, `${now}.0`, now],
      },
    ),
    ...cases({ flags: 'timestamp-lenient', fault: 'timestamp-form', twin: 'target/path-only' }, misspelt, {
      hexadecimal: [`Hexadecimal; JavaScript accepts it.${bothWays}`, `0x${now.toString(16)}`, now],
      underscore: [`An underscore between digits; Python accepts it.${bothWays}`, '1_700_000_000', now],
      'arabic-digits': [
        `Digits of another script; Python and Java accept them.${bothWays}`,
        [...`${now}`].map((digit) => String.fromCharCode(0x660 + Number(digit))).join(''),
        now,
      ],
      'letters-at-end': [`A letter after the digits; C, PHP and parseInt stop there.${bothWays}`, `${now}s`, now],
    }),

    ...flagged({}, makes, {
      'zero-to-sign': ['zero-as-absent', 'Zero is a valid timestamp.', { timestamp: '0' }, { timestamp: 0 }],
      'largest-to-sign': [
        'timestamp-range',
        'The largest timestamp keeps its last digit.',
        { timestamp: `${largest}` },
        { timestamp: largest },
      ],
    }),
    ...cases({ flags: 'timestamp-lenient', fault: 'timestamp-form', twin: 'zero-to-sign' }, makes, {
      'empty-to-sign': ['An empty timestamp; JavaScript converts an empty text to zero.', { timestamp: '' }],
      'plus-sign-to-sign': ['A plus sign.', { timestamp: `+${now}` }],
    }),
    ...cases({ flags: 'timestamp-end-of-line', fault: 'timestamp-form', twin: 'zero-to-sign' }, makes, {
      'line-feed-at-end-to-sign': [
        'A line feed after the digits; `$` of many regular expressions matches before it.',
        { timestamp: `${now}\n` },
      ],
    }),
    ...cases({ flags: 'timestamp-lenient', fault: 'timestamp-form', twin: 'zero-to-sign' }, makes, {
      'blank-before-to-sign': ['A leading space; most number parsers skip it.', { timestamp: ` ${now}` }],
      'not-a-number-to-sign': ['NaN, which is a number to JavaScript and Python.', { timestamp: 'NaN' }],
    }),
    ...cases({ flags: 'timestamp-range', fault: 'timestamp-range', twin: 'zero-to-sign' }, makes, {
      'over-largest-to-sign': ['2^53, which JavaScript cannot tell from 2^53 + 1.', { timestamp: '9007199254740992' }],
      'wrapped-64-bits-to-sign': [
        'A fresh timestamp plus 2^64, which overflows 64 bits to the fresh timestamp.',
        { timestamp: '18446744075409551616' },
      ],
      'thirty-digits-to-sign': ['10^30.', { timestamp: `1${'0'.repeat(30)}` }],
    }),
  ],
}
