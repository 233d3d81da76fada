/**
 * The body: the bytes as they are sent, never read and written again.
 */
import { type Behaviour, bytes, type Content, repeated, text } from './draft.ts'
import { casesOf, type Question } from './group.ts'
import { makes, receives, signs } from './shapes.ts'

const { cases, flagged } = casesOf('body')

const job = '{"request_id":"42","stages":[{"type":"INPUT_INITIALIZE","inputInitialize":{"seed":-1,"count":1}}]}'
const escaped = '{"sd_model":"caf\\u00e9","text":"\\/ <b>"}'
const unescaped = '{"sd_model":"café","text":"/ <b>"}'
const composed = '{"text":"é"}'
const decomposed = '{"text":"e\u0301"}'
const invalid = Buffer.from('7b2261223a22ff80c3c0afeda080f5227d', 'hex')
const allBytes = Uint8Array.from([...Array(256).keys()])
const mebibyte = repeated('a', 1_048_576)

/** A verifier receives `body`, from a caller who signed `signed`. */
const received = (body: Content, signed: Content = body): Question<'verify'> =>
  receives({ body, signed: { body: signed } })

/** A signer is given a text, which it signs as UTF-8. */
const given = (body: string): Question<'stringToSign'> => makes({ body: text(body) }, { body })

const flipped = (at: number): Uint8Array => Uint8Array.from(Buffer.from(job), (byte, i) => (i === at ? byte ^ 1 : byte))

