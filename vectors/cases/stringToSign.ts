/**
 * How the five parts are joined. A caller who joins them in another way has signed another text. A part that may hold a
 * line feed would let one signature stand for two requests.
 */
import { createHash } from 'node:crypto'
import { type Behaviour, bytes, nonceOf, now, type Parts, stringToSign as stringOf, text } from './draft.ts'
import { casesOf, type Question } from './group.ts'
import { makes, receives } from './shapes.ts'

const { cases, flagged } = casesOf('string-to-sign')

const sent: Parts = {
  method: 'POST',
  target: '/v1/jobs',
  timestamp: now,
  nonce: nonceOf('step'),
  body: '{"request_id":"42","stages":[]}',
}
const { method, target, timestamp, nonce, body } = sent
const rightly = stringOf(sent)
const sha256 = (content: Uint8Array | string): Buffer => createHash('sha256').update(content).digest()

/** The request of `five-parts`, from a caller who signed something else. */
const signedOver = (signed: Uint8Array | string): Question<'verify'> =>
  receives({ body, signed: Buffer.from(signed as string) })

// A request whose body can be read as the end of another one's head.
const lines = 'first line\nsecond line'

export const stringToSign: Behaviour = {
  behaviour: 'string-to-sign',
  comment: 'Five parts, a line feed after each of the first four, and nothing after the body.',
  cases: [
    ...cases({ flags: 'separator-crlf separator-literal trailing-line-feed parts-reordered app-id-included' }, makes, {
      'made-of-five-parts': ['Five parts and four line feeds, none at the end.', { body: bytes(body) }, { body }],
    }),
    ...cases({ flags: 'final-line-feed-missing body-hashed' }, makes, {
      'made-without-body': [
        'The string for an empty body ends with the fourth line feed.',
        { method: 'GET', body: bytes('') },
        { method: 'GET', body: '' },
      ],
    }),
    ...cases({ flags: 'final-line-feed-missing' }, makes, {
      'made-with-empty-text': ['An empty text is signed as an empty body.', { body: text('') }, { body: '' }],
    }),
    ...cases({ flags: 'lines-of-body' }, makes, {
      'made-with-lines-in-body': [
        "Line feeds within the body are the body's own.",
        { body: bytes(lines) },
        { body: lines },
      ],
    }),
    ...cases({ flags: 'line-feed-injection', fault: 'method-token', twin: 'made-of-five-parts' }, makes, {
      'line-feed-in-method-to-sign': [
        'A line feed in the method would move every other part down by one line.',
        { method: 'POST\n/v1/jobs' },
      ],
    }),
    ...cases({ flags: 'line-feed-injection', fault: 'target-character', twin: 'made-of-five-parts' }, makes, {
      'line-feed-in-url-to-sign': [
        'A line feed in the URL; the URL parsers of browsers and Python silently delete it.',
        { url: '/v1/jobs\n1700000000' },
      ],
    }),
    ...cases({ flags: 'carriage-return-injection', fault: 'target-character', twin: 'made-of-five-parts' }, makes, {
      'carriage-return-in-url-to-sign': [
        'A carriage return in the URL; browsers silently delete it.',
        { url: '/v1/jobs\r?x=1' },
      ],
    }),
    ...cases({ flags: 'line-feed-injection', fault: 'timestamp-form', twin: 'made-of-five-parts' }, makes, {
      'line-feed-in-timestamp-to-sign': [
        'A line feed in the timestamp; the rest would be read as the nonce.',
        { timestamp: `${now}\nnonce` },
      ],
    }),
    ...cases({ flags: 'line-feed-injection', fault: 'nonce-alphabet', twin: 'made-of-five-parts' }, makes, {
      'line-feed-in-nonce-to-sign': [
        'A line feed in the nonce; the rest would be read as the body.',
        { nonce: 'nonce\nbody' },
      ],
    }),

    ...cases(
      { flags: 'separator-crlf parts-reordered trailing-line-feed app-id-included body-hashed double-hash' },
      receives,
      {
        'five-parts': ['A correctly signed request.', { body }],
      },
    ),
    ...cases({ flags: 'final-line-feed-missing' }, receives, {
      'empty-body': [
        'A request without a body is signed with the fourth line feed at the end.',
        { method: 'GET', body: '' },
      ],
    }),
    ...cases({ flags: 'lines-of-body' }, receives, {
      'lines-in-body': ['A body of two lines is one part.', { body: lines }],
    }),
    ...flagged({ fault: 'signature', twin: 'five-parts' }, signedOver, {
      'separator-crlf': [
        'separator-crlf',
        'Joined with CR LF, the line end of Windows.',
        `${method}\r\n${target}\r\n${timestamp}\r\n${nonce}\r\n${body}`,
      ],
      'separator-literal': [
        'separator-literal',
        'Joined with a backslash and an n: PHP and shells do not unescape within single quotes.',
        [method, target, timestamp, nonce, body].join('\\n'),
      ],
      'separator-missing': [
        'separator-missing',
        'Joined with nothing between the parts.',
        [method, target, timestamp, nonce, body].join(''),
      ],
      'separator-missing-before-body': [
        'separator-missing',
        'The first four parts are joined with line feeds, and the body is appended without one.',
        [method, target, timestamp, nonce].join('\n') + body,
      ],
      'separator-doubled-before-body': [
        'separator-other',
        'An empty line before the body, as in an HTTP message.',
        `${[method, target, timestamp, nonce].join('\n')}\n\n${body}`,
      ],
      'separator-ampersand': [
        'separator-other',
        'Joined with ampersands, as in a query.',
        [method, target, timestamp, nonce, body].join('&'),
      ],
      'lines-indented': [
        'lines-indented',
        'Four spaces after each line feed, as in an indented template.',
        [method, target, timestamp, nonce, body].join('\n    '),
      ],
      'carriage-return-behind-nonce': [
        'white-space-signed',
        'A carriage return behind the nonce, as from a file with the line ends of Windows.',
        `${method}\n${target}\n${timestamp}\n${nonce}\r\n${body}`,
      ],
      'leading-line-feed': ['leading-line-feed', 'A line feed before the method.', `\n${rightly}`],
      'echo-option': [
        'echo-option-signed',
        'The option -e of echo before the method; some shells print it.',
        `-e ${rightly}`,
      ],
      'timestamp-grouped': [
        'timestamp-grouped',
        'Commas between the digits of the timestamp.',
        [method, target, String(timestamp).replace(/\B(?=(?:\d{3})+$)/g, ','), nonce, body].join('\n'),
      ],
      'timestamp-fraction': [
        'timestamp-fraction',
        'The timestamp as a floating-point number.',
        [method, target, `${timestamp}.0`, nonce, body].join('\n'),
      ],
      'nonce-with-hyphens': [
        'nonce-dashes',
        'The nonce with the hyphens of a UUID, which are not sent.',
        [method, target, timestamp, nonce.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'), body].join(
          '\n',
        ),
      ],
      'two-slashes': [
        'target-double-slash',
        'Two slashes where base and path were joined.',
        [method, `/${target}`, timestamp, nonce, body].join('\n'),
      ],
      'trailing-line-feed': [
        'trailing-line-feed',
        'A line feed after the body, as a well-known payment API requires.',
        `${rightly}\n`,
      ],
    }),
    ...cases({ flags: 'final-line-feed-missing', fault: 'signature', twin: 'empty-body' }, receives, {
      'final-line-feed-missing': [
        'Without a body the fourth line feed is missing: the caller joined only the parts that exist.',
        { method: 'GET', body: '', signed: Buffer.from(`GET\n${target}\n${timestamp}\n${nonce}`) },
      ],
    }),
    ...flagged({ fault: 'signature', twin: 'five-parts' }, signedOver, {
      'nonce-before-timestamp': [
        'parts-reordered',
        'Nonce and timestamp are swapped, as they are in the header.',
        `${method}\n${target}\n${nonce}\n${timestamp}\n${body}`,
      ],
      'app-id-included': [
        'app-id-included',
        'The app id is signed as a third part.',
        `${method}\n${target}\napp-1\n${timestamp}\n${nonce}\n${body}`,
      ],
      'body-hashed-hex': [
        'body-hashed',
        "The body's SHA-256 in hexadecimal replaces the body, as in other signing schemes.",
        stringOf({ ...sent, body: sha256(body).toString('hex') }),
      ],
      'double-hash': [
        'double-hash',
        'The digest of the string is given to a signing function, which hashes it again.',
        sha256(rightly),
      ],
      'hex-digest-signed': [
        'hex-digest-signed',
        'The hexadecimal digest of the string is signed instead of the string.',
        sha256(rightly).toString('hex'),
      ],
      'text-utf-16': [
        'text-utf-16',
        'The string is encoded as UTF-16, the in-memory form of strings in Windows and Java.',
        Buffer.from(rightly.toString(), 'utf16le'),
      ],
    }),
    ...cases({ flags: 'line-feed-injection', fault: 'nonce-alphabet', twin: 'lines-in-body' }, receives, {
      'body-moved-into-nonce': [
        'The first line of the body moves into the nonce: the string, and so the signature, stay the same.',
        { nonce: `${nonceOf('step')}\nfirst line`, body: 'second line' },
      ],
    }),
    ...cases({ flags: 'line-feed-injection', fault: 'target-character', twin: 'five-parts' }, receives, {
      'timestamp-moved-into-target': [
        'The parts of an expired request move by one line. Its nonce looks like a time, so the request seems fresh.',
        { target: '/v1/jobs\n1600000000', timestamp: now, nonce: 'first-line-of-the-body', body: 'the rest' },
      ],
    }),
    ...cases({ flags: 'line-feed-injection', fault: 'method-token', twin: 'five-parts' }, receives, {
      'request-moved-into-method': [
        "The body of an old request holds a whole new request. The old request's first lines move into the method.",
        { method: 'POST\n/V1/JOBS\n0\nN', target: '/v1/admin' },
      ],
    }),
  ],
}
