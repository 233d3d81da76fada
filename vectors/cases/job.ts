/**
 * The body of a job: strict JSON, then the shape. Each body is written out as text or bytes.
 */
import { type Behaviour, bytes, type Content, value } from './draft.ts'
import { casesOf, orReject, type Question } from './group.ts'
import { deepestJson } from './limits.ts'

const { cases, flagged } = casesOf('job')

const jobOf = (stages: string, more = ''): string => `{"request_id":"42","stages":${stages}${more}}`
const seeded = (payload: string): string => jobOf(`[{"type":"INPUT_INITIALIZE","inputInitialize":${payload}}]`)
const diffused = (payload: string): string => jobOf(`[{"type":"DIFFUSION","diffusion":${payload}}]`)
const whole = diffused(
  '{"width":512,"height":768,"steps":20,"clip_skip":2,"cfg_scale":7.5,"sd_model":"600423083519508503","prompts":[{"text":"a lighthouse"},{}]}',
)

const nested = (levels: number): string => jobOf('[]', `,"x":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}`)

/** A body is decoded to what JSON.parse makes of it, or of `as`. */
const reads = (body: Content, as: string = body.toString()): Question<'decodeJob'> => ({
  op: 'decodeJob',
  input: { body: bytes(body) },
  expect: orReject(() => value(JSON.parse(as))),
})

/** A job is encoded. */
const writes = (text: string): Question<'encodeJob'> => ({
  op: 'encodeJob',
  input: { job: JSON.parse(text) },
  expect: orReject(() => value(JSON.parse(text))),
})

