/**
 * How the five parts are joined. A caller who joins them otherwise has signed another text; a part that may hold a line
 * feed lets one signature stand for two requests.
 */
import { createHash } from 'node:crypto'
import { type Behaviour, bytes, nonceOf, now, type Parts, stringToSign as stringOf, text } from './draft.ts'
import { accepts, makes, makesNone, refuses } from './shapes.ts'

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
const because = { fault: 'signature', twin: 'string-to-sign/five-parts', reason: 'signature_invalid' }

/** The request of `five-parts`, by a caller who signed something else for it. */
const mistaken = (id: string, comment: string, flag: string, signed: Uint8Array | string): Behaviour['cases'][number] =>
  refuses(id, comment, [flag], because, { body, signed: Buffer.from(signed as string) })

// A request whose body can be read as the end of another one's head.
const lines = 'first line\nsecond line'

export const stringToSign: Behaviour = {
  behaviour: 'string-to-sign',
  comment: 'Five parts, a line feed after each of the first four, and nothing after the body.',
  cases: [
    makes(
      'string-to-sign/made-of-five-parts',
      'Five parts and four line feeds, none at the end.',
      ['separator-crlf', 'separator-literal', 'trailing-line-feed', 'parts-reordered', 'app-id-included'],
      { body: bytes(body) },
      { body },
    ),
    makes(
      'string-to-sign/made-without-body',
      'The string for an empty body ends with the fourth line feed.',
      ['final-line-feed-missing', 'body-hashed'],
      { method: 'GET', body: bytes('') },
      { method: 'GET', body: '' },
    ),
    makes(
      'string-to-sign/made-with-empty-text',
      'An empty text is the same as no bytes at all.',
      ['final-line-feed-missing'],
      { body: text('') },
      { body: '' },
    ),
    makes(
      'string-to-sign/made-with-lines-in-body',
      "Line feeds within the body are the body's own.",
      ['lines-of-body'],
      { body: bytes(lines) },
      { body: lines },
    ),
    makesNone(
      'string-to-sign/line-feed-in-method-to-sign',
      'A method with a line feed would push all other parts down by one.',
      ['line-feed-injection'],
      { fault: 'method-token', twin: 'string-to-sign/made-of-five-parts', reason: 'method_invalid' },
      { method: 'POST\n/v1/jobs' },
    ),
    makesNone(
      'string-to-sign/line-feed-in-url-to-sign',
      'URL parsers of browsers and of Python silently delete a line feed; it must be refused.',
      ['line-feed-injection'],
      { fault: 'target-character', twin: 'string-to-sign/made-of-five-parts', reason: 'target_invalid' },
      { url: '/v1/jobs\n1700000000' },
    ),
    makesNone(
      'string-to-sign/carriage-return-in-url-to-sign',
      'A carriage return in a URL is deleted by browsers and must be refused.',
      ['carriage-return-injection'],
      { fault: 'target-character', twin: 'string-to-sign/made-of-five-parts', reason: 'target_invalid' },
      { url: '/v1/jobs\r?x=1' },
    ),
    makesNone(
      'string-to-sign/line-feed-in-timestamp-to-sign',
      'The timestamp is followed by what would be read as a nonce.',
      ['line-feed-injection'],
      { fault: 'timestamp-form', twin: 'string-to-sign/made-of-five-parts', reason: 'timestamp_malformed' },
      { timestamp: `${now}\nnonce` },
    ),
    makesNone(
      'string-to-sign/line-feed-in-nonce-to-sign',
      'The nonce is followed by what would be read as the body.',
      ['line-feed-injection'],
      { fault: 'nonce-alphabet', twin: 'string-to-sign/made-of-five-parts', reason: 'nonce_malformed' },
      { nonce: 'nonce\nbody' },
    ),

    accepts(
      'string-to-sign/five-parts',
      'A request that is signed as it should be.',
      ['separator-crlf', 'parts-reordered', 'trailing-line-feed', 'app-id-included', 'body-hashed', 'double-hash'],
      { body },
    ),
    accepts(
      'string-to-sign/empty-body',
      'A request without a body is signed with the fourth line feed at the end.',
      ['final-line-feed-missing'],
      { method: 'GET', body: '' },
    ),
    accepts('string-to-sign/lines-in-body', 'A body of two lines is one part.', ['lines-of-body'], { body: lines }),
    mistaken(
      'string-to-sign/separator-crlf',
      "Joined with CR LF, as a platform's own line end may be.",
      'separator-crlf',
      `${method}\r\n${target}\r\n${timestamp}\r\n${nonce}\r\n${body}`,
    ),
    mistaken(
      'string-to-sign/separator-literal',
      'Joined with a backslash and an n: PHP and shells do not unescape within single quotes.',
      'separator-literal',
      [method, target, timestamp, nonce, body].join('\\n'),
    ),
    mistaken(
      'string-to-sign/separator-missing',
      'Joined with nothing between the parts.',
      'separator-missing',
      [method, target, timestamp, nonce, body].join(''),
    ),
    mistaken(
      'string-to-sign/separator-missing-before-body',
      'The first four parts are joined with line feeds, and the body is appended without one.',
      'separator-missing',
      [method, target, timestamp, nonce].join('\n') + body,
    ),
    mistaken(
      'string-to-sign/separator-doubled-before-body',
      'An empty line stands in front of the body, as in an HTTP message.',
      'separator-other',
      `${[method, target, timestamp, nonce].join('\n')}\n\n${body}`,
    ),
    mistaken(
      'string-to-sign/separator-ampersand',
      'Joined with ampersands, as in a query.',
      'separator-other',
      [method, target, timestamp, nonce, body].join('&'),
    ),
    mistaken(
      'string-to-sign/lines-indented',
      'Four spaces behind each line feed, as in a template over several lines.',
      'lines-indented',
      [method, target, timestamp, nonce, body].join('\n    '),
    ),
    mistaken('string-to-sign/leading-line-feed', 'A line feed in front.', 'leading-line-feed', `\n${rightly}`),
    mistaken(
      'string-to-sign/echo-option',
      'The option -e of echo in front, which some shells print.',
      'echo-option-signed',
      `-e ${rightly}`,
    ),
    mistaken(
      'string-to-sign/timestamp-grouped',
      'Commas between the digits of the timestamp.',
      'timestamp-grouped',
      [method, target, String(timestamp).replace(/\B(?=(?:\d{3})+$)/g, ','), nonce, body].join('\n'),
    ),
    mistaken(
      'string-to-sign/timestamp-fraction',
      'The timestamp as a floating-point number.',
      'timestamp-fraction',
      [method, target, `${timestamp}.0`, nonce, body].join('\n'),
    ),
    mistaken(
      'string-to-sign/nonce-with-hyphens',
      'The nonce with the hyphens of a UUID, which are not sent.',
      'nonce-dashes',
      [method, target, timestamp, nonce.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'), body].join(
        '\n',
      ),
    ),
    mistaken(
      'string-to-sign/two-slashes',
      'Two slashes where base and path were joined.',
      'target-double-slash',
      [method, `/${target}`, timestamp, nonce, body].join('\n'),
    ),
    mistaken(
      'string-to-sign/trailing-line-feed',
      'A line feed after the body: the message of a well-known payment API ends so.',
      'trailing-line-feed',
      `${rightly}\n`,
    ),
    refuses(
      'string-to-sign/final-line-feed-missing',
      'Without a body the fourth line feed is left out: many join only those parts that are there.',
      ['final-line-feed-missing'],
      { ...because, twin: 'string-to-sign/empty-body' },
      { method: 'GET', body: '', signed: Buffer.from(`GET\n${target}\n${timestamp}\n${nonce}`) },
    ),
    mistaken(
      'string-to-sign/nonce-before-timestamp',
      'Nonce and timestamp stand the other way round, as they do in the header.',
      'parts-reordered',
      `${method}\n${target}\n${nonce}\n${timestamp}\n${body}`,
    ),
    mistaken(
      'string-to-sign/app-id-included',
      'The app id is signed as a third part.',
      'app-id-included',
      `${method}\n${target}\napp-1\n${timestamp}\n${nonce}\n${body}`,
    ),
    mistaken(
      'string-to-sign/body-hashed-hex',
      "The body's SHA-256 in hexadecimal stands for the body, a habit from another signing scheme.",
      'body-hashed',
      stringOf({ ...sent, body: sha256(body).toString('hex') }),
    ),
    mistaken(
      'string-to-sign/double-hash',
      'The digest of the string is signed by a function that hashes what it is given.',
      'double-hash',
      sha256(rightly),
    ),
    mistaken(
      'string-to-sign/hex-digest-signed',
      'The digest of the string in hexadecimal is what is signed.',
      'hex-digest-signed',
      sha256(rightly).toString('hex'),
    ),
    mistaken(
      'string-to-sign/text-utf-16',
      "The string is turned into bytes as UTF-16, the platform's own form of a string in Windows and Java.",
      'text-utf-16',
      Buffer.from(rightly.toString(), 'utf16le'),
    ),
    refuses(
      'string-to-sign/body-moved-into-nonce',
      'The first line of the body goes over into the nonce; the string, and so the signature, stay the same.',
      ['line-feed-injection'],
      { fault: 'nonce-alphabet', twin: 'string-to-sign/lines-in-body', reason: 'authorization_malformed' },
      { nonce: `${nonceOf('step')}\nfirst line`, body: 'second line' },
    ),
    refuses(
      'string-to-sign/timestamp-moved-into-target',
      'Of a request that expired long ago, whose nonce looks like a time, the parts are read one line later: it is fresh again.',
      ['line-feed-injection'],
      { fault: 'target-character', twin: 'string-to-sign/five-parts', reason: 'target_invalid' },
      { target: '/v1/jobs\n1600000000', timestamp: now, nonce: 'first-line-of-the-body', body: 'the rest' },
    ),
    refuses(
      'string-to-sign/request-moved-into-method',
      'The body of an old request holds a whole new one, and its head goes over into the method.',
      ['line-feed-injection'],
      { fault: 'method-token', twin: 'string-to-sign/five-parts', reason: 'method_invalid' },
      { method: 'POST\n/V1/JOBS\n0\nN', target: '/v1/admin' },
    ),
  ],
}
