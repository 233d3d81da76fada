/**
 * The body of a job: strict JSON, then the shape. Each body is written out as text or bytes.
 */
import { type Behaviour, bytes, type Content, type Draft, reject, under, value } from './draft.ts'
import { deepestJson } from './limits.ts'

type Flags = ReadonlyArray<string>
const jobOf = (stages: string, more = ''): string => `{"request_id":"42","stages":${stages}${more}}`
const seeded = (payload: string): string => jobOf(`[{"type":"INPUT_INITIALIZE","inputInitialize":${payload}}]`)
const diffused = (payload: string): string => jobOf(`[{"type":"DIFFUSION","diffusion":${payload}}]`)
const whole = diffused(
  '{"width":512,"height":768,"steps":20,"clip_skip":2,"cfg_scale":7.5,"sd_model":"600423083519508503","prompts":[{"text":"a lighthouse"},{}]}',
)

/** Decodes to `text`, as JSON.parse reads it, or as `as` says. */
const reads = (slug: string, flags: Flags, comment: string, text: string, as: string = text): Draft => ({
  id: `job/${slug}`,
  comment,
  flags,
  op: 'decodeJob',
  input: { body: bytes(text) },
  expect: value(JSON.parse(as)),
})
const refuses = (
  slug: string,
  fault: string,
  flag: string,
  comment: string,
  body: Content,
  twin = 'seeded',
  reason = 'job_invalid',
): Draft => ({
  id: `job/${slug}`,
  comment,
  flags: [flag],
  fault,
  twin: `job/${twin}`,
  op: 'decodeJob',
  input: { body: bytes(body) },
  expect: reject(reason),
})
const malformed = (slug: string, fault: string, comment: string, body: Content): Draft =>
  refuses(slug, fault, 'json-lenient', comment, body, 'seeded', 'job_malformed')
const allows = (slug: string, policy: string, comment: string, text: string, as: string = text): Draft => {
  const draft = reads(slug, [`${policy}-undeclared`], comment, text, as)
  return { ...draft, expect: under(policy, 'job_invalid', draft.expect) }
}
const writes = (slug: string, flags: Flags, comment: string, text: string): Draft => ({
  id: `job/write-${slug}`,
  comment,
  flags,
  op: 'encodeJob',
  input: { job: JSON.parse(text) },
  expect: value(JSON.parse(text)),
})
const writesNone = (slug: string, fault: string, comment: string, text: string): Draft => ({
  ...writes(slug, ['job-written-unchecked'], comment, text),
  fault,
  twin: 'job/write-whole',
  expect: reject('job_invalid'),
})