export const job: Behaviour = {
  behaviour: 'job',
  comment: 'The body of a job: which bytes are valid, and what they decode to.',
  cases: [
    ...cases({ flags: '' }, reads, {
      seeded: ['A stage that sets the seed.', seeded('{"seed":-1,"count":1}')],
      diffused: ['A stage with every field.', whole],
    }),
    ...cases({ flags: 'job-shape-closed' }, reads, {
      'no-stages': ['A job may have no stages.', jobOf('[]')],
      'empty-payload': ['Each field of a payload is optional.', diffused('{}')],
      'unknown-fields': [
        'Unknown fields are kept at every level.',
        jobOf('[{"type":"DIFFUSION","diffusion":{"sdModel":7,"prompts":[{"weight":0.5}]},"note":null}]', ',"x":[true]'),
      ],
      'both-spellings': ['sdModel is an unknown field beside sd_model.', diffused('{"sd_model":"1","sdModel":"2"}')],
    }),
    ...cases({ flags: 'json-prototype' }, reads, {
      prototype: ['A member may be called __proto__.', jobOf('[]', ',"__proto__":{"polluted":true}')],
    }),
    ...cases({ flags: 'json-lenient' }, reads, {
      'white-space': ['White space everywhere that JSON allows it.', `\r\n\t${jobOf(' [ ] ')} \n`],
      escapes: ['A pair of surrogates and a slash in escapes.', jobOf('[]', ',"x":"\\ud83d\\ude00\\/\\u00e9"')],
    }),
    ...cases({ flags: 'json-rounded' }, reads, {
      largest: ['The largest and the smallest number.', seeded('{"seed":9007199254740991,"count":-9007199254740991}')],
    }),
    ...cases({ flags: 'job-shape-unchecked' }, reads, {
      'number-float': ['A number may have a fraction.', diffused('{"cfg_scale":7.0}')],
    }),
    ...cases({ flags: 'json-rounded-twice' }, reads, {
      'number-above-middle': [
        'A little above the middle of two doubles: the upper one is nearer.',
        diffused('{"cfg_scale":1.00000000000000011102230246251565404236316680908203126}'),
      ],
      'number-above-middle-far': [
        'Above the middle of two doubles by the 20th digit after the point.',
        jobOf('[]', ',"x":4503599627370496.50000000000000000001'),
      ],
      'number-above-middle-large': [
        'Above the middle of two doubles, near the largest number.',
        jobOf('[]', ',"x":9007199254740990.5000000000000000001'),
      ],
      'number-below-middle': [
        'Below the middle of two doubles by the 20th digit after the point.',
        jobOf('[]', ',"x":-4503599627370497.49999999999999999999'),
      ],
      'number-in-middle': [
        'In the middle of two doubles: the even one is taken, once the lower one and once the upper one.',
        jobOf('[]', ',"x":[4503599627370496.5,4503599627370497.5]'),
      ],
    }),
    ...cases({ flags: 'json-depth' }, reads, {
      deepest: [`${deepestJson} levels.`, nested(deepestJson)],
    }),

    ...cases({ flags: 'json-lenient', fault: 'json-syntax', twin: 'seeded' }, reads, {
      'not-json': ['A trailing comma.', jobOf('[]', ',')],
      comment: ['A comment.', `${jobOf('[]')}/* */`],
      'single-quotes': ['Single quotes.', jobOf('[]').replaceAll('"', "'")],
      nan: ['NaN, which Python reads.', jobOf('[]', ',"x":NaN')],
      'leading-zero': ['A number with a leading zero.', seeded('{"seed":01}')],
      'leading-zero-of-number': ['A leading zero where any number may stand.', diffused('{"cfg_scale":07}')],
      'point-without-digits': ['No digit after the decimal point.', diffused('{"cfg_scale":7.}')],
      'form-feed': ['A form feed is not white space in JSON.', seeded('{"seed":\f1}')],
      'tab-in-text': ['A raw tab in a text.', diffused('{"sd_model":"a\tb"}')],
    }),
    ...cases({ flags: 'json-narrowed' }, reads, {
      'delete-character': ['DEL is not a control character in JSON.', diffused('{"sd_model":"\x7f"}')],
    }),
    ...cases({ flags: 'json-lenient', fault: 'json-syntax', twin: 'seeded' }, reads, {
      'plus-sign': ['A number with a plus sign.', seeded('{"seed":+1}')],
      'control-character': ['A raw line feed in a string.', jobOf('[]', ',"x":"a\nb"')],
      'text-behind': ['A second value follows; stream decoders stop before it.', `${jobOf('[]')}{}`],
      'nul-behind': ['NUL follows.', `${jobOf('[]')}\u0000`],
      'no-break-space': ['U+00A0 is not white space in JSON.', `${jobOf('[]')}\u00a0`],
    }),
    ...cases({ flags: 'json-lenient', fault: 'json-utf8', twin: 'seeded' }, reads, {
      'byte-order-mark': ['A byte order mark.', `\ufeff${jobOf('[]')}`],
      'invalid-utf8': [
        'A byte that is not UTF-8.',
        Buffer.concat([Buffer.from('{"request_id":"'), Buffer.of(0xff), Buffer.from('","stages":[]}')]),
      ],
      'overlong-utf8': [
        'A slash encoded in two bytes (overlong).',
        Buffer.concat([Buffer.from('{"request_id":"'), Buffer.of(0xc0, 0xaf), Buffer.from('","stages":[]}')]),
      ],
      'surrogate-utf8': [
        'Half of a surrogate pair encoded in three bytes.',
        Buffer.concat([Buffer.from('{"request_id":"'), Buffer.of(0xed, 0xa0, 0x80), Buffer.from('","stages":[]}')]),
      ],
    }),

    ...cases({ flags: 'json-duplicate-names', fault: 'json-names', twin: 'seeded' }, reads, {
      'name-twice': ['A duplicate name.', seeded('{"seed":1,"seed":2}')],
      'name-twice-escaped': [
        'A duplicate name, spelled with an escape the second time.',
        seeded('{"seed":1,"\\u0073eed":2}'),
      ],
      'name-twice-unknown': ['A duplicate unknown name, deeply nested.', jobOf('[]', ',"x":[{"a":1,"a":1}]')],
    }),
    ...cases({ flags: 'json-rounded', fault: 'json-numbers', twin: 'largest' }, reads, {
      'number-large': ['One more than the largest number.', seeded('{"seed":9007199254740992}')],
      'number-small': ['One less than the smallest.', seeded('{"seed":-9007199254740992}')],
    }),
    ...cases({ flags: 'json-rounded', fault: 'json-numbers', twin: 'unknown-fields' }, reads, {
      'number-unknown': ['An identifier of 18 digits in an unknown field.', diffused('{"sdModel":600423083519508503}')],
    }),
    ...cases({ flags: 'json-rounded', fault: 'json-numbers', twin: 'number-float' }, reads, {
      'number-infinite': ['A number larger than every double.', diffused('{"cfg_scale":1e400}')],
    }),
    ...cases({ flags: 'json-depth', fault: 'json-depth', twin: 'deepest' }, reads, {
      'too-deep': [`${deepestJson + 1} levels.`, nested(deepestJson + 1)],
      'too-deep-in-objects': [
        `${deepestJson + 1} levels, most of them objects.`,
        jobOf('[]', `,"x":${'{"a":'.repeat(deepestJson - 1)}{}${'}'.repeat(deepestJson - 1)}`),
      ],
      'far-too-deep': ['10,000 levels.', nested(10_000)],
    }),
    ...cases({ flags: 'json-surrogates', fault: 'json-surrogates', twin: 'escapes' }, reads, {
      'half-pair': ['A high surrogate alone.', jobOf('[]', ',"x":"\\ud800"')],
      'low-half': ['A low surrogate alone.', jobOf('[]', ',"x":"\\udc00"')],
      'half-pair-name': ['A high surrogate alone, in a name.', jobOf('[]', ',"\\ud83dx":1')],
    }),

    ...cases({ flags: 'job-shape-unchecked', fault: 'job-types', twin: 'no-stages' }, reads, {
      array: ['The body is an array.', '[]'],
    }),
    ...cases({ flags: 'job-shape-unchecked', fault: 'job-fields', twin: 'no-stages' }, reads, {
      'request-id-missing': ['There is no request_id.', '{"stages":[]}'],
      'stages-missing': ['There are no stages.', '{"request_id":"42"}'],
    }),
    ...cases({ flags: 'job-shape-unchecked', fault: 'job-types', twin: 'no-stages' }, reads, {
      'request-id-number': ['request_id is a number.', '{"request_id":42,"stages":[]}'],
      'stages-null': ['stages is null.', jobOf('null')],
      'stages-object': ['stages is an object.', jobOf('{}')],
    }),
    ...cases({ flags: 'job-shape-unchecked', fault: 'job-fields', twin: 'seeded' }, reads, {
      'type-missing': ['A stage has no type.', jobOf('[{"inputInitialize":{}}]')],
    }),
    ...cases({ flags: 'job-shape-unchecked', fault: 'job-types', twin: 'seeded' }, reads, {
      'type-number': ['The type is a number.', jobOf('[{"type":1}]')],
    }),
    ...cases({ flags: 'job-shape-unchecked', fault: 'job-payload', twin: 'diffused' }, reads, {
      'payload-missing': ['The payload is missing.', jobOf('[{"type":"DIFFUSION"}]')],
      'payload-other': [
        'Both payloads are there.',
        jobOf('[{"type":"DIFFUSION","diffusion":{},"inputInitialize":{}}]'),
      ],
    }),
    ...cases({ flags: 'job-shape-unchecked', fault: 'job-payload', twin: 'seeded' }, reads, {
      'payload-other-null': [
        'The payload of the other type is there, as null.',
        jobOf('[{"type":"INPUT_INITIALIZE","inputInitialize":{},"diffusion":null}]'),
      ],
    }),
    ...cases({ flags: 'job-shape-unchecked', fault: 'job-types', twin: 'diffused' }, reads, {
      'payload-null': ['The payload is null.', diffused('null')],
    }),
    ...cases({ flags: 'job-shape-unchecked', fault: 'job-types', twin: 'diffused' }, reads, {
      'seed-type': ['seed is true.', seeded('{"seed":true}')],
      'count-type': ['count is null, which is not absent.', seeded('{"count":null}')],
      'width-type': ['width is an array.', diffused('{"width":[]}')],
      'height-type': ['height is an object.', diffused('{"height":{}}')],
      'steps-type': ['steps is null, which is not absent.', diffused('{"steps":null}')],
      'clip-skip-type': ['clip_skip is false.', diffused('{"clip_skip":false}')],
      'cfg-scale-type': ['cfg_scale is a text.', diffused('{"cfg_scale":"7.5"}')],
      'sd-model-type': ['sd_model is a number.', diffused('{"sd_model":600423}')],
      'cfg-scale-null-type': ['cfg_scale is null, which is not absent.', diffused('{"cfg_scale":null}')],
      'sd-model-null-type': ['sd_model is null, which is not absent.', diffused('{"sd_model":null}')],
      'prompts-null-type': ['prompts is null, which is not absent.', diffused('{"prompts":null}')],
      'prompt-text-null-type': [
        'The text of a prompt is null, which is not absent.',
        diffused('{"prompts":[{"text":null}]}'),
      ],
      'prompts-type': ['prompts is an object.', diffused('{"prompts":{"text":"a"}}')],
      'prompt-type': ['A prompt is a text.', diffused('{"prompts":["a"]}')],
      'prompt-text-type': ['The text of a prompt is a number.', diffused('{"prompts":[{"text":1}]}')],
    }),
    ...cases({ flags: 'job-shape-unchecked', fault: 'job-integers', twin: 'seeded' }, reads, {
      fraction: ['An integer has a fraction, also under int-spelling.', seeded('{"seed":1.5}')],
    }),
    ...cases({ flags: 'job-shape-unchecked', fault: 'job-integers', twin: 'diffused' }, reads, {
      'fraction-exponent': ['An integer is written 15e-1.', diffused('{"steps":15e-1}')],
    }),

    ...cases({ flags: 'unknown-stage-undeclared', policy: 'unknown-stage' }, reads, {
      'unknown-stage': ['A stage of another type.', jobOf('[{"type":"UPSCALE","upscale":{"by":2}}]')],
      'unknown-stage-case': ['The type diffusion in lower case is unknown.', jobOf('[{"type":"diffusion"}]')],
    }),
    ...cases({ flags: 'job-shape-unchecked', fault: 'job-types', twin: 'seeded' }, reads, {
      'unknown-stage-list': ['The type is an array, also under unknown-stage.', jobOf('[{"type":["UPSCALE"]}]')],
    }),
    ...cases({ flags: 'int64-string-undeclared', policy: 'int64-string' }, reads, {
      'int64-string': ['A seed as a string of digits.', seeded('{"seed":"-1"}'), seeded('{"seed":-1}')],
      'int64-string-width': ['A width as a string of digits.', diffused('{"width":"512"}'), diffused('{"width":512}')],
    }),
    ...cases({ flags: 'job-shape-unchecked', fault: 'job-integers', twin: 'seeded' }, reads, {
      'int64-string-zero': ['A string with a leading zero, also under int64-string.', seeded('{"seed":"01"}')],
    }),
    ...cases({ flags: 'int-spelling-undeclared', policy: 'int-spelling' }, reads, {
      'int-spelling-point': ['1.0 for an integer.', seeded('{"seed":1.0}')],
      'int-spelling-exponent': ['1e0 for an integer.', seeded('{"seed":1e0}')],
      'int-spelling-minus-zero': ['−0 is read as 0.', seeded('{"seed":-0}'), seeded('{"seed":0}')],
    }),

    ...flagged({}, writes, {
      'write-whole': ['', 'A job with every field.', whole],
      'write-unicode': [
        'json-surrogates',
        'Characters of each length in UTF-8.',
        jobOf('[]', ',"x":"aé€😀\\u0000\\"\\\\"'),
      ],
      'write-prototype': ['json-prototype', 'A member called __proto__.', jobOf('[]', ',"__proto__":{"a":1}')],
      'write-unknown-stage': [
        'job-shape-closed',
        'To write: a stage of another type, with each policy.',
        jobOf('[{"type":"UPSCALE","upscale":{"by":2}}]'),
      ],
      'write-deepest': ['json-depth', `${deepestJson} levels.`, nested(deepestJson)],
    }),
    ...cases({ flags: 'job-written-unchecked', fault: 'job-integers', twin: 'write-whole' }, writes, {
      'write-fraction': ['To write: an integer with a fraction.', seeded('{"seed":1.5}')],
    }),
    ...cases({ flags: 'job-written-unchecked', fault: 'json-numbers', twin: 'write-whole' }, writes, {
      'write-number-large': ['To write: a number beyond the largest.', seeded('{"seed":9007199254740992}')],
    }),
    ...cases({ flags: 'job-written-unchecked', fault: 'job-fields', twin: 'write-whole' }, writes, {
      'write-stages-missing': ['To write: no stages.', '{"request_id":"42"}'],
    }),
    ...cases({ flags: 'job-written-unchecked', fault: 'job-payload', twin: 'write-whole' }, writes, {
      'write-payload-other': [
        'To write: both payloads.',
        jobOf('[{"type":"DIFFUSION","diffusion":{},"inputInitialize":{}}]'),
      ],
    }),
    ...cases({ flags: 'job-written-unchecked', fault: 'job-types', twin: 'write-whole' }, writes, {
      'write-integer-as-text': ['To write: an integer as a text.', seeded('{"seed":"1"}')],
    }),
    ...cases({ flags: 'job-written-unchecked', fault: 'job-types', twin: 'write-unknown-stage' }, writes, {
      'write-unknown-stage-list': ['To write: the type of a stage is an array.', jobOf('[{"type":["UPSCALE"]}]')],
    }),
    ...cases({ flags: 'job-written-unchecked', fault: 'json-depth', twin: 'write-whole' }, writes, {
      'write-too-deep': [`To write: ${deepestJson + 1} levels.`, nested(deepestJson + 1)],
    }),
  ],
}