export const body: Behaviour = {
  behaviour: 'body',
  comment: 'The body is signed as the bytes that are sent, and verified as the bytes that were received.',
  cases: [
    ...flagged({}, received, {
      json: ['body-missing', 'Received: a job in compact JSON.', job],
      spaced: [
        'body-reserialized',
        'Received: JSON with spaces, as Python writes it.',
        '{"request_id": "42", "stages": []}',
      ],
      escapes: ['body-reserialized', 'Received: JSON with unnecessary escapes, as PHP and Python write it.', escaped],
      unescaped: ['body-reserialized', 'Received: the same JSON without those escapes.', unescaped],
      'lossy-json': [
        'body-reserialized',
        'Received: JSON that parsers do not preserve: long numbers, 1.0, duplicate names, names of digits.',
        '{"b":12345678901234567890,"a":1.0,"2":1e2,"1":-0,"a":2}',
      ],
      'newline-at-end': [
        'body-trailing-newline',
        'Received: a job with a line feed at the end, as editors leave it.',
        `${job}\n`,
      ],
      'no-json': ['body-parsed', 'Received: a text that is not JSON.', 'hello, world'],
      'gzip-magic': [
        'body-parsed',
        'Received: bytes that begin like a compressed body.',
        Buffer.from('1f8b080000000000', 'hex'),
      ],
      'byte-order-mark': ['body-bom', 'Received: a byte order mark; TextDecoder drops it.', '\ufeff{}'],
      crlf: ['body-crlf', 'Received: line ends of CR LF, and one CR alone.', '{\r\n}\r'],
      'white-space': ['body-trimmed', 'Received: spaces and line feeds at both ends.', ' \n\t{}\n \n'],
      'utf-8': ['body-encoding', 'Received: letters of two, three and four bytes.', '{"text":"é 漢 😀"}'],
      composed: ['body-normalized', 'Received: an é of one character.', composed],
      decomposed: ['body-normalized', 'Received: an é of two characters.', decomposed],
      'invalid-utf-8': ['body-decoded', 'Received: bytes that are not UTF-8.', invalid],
      'null-byte': ['body-as-c-string', 'Received: a NUL inside.', 'before\0after'],
      'all-bytes': ['body-decoded', 'Received: each of the 256 byte values once.', allBytes],
    }),
    ...cases({ flags: 'body-limit-unchecked' }, receives, {
      mebibyte: ['Received: 1 MiB, which is the limit here, inclusive.', { body: mebibyte }],
      'at-small-limit': ['Received: a body as long as the limit, counted in bytes.', { body: 'éé' }, { bodyLimit: 4 }],
    }),
    ...cases({ flags: 'zero-as-absent' }, receives, {
      'at-limit-of-zero': ['Received: no body, under a limit of zero.', { body: '' }, { bodyLimit: 0 }],
    }),
    ...cases(
      { flags: 'body-limit-unchecked zero-as-absent', fault: 'body-limit', twin: 'at-limit-of-zero' },
      receives,
      {
        'over-limit-of-zero': [
          'Received: a body of one byte. A limit of zero is not the same as no limit.',
          { body: 'a' },
          { bodyLimit: 0 },
        ],
      },
    ),
    ...cases({ flags: 'body-limit-unchecked', fault: 'body-limit', twin: 'mebibyte' }, receives, {
      'over-limit': ['Received: one byte more than the limit.', { body: repeated('a', 1_048_577) }],
    }),
    ...cases({ flags: 'body-limit-unchecked', fault: 'body-limit', twin: 'at-small-limit' }, receives, {
      'over-small-limit': [
        'Received: three characters in five bytes, over a limit of four bytes.',
        { body: 'ééa' },
        { bodyLimit: 4 },
      ],
    }),

    ...cases({ flags: 'body-missing', fault: 'signature', twin: 'json' }, received, {
      'first-byte-changed': ['The lowest bit of the first byte is changed.', flipped(0), job],
    }),
    ...cases({ flags: 'body-partly-verified', fault: 'signature', twin: 'json' }, received, {
      'last-byte-changed': ['The lowest bit of the last byte is changed.', flipped(job.length - 1), job],
    }),
    ...cases({ flags: 'body-partly-verified', fault: 'signature', twin: 'mebibyte' }, receives, {
      'changed-behind-first-mebibyte': [
        'Received: a byte after the first MiB that was not signed.',
        { body: repeated('a', 1_048_577), signed: { body: Buffer.alloc(1_048_576, 'a') } },
        { bodyLimit: 2_097_152 },
      ],
    }),
    ...cases({ flags: 'body-lines-joined', fault: 'signature', twin: 'json' }, received, {
      'lines-joined': ['The body was signed without its line ends.', `${job.slice(0, -1)}\n}`, job],
    }),
    ...cases({ flags: 'body-compressed', fault: 'signature', twin: 'gzip-magic' }, received, {
      compressed: [
        'Two bytes were signed and are sent compressed by gzip.',
        Buffer.from('1f8b08000000000000ff010200fdff7b7d43bfa6a302000000', 'hex'),
        '{}',
      ],
    }),
    ...flagged({ fault: 'signature', twin: 'json' }, received, {
      'printed-none': ['body-printed', "No body is sent; Python's None was signed as text.", '', 'None'],
      'printed-object': ['body-printed', 'An object was signed as JavaScript prints it.', job, '[object Object]'],
      'value-changed': [
        'body-other',
        'A different value was signed than is sent; no known mistake explains it.',
        job,
        job.replace('42', '43'),
      ],
      'signed-without-member': [
        'body-other',
        'A member was added to the JSON after it was signed.',
        job,
        job.replace('"request_id":"42",', ''),
      ],
      removed: ['body-missing body-left-over', 'A body was signed, but none is sent.', '', job],
      'not-signed': ['body-missing', 'A body is sent, but an empty one was signed.', job, ''],
      'signed-spaced': [
        'body-reserialized',
        'The job was signed as Python writes it, and is sent compact.',
        job,
        '{"request_id": "42", "stages": [{"type": "INPUT_INITIALIZE", "inputInitialize": {"seed": -1, "count": 1}}]}',
      ],
      'signed-sorted': [
        'body-reserialized',
        'The JSON was signed with its names sorted.',
        job,
        '{"request_id":"42","stages":[{"inputInitialize":{"count":1,"seed":-1},"type":"INPUT_INITIALIZE"}]}',
      ],
    }),
    ...cases({ flags: 'body-reserialized', fault: 'signature', twin: 'unescaped' }, received, {
      'signed-escaped': ['JSON with escapes was signed, and JSON without them is sent.', unescaped, escaped],
    }),
    ...cases({ flags: 'body-trailing-newline', fault: 'signature', twin: 'newline-at-end' }, received, {
      'signed-without-newline': ['A line feed at the end is sent and was not signed.', `${job}\n`, job],
    }),
    ...cases({ flags: 'body-crlf', fault: 'signature', twin: 'crlf' }, received, {
      'signed-with-line-feeds': ['A line feed was signed, and CR LF is sent.', '{\r\n}\r', '{\n}\r'],
    }),
    ...cases({ flags: 'body-bom', fault: 'signature', twin: 'byte-order-mark' }, received, {
      'signed-without-mark': ['A byte order mark is sent and was not signed.', '\ufeff{}', '{}'],
    }),
    ...cases({ flags: 'body-encoding', fault: 'signature', twin: 'composed' }, received, {
      'signed-as-latin-1': [
        'The text was signed in Latin-1, and is sent in UTF-8.',
        composed,
        Buffer.from(composed, 'latin1'),
      ],
      'signed-as-utf-16': [
        'The text was signed in UTF-16, and is sent in UTF-8.',
        composed,
        Buffer.from(composed, 'utf16le'),
      ],
    }),
    ...cases({ flags: 'body-normalized', fault: 'signature', twin: 'composed' }, received, {
      'signed-decomposed': ['The é was signed as two characters, and is sent as one.', composed, decomposed],
    }),
    ...cases({ flags: 'body-decoded', fault: 'signature', twin: 'invalid-utf-8' }, received, {
      'signed-with-replacements': [
        'Invalid UTF-8 was signed as the replacement character EF BF BD.',
        invalid,
        invalid.toString('utf8'),
      ],
    }),
    ...cases({ flags: 'body-quoted', fault: 'signature', twin: 'json' }, received, {
      'signed-quoted': ['The JSON was signed encoded twice, as a JSON string.', job, JSON.stringify(job)],
    }),

    ...cases({ flags: 'surrogate-pairs-apart' }, given, {
      'surrogate-pair-to-sign': ['To sign: characters beyond the basic plane have four bytes each.', '{"text":"😀𝕏"}'],
    }),
    ...cases({ flags: 'body-bom' }, given, {
      'text-with-mark-to-sign': ['To sign: a text that begins with U+FEFF keeps it.', '\ufeff{}'],
    }),
    ...cases({ flags: 'body-normalized' }, given, {
      'text-decomposed-to-sign': ['To sign: a text with an é of two characters, and CR LF.', `${decomposed}\r\n`],
    }),
    ...cases({ flags: 'body-decoded' }, makes, {
      'invalid-utf-8-to-sign': ['To sign: bytes that are not UTF-8.', { body: bytes(invalid) }, { body: invalid }],
    }),
    ...cases({ flags: 'half-surrogate-pair', fault: 'body-unicode', twin: 'surrogate-pair-to-sign' }, given, {
      'first-half-to-sign': ['To sign: the first half of a surrogate pair alone.', '{"text":"\ud83d"}'],
      'first-half-at-end-to-sign': ['To sign: the first half of a surrogate pair at the very end.', 'text\ud83d'],
      'second-half-to-sign': ['To sign: the second half of a surrogate pair alone.', '{"text":"\ude00"}'],
    }),
    ...cases({ flags: 'body-partly-verified' }, signs, {
      'mebibyte-signed': ['A signature over 1 MiB.', { body: mebibyte }, { body: Buffer.alloc(1_048_576, 'a') }],
    }),
  ],
}
