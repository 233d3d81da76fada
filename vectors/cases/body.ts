/**
 * The body: the bytes as they are sent, never read and written again.
 */
import { type Behaviour, bytes, type Content, type Draft, repeated, text } from './draft.ts'
import { accepts, type Because, makes, makesNone, refuses, signs } from './shapes.ts'

const job = '{"request_id":"42","stages":[{"type":"INPUT_INITIALIZE","inputInitialize":{"seed":-1,"count":1}}]}'
const escaped = '{"sd_model":"caf\\u00e9","text":"\\/ <b>"}'
const unescaped = '{"sd_model":"café","text":"/ <b>"}'
const composed = '{"text":"é"}'
const decomposed = '{"text":"e\u0301"}'
const invalid = Buffer.from('7b2261223a22ff80c3c0afeda080f5227d', 'hex')
const allBytes = Uint8Array.from([...Array(256).keys()])
const mebibyte = repeated('a', 1_048_576)

/** What a verifier takes as it comes. */
const kept = (slug: string, comment: string, flag: string, body: Content): Draft =>
  accepts(`body/${slug}`, `Received: ${comment}`, [flag], { body })

/** A body that was received, by a caller who signed another one. */
const mistaken = (slug: string, comment: string, flag: string, twin: string, body: Content, signed: Content): Draft => {
  const because: Because = { fault: 'signature', twin: `body/${twin}`, reason: 'signature_invalid' }
  return refuses(`body/${slug}`, comment, [flag], because, { body, signed: { body: signed } })
}

const utf8 = (slug: string, comment: string, flag: string, body: string): Draft =>
  makes(`body/${slug}-to-sign`, `To sign: ${comment}`, [flag], { body: text(body) }, { body })

const noUnicode = (slug: string, comment: string, body: string): Draft =>
  makesNone(
    `body/${slug}-to-sign`,
    `To sign: ${comment}`,
    ['half-surrogate-pair'],
    { fault: 'body-unicode', twin: 'body/surrogate-pair-to-sign', reason: 'body_not_unicode' },
    { body: text(body) },
  )

const flipped = (at: number): Uint8Array => Uint8Array.from(Buffer.from(job), (byte, i) => (i === at ? byte ^ 1 : byte))