/** A job in which so many arrays stand in one another; the job itself is the first level. */
const nested = (levels: number): string => jobOf('[]', `,"x":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}`)
export const job: Behaviour = {
  behaviour: 'job',
  comment: 'The body of a job: which bytes are one, and what they say.',
  cases: [
    reads('seeded', [], 'A stage that sets the seed.', seeded('{"seed":-1,"count":1}')),
    reads('diffused', [], 'A stage with every field.', whole),
    reads('no-stages', ['job-shape-closed'], 'A job may have no stages.', jobOf('[]')),
    reads('empty-payload', ['job-shape-closed'], 'Each field of a payload is optional.', diffused('{}')),
    reads(
      'unknown-fields',
      ['job-shape-closed'],
      'Unknown fields are kept at every level.',
      jobOf('[{"type":"DIFFUSION","diffusion":{"sdModel":7,"prompts":[{"weight":0.5}]},"note":null}]', ',"x":[true]'),
    ),
    reads(
      'both-spellings',
      ['job-shape-closed'],
      'sdModel is an unknown field beside sd_model.',
      diffused('{"sd_model":"1","sdModel":"2"}'),
    ),
    reads(
      'prototype',
      ['json-prototype'],
      'A member may be called __proto__.',
      jobOf('[]', ',"__proto__":{"polluted":true}'),
    ),
    reads('white-space', ['json-lenient'], 'White space stands where JSON lets it.', `\r\n\t${jobOf(' [ ] ')} \n`),
    reads(
      'escapes',
      ['json-lenient'],
      'A pair of surrogates and a slash in escapes.',
      jobOf('[]', ',"x":"\\ud83d\\ude00\\/\\u00e9"'),
    ),
    reads(
      'largest',
      ['json-rounded'],
      'The largest and the smallest number.',
      seeded('{"seed":9007199254740991,"count":-9007199254740991}'),
    ),
    reads('number-float', ['job-shape-unchecked'], 'A number need be no integer.', diffused('{"cfg_scale":7.0}')),
    reads('deepest', ['json-depth'], `${deepestJson} levels.`, nested(deepestJson)),

    malformed('not-json', 'json-syntax', 'A trailing comma.', jobOf('[]', ',')),
    malformed('comment', 'json-syntax', 'A comment.', `${jobOf('[]')}/* */`),
    malformed('single-quotes', 'json-syntax', 'Single quotes.', jobOf('[]').replaceAll('"', "'")),
    malformed('nan', 'json-syntax', 'NaN, which Python reads.', jobOf('[]', ',"x":NaN')),
    malformed('leading-zero', 'json-syntax', 'A number with a leading zero.', seeded('{"seed":01}')),
    malformed(
      'leading-zero-of-number',
      'json-syntax',
      'A leading zero where any number may stand.',
      diffused('{"cfg_scale":07}'),
    ),
    malformed('point-without-digits', 'json-syntax', 'No digit stands behind the point.', diffused('{"cfg_scale":7.}')),
    malformed('form-feed', 'json-syntax', 'A form feed is no white space.', seeded('{"seed":\f1}')),
    malformed('tab-in-text', 'json-syntax', 'A raw tab in a text.', diffused('{"sd_model":"a\tb"}')),
    reads(
      'delete-character',
      ['json-narrowed'],
      'DEL is no control character of JSON.',
      diffused('{"sd_model":"\x7f"}'),
    ),
    malformed('plus-sign', 'json-syntax', 'A number with a plus sign.', seeded('{"seed":+1}')),
    malformed('control-character', 'json-syntax', 'A raw line feed in a string.', jobOf('[]', ',"x":"a\nb"')),
    malformed(
      'text-behind',
      'json-syntax',
      'A second value follows; decoders of streams stop before it.',
      `${jobOf('[]')}{}`,
    ),
    malformed('nul-behind', 'json-syntax', 'NUL follows.', `${jobOf('[]')}\u0000`),
    malformed('no-break-space', 'json-syntax', 'U+00A0 is no white space of JSON.', `${jobOf('[]')}\u00a0`),
    malformed('byte-order-mark', 'json-utf8', 'A byte order mark.', `\ufeff${jobOf('[]')}`),
    malformed(
      'invalid-utf8',
      'json-utf8',
      'A byte that is no UTF-8.',
      Buffer.concat([Buffer.from('{"request_id":"'), Buffer.of(0xff), Buffer.from('","stages":[]}')]),
    ),
    malformed(
      'overlong-utf8',
      'json-utf8',
      'A slash in two bytes.',
      Buffer.concat([Buffer.from('{"request_id":"'), Buffer.of(0xc0, 0xaf), Buffer.from('","stages":[]}')]),
    ),
    malformed(
      'surrogate-utf8',
      'json-utf8',
      'Half of a surrogate pair in three bytes.',
      Buffer.concat([Buffer.from('{"request_id":"'), Buffer.of(0xed, 0xa0, 0x80), Buffer.from('","stages":[]}')]),
    ),

    refuses('name-twice', 'json-names', 'json-duplicate-names', 'A name stands twice.', seeded('{"seed":1,"seed":2}')),
    refuses(
      'name-twice-escaped',
      'json-names',
      'json-duplicate-names',
      'The second time it is spelled with an escape.',
      seeded('{"seed":1,"\\u0073eed":2}'),
    ),
    refuses(
      'name-twice-unknown',
      'json-names',
      'json-duplicate-names',
      'An unknown name stands twice, deep inside.',
      jobOf('[]', ',"x":[{"a":1,"a":1}]'),
    ),
    refuses(
      'number-large',
      'json-numbers',
      'json-rounded',
      'One more than the largest number.',
      seeded('{"seed":9007199254740992}'),
      'largest',
    ),
    refuses(
      'number-small',
      'json-numbers',
      'json-rounded',
      'One less than the smallest.',
      seeded('{"seed":-9007199254740992}'),
      'largest',
    ),
    refuses(
      'number-unknown',
      'json-numbers',
      'json-rounded',
      'An identifier of 18 digits in an unknown field.',
      diffused('{"sdModel":600423083519508503}'),
      'unknown-fields',
    ),
    refuses(
      'number-infinite',
      'json-numbers',
      'json-rounded',
      'A number beyond every double.',
      diffused('{"cfg_scale":1e400}'),
      'number-float',
    ),
    refuses('too-deep', 'json-depth', 'json-depth', `${deepestJson + 1} levels.`, nested(deepestJson + 1), 'deepest'),
    refuses(
      'too-deep-in-objects',
      'json-depth',
      'json-depth',
      `${deepestJson + 1} levels, most of them objects.`,
      jobOf('[]', `,"x":${'{"a":'.repeat(deepestJson - 1)}{}${'}'.repeat(deepestJson - 1)}`),
      'deepest',
    ),
    refuses('far-too-deep', 'json-depth', 'json-depth', '10,000 levels.', nested(10_000), 'deepest'),
    refuses(
      'half-pair',
      'json-surrogates',
      'json-surrogates',
      'A high half stands alone.',
      jobOf('[]', ',"x":"\\ud800"'),
      'escapes',
    ),
    refuses(
      'low-half',
      'json-surrogates',
      'json-surrogates',
      'A low half stands alone.',
      jobOf('[]', ',"x":"\\udc00"'),
      'escapes',
    ),
    refuses(
      'half-pair-name',
      'json-surrogates',
      'json-surrogates',
      'A high half in a name.',
      jobOf('[]', ',"\\ud83dx":1'),
      'escapes',
    ),

    refuses('array', 'job-types', 'job-shape-unchecked', 'An array is no job.', '[]', 'no-stages'),
    refuses(
      'request-id-missing',
      'job-fields',
      'job-shape-unchecked',
      'There is no request_id.',
      '{"stages":[]}',
      'no-stages',
    ),
    refuses(
      'stages-missing',
      'job-fields',
      'job-shape-unchecked',
      'There are no stages.',
      '{"request_id":"42"}',
      'no-stages',
    ),
    refuses(
      'request-id-number',
      'job-types',
      'job-shape-unchecked',
      'request_id is a number.',
      '{"request_id":42,"stages":[]}',
      'no-stages',
    ),
    refuses('stages-null', 'job-types', 'job-shape-unchecked', 'stages is null.', jobOf('null'), 'no-stages'),
    refuses('stages-object', 'job-types', 'job-shape-unchecked', 'stages is an object.', jobOf('{}'), 'no-stages'),
    refuses(
      'type-missing',
      'job-fields',
      'job-shape-unchecked',
      'A stage has no type.',
      jobOf('[{"inputInitialize":{}}]'),
    ),
    refuses('type-number', 'job-types', 'job-shape-unchecked', 'The type is a number.', jobOf('[{"type":1}]')),
    refuses(
      'payload-missing',
      'job-payload',
      'job-shape-unchecked',
      'The payload is missing.',
      jobOf('[{"type":"DIFFUSION"}]'),
      'diffused',
    ),
    refuses(
      'payload-other',
      'job-payload',
      'job-shape-unchecked',
      'Both payloads are there.',
      jobOf('[{"type":"DIFFUSION","diffusion":{},"inputInitialize":{}}]'),
      'diffused',
    ),
    refuses(
      'payload-other-null',
      'job-payload',
      'job-shape-unchecked',
      'The payload of the other type is there, as null.',
      jobOf('[{"type":"INPUT_INITIALIZE","inputInitialize":{},"diffusion":null}]'),
      'seeded',
    ),
    refuses('payload-null', 'job-types', 'job-shape-unchecked', 'The payload is null.', diffused('null'), 'diffused'),
    ...(
      [
        ['seed', seeded('{"seed":true}')],
        ['count', seeded('{"count":null}')],
        ['width', diffused('{"width":[]}')],
        ['height', diffused('{"height":{}}')],
        ['steps', diffused('{"steps":null}')],
        ['clip-skip', diffused('{"clip_skip":false}')],
        ['cfg-scale', diffused('{"cfg_scale":"7.5"}')],
        ['sd-model', diffused('{"sd_model":600423}')],
        ['cfg-scale-null', diffused('{"cfg_scale":null}')],
        ['sd-model-null', diffused('{"sd_model":null}')],
        ['prompts-null', diffused('{"prompts":null}')],
        ['prompt-text-null', diffused('{"prompts":[{"text":null}]}')],
        ['prompts', diffused('{"prompts":{"text":"a"}}')],
        ['prompt', diffused('{"prompts":["a"]}')],
        ['prompt-text', diffused('{"prompts":[{"text":1}]}')],
      ] as const
    ).map(([field, body]) =>
      refuses(
        `${field}-type`,
        'job-types',
        'job-shape-unchecked',
        `The ${field.replace('-null', '').replace('-', ' ')} is of another type.`,
        body,
        'diffused',
      ),
    ),
    refuses(
      'fraction',
      'job-integers',
      'job-shape-unchecked',
      'An integer has a fraction, also under int-spelling.',
      seeded('{"seed":1.5}'),
    ),
    refuses(
      'fraction-exponent',
      'job-integers',
      'job-shape-unchecked',
      '15e-1 is no integer either.',
      diffused('{"steps":15e-1}'),
      'diffused',
    ),

    allows(
      'unknown-stage',
      'unknown-stage',
      'A stage of another type.',
      jobOf('[{"type":"UPSCALE","upscale":{"by":2}}]'),
    ),
    allows(
      'unknown-stage-case',
      'unknown-stage',
      'diffusion in lower case is another type.',
      jobOf('[{"type":"diffusion"}]'),
    ),
    refuses(
      'unknown-stage-list',
      'job-types',
      'job-shape-unchecked',
      'The type is an array, also under unknown-stage.',
      jobOf('[{"type":["UPSCALE"]}]'),
    ),
    allows(
      'int64-string',
      'int64-string',
      'A seed as a string of digits.',
      seeded('{"seed":"-1"}'),
      seeded('{"seed":-1}'),
    ),
    allows(
      'int64-string-width',
      'int64-string',
      'A width as a string of digits.',
      diffused('{"width":"512"}'),
      diffused('{"width":512}'),
    ),
    refuses(
      'int64-string-zero',
      'job-integers',
      'job-shape-unchecked',
      'A string with a leading zero, also under int64-string.',
      seeded('{"seed":"01"}'),
    ),
    allows('int-spelling-point', 'int-spelling', '1.0 for an integer.', seeded('{"seed":1.0}')),
    allows('int-spelling-exponent', 'int-spelling', '1e0 for an integer.', seeded('{"seed":1e0}')),
    allows('int-spelling-minus-zero', 'int-spelling', '−0 is read as 0.', seeded('{"seed":-0}'), seeded('{"seed":0}')),

    writes('whole', [], 'A job with every field.', whole),
    writes(
      'unicode',
      ['json-surrogates'],
      'Letters of every length in UTF-8.',
      jobOf('[]', ',"x":"aé€😀\\u0000\\"\\\\"'),
    ),
    writes('prototype', ['json-prototype'], 'A member called __proto__.', jobOf('[]', ',"__proto__":{"a":1}')),
    writes('deepest', ['json-depth'], `${deepestJson} levels.`, nested(deepestJson)),
    writesNone('fraction', 'job-integers', 'To write: an integer with a fraction.', seeded('{"seed":1.5}')),
    writesNone(
      'number-large',
      'json-numbers',
      'To write: a number beyond the largest.',
      seeded('{"seed":9007199254740992}'),
    ),
    writesNone('stages-missing', 'job-fields', 'To write: no stages.', '{"request_id":"42"}'),
    writesNone(
      'payload-other',
      'job-payload',
      'To write: both payloads.',
      jobOf('[{"type":"DIFFUSION","diffusion":{},"inputInitialize":{}}]'),
    ),
    writesNone('integer-as-text', 'job-types', 'To write: an integer as a text.', seeded('{"seed":"1"}')),
    writesNone('too-deep', 'json-depth', `To write: ${deepestJson + 1} levels.`, nested(deepestJson + 1)),
  ],
}