export const body: Behaviour = {
  behaviour: 'body',
  comment: 'The body is signed as the bytes that are sent, and verified as the bytes that were received.',
  cases: [
    kept('json', 'a job in compact JSON.', 'body-missing', job),
    kept('spaced', 'JSON with spaces, as Python writes it.', 'body-reserialized', '{"request_id": "42", "stages": []}'),
    kept('escapes', 'JSON with escapes that need not be, as PHP and Python write it.', 'body-reserialized', escaped),
    kept('unescaped', 'the same JSON without those escapes.', 'body-reserialized', unescaped),
    kept(
      'lossy-json',
      'JSON that no parser gives back as it was: long numbers, 1.0, names twice, names of digits.',
      'body-reserialized',
      '{"b":12345678901234567890,"a":1.0,"2":1e2,"1":-0,"a":2}',
    ),
    kept(
      'newline-at-end',
      'a job with a line feed behind it, as an editor leaves it.',
      'body-trailing-newline',
      `${job}\n`,
    ),
    kept('no-json', 'a text that is no JSON.', 'body-parsed', 'hello, world'),
    kept(
      'gzip-magic',
      'bytes that begin like a compressed body.',
      'body-parsed',
      Buffer.from('1f8b080000000000', 'hex'),
    ),
    kept('byte-order-mark', 'a byte order mark; TextDecoder drops it.', 'body-bom', '\ufeff{}'),
    kept('crlf', 'line ends of CR LF, and one of CR alone.', 'body-crlf', '{\r\n}\r'),
    kept('white-space', 'blanks and line feeds at both ends.', 'body-trimmed', ' \n\t{}\n \n'),
    kept('utf-8', 'letters of two, three and four bytes.', 'body-encoding', '{"text":"é 漢 😀"}'),
    kept('composed', 'an é of one character.', 'body-normalized', composed),
    kept('decomposed', 'an é of two characters.', 'body-normalized', decomposed),
    kept('invalid-utf-8', 'bytes that are no UTF-8.', 'body-decoded', invalid),
    kept('null-byte', 'a NUL within.', 'body-as-c-string', 'before\0after'),
    kept('all-bytes', 'each byte once.', 'body-decoded', allBytes),
    accepts('body/mebibyte', 'Received: 1 MiB, which is the limit here, inclusive.', ['body-limit-unchecked'], {
      body: mebibyte,
    }),
    accepts(
      'body/at-small-limit',
      'Received: a body as long as the limit, counted in bytes.',
      ['body-limit-unchecked'],
      { body: 'éé' },
      { bodyLimit: 4 },
    ),
    refuses(
      'body/over-limit',
      'Received: one byte more than the limit.',
      ['body-limit-unchecked'],
      { fault: 'body-limit', twin: 'body/mebibyte', reason: 'body_too_large' },
      { body: repeated('a', 1_048_577) },
    ),
    refuses(
      'body/over-small-limit',
      'Received: three characters, which are five bytes, over a limit of four.',
      ['body-limit-unchecked'],
      { fault: 'body-limit', twin: 'body/at-small-limit', reason: 'body_too_large' },
      { body: 'ééa' },
      { bodyLimit: 4 },
    ),

    mistaken(
      'first-byte-changed',
      'The lowest bit of the first byte is changed.',
      'body-missing',
      'json',
      flipped(0),
      job,
    ),
    mistaken(
      'last-byte-changed',
      'The lowest bit of the last byte is changed.',
      'body-partly-verified',
      'json',
      flipped(job.length - 1),
      job,
    ),
    refuses(
      'body/changed-behind-first-mebibyte',
      'Received: a byte after 1 MiB that was not signed.',
      ['body-partly-verified'],
      { fault: 'signature', twin: 'body/mebibyte', reason: 'signature_invalid' },
      { body: repeated('a', 1_048_577), signed: { body: Buffer.alloc(1_048_576, 'a') } },
      { bodyLimit: 2_097_152 },
    ),
    mistaken(
      'lines-joined',
      'Line ends were left out where it was signed.',
      'body-lines-joined',
      'json',
      `${job.slice(0, -1)}\n}`,
      job,
    ),
    mistaken(
      'compressed',
      'Two bytes were signed, and are sent compressed by gzip.',
      'body-compressed',
      'gzip-magic',
      Buffer.from('1f8b08000000000000ff010200fdff7b7d43bfa6a302000000', 'hex'),
      '{}',
    ),
    mistaken('printed-none', 'No body is sent, and None was signed.', 'body-printed', 'json', '', 'None'),
    mistaken(
      'printed-object',
      'An object was signed as JavaScript prints it.',
      'body-printed',
      'json',
      job,
      '[object Object]',
    ),
    mistaken(
      'value-changed',
      'Another value was signed than is sent: no rule leads from one to the other.',
      'body-other',
      'json',
      job,
      job.replace('42', '43'),
    ),
    mistaken('removed', 'A body was signed and none is sent.', 'body-missing', 'json', '', job),
    mistaken('not-signed', 'A body is sent that was not signed.', 'body-missing', 'json', job, ''),
    mistaken(
      'signed-spaced',
      'The job was signed as Python writes it, and is sent compact.',
      'body-reserialized',
      'json',
      job,
      '{"request_id": "42", "stages": [{"type": "INPUT_INITIALIZE", "inputInitialize": {"seed": -1, "count": 1}}]}',
    ),
    mistaken(
      'signed-sorted',
      'The names were sorted before signing.',
      'body-reserialized',
      'json',
      job,
      '{"request_id":"42","stages":[{"inputInitialize":{"count":1,"seed":-1},"type":"INPUT_INITIALIZE"}]}',
    ),
    mistaken(
      'signed-escaped',
      'The escapes were signed and are not sent.',
      'body-reserialized',
      'unescaped',
      unescaped,
      escaped,
    ),
    mistaken(
      'signed-without-newline',
      'A line feed at the end is sent and was not signed.',
      'body-trailing-newline',
      'newline-at-end',
      `${job}\n`,
      job,
    ),
    mistaken(
      'signed-with-line-feeds',
      'A line feed was signed, and CR LF is sent.',
      'body-crlf',
      'crlf',
      '{\r\n}\r',
      '{\n}\r',
    ),
    mistaken(
      'signed-without-mark',
      'A byte order mark is sent and was not signed.',
      'body-bom',
      'byte-order-mark',
      '\ufeff{}',
      '{}',
    ),
    mistaken(
      'signed-as-latin-1',
      'The text was signed in Latin-1, and is sent in UTF-8.',
      'body-encoding',
      'composed',
      composed,
      Buffer.from(composed, 'latin1'),
    ),
    mistaken(
      'signed-as-utf-16',
      'The text was signed in UTF-16, and is sent in UTF-8.',
      'body-encoding',
      'composed',
      composed,
      Buffer.from(composed, 'utf16le'),
    ),
    mistaken(
      'signed-decomposed',
      'The é was signed as two characters, and is sent as one.',
      'body-normalized',
      'composed',
      composed,
      decomposed,
    ),
    mistaken(
      'signed-with-replacements',
      'What is no UTF-8 was signed as the replacement character EF BF BD.',
      'body-decoded',
      'invalid-utf-8',
      invalid,
      invalid.toString('utf8'),
    ),
    mistaken(
      'signed-quoted',
      'The JSON was signed encoded once more, as a JSON string.',
      'body-quoted',
      'json',
      job,
      JSON.stringify(job),
    ),

    utf8(
      'surrogate-pair',
      'characters beyond the first plane are four bytes each.',
      'surrogate-pairs-apart',
      '{"text":"😀𝕏"}',
    ),
    utf8('text-with-mark', 'a text that begins with U+FEFF keeps it.', 'body-bom', '\ufeff{}'),
    utf8('text-decomposed', 'a text with an é of two characters, and CR LF.', 'body-normalized', `${decomposed}\r\n`),
    makes(
      'body/invalid-utf-8-to-sign',
      'To sign: bytes that are no UTF-8.',
      ['body-decoded'],
      { body: bytes(invalid) },
      { body: invalid },
    ),
    noUnicode('first-half', 'the first half of a surrogate pair alone.', '{"text":"\ud83d"}'),
    noUnicode('first-half-at-end', 'the first half of a surrogate pair at the very end.', 'text\ud83d'),
    noUnicode('second-half', 'the second half of a surrogate pair alone.', '{"text":"\ude00"}'),
    signs(
      'body/mebibyte-signed',
      'A signature over 1 MiB.',
      ['body-partly-verified'],
      { body: mebibyte },
      { body: Buffer.alloc(1_048_576, 'a') },
    ),
  ],
}
