/** Bodies, queries and forms that something between the caller and the verifier changed, or that a library of the caller wrote otherwise. */
import fc from 'fast-check'
import { translate } from '../../../../src/kit/diagnosis/chinese/chinese.ts'
import { diagnose } from '../../../../src/kit/diagnosis/examine.ts'
import { withLineEnds } from '../../../../src/kit/diagnosis/forms/droppedLineEnds.ts'
import { mergedParameters } from '../../../../src/kit/diagnosis/forms/movedParameters.ts'
import { untrimmedValues } from '../../../../src/kit/diagnosis/forms/trimmedValues.ts'
import { jsonDifference } from '../../../../src/kit/diagnosis/jsonDifference.ts'
import { libraryOf } from '../../../../src/kit/diagnosis/library.ts'
import type { Report } from '../../../../src/kit/diagnosis/Report.ts'
import { rewritersOf } from '../../../../src/kit/diagnosis/rewriters.ts'
import { hash } from '../../../../src/platform/node/hash.ts'
import { line, now, publicKey, signatureOf } from '../../../support/planting.ts'
import { assert, forAll, suite } from '../../../support/suite.ts'
import { findingOn, type Wire } from './changes.ts'

const changed = suite('what is changed on the way')

const keys = [{ appId: 'app-1', key: publicKey(2048, 'app-1') }]

/** The report on a request whose caller shows the text that it signed. */
const reportWith = ({ target = '/v1/jobs', body = '' }: Wire, signed: Wire): Report => {
  const text = `POST\n${signed.target ?? target}\n${now}\nn-1\n${signed.body ?? body}`
  const authorization = [line(signatureOf(text))]
  const claimed = new Uint8Array(Buffer.from(text))
  const request = {
    method: 'POST',
    target,
    authorization,
    body: new Uint8Array(Buffer.from(body as string)),
    keys,
    now,
    claimed,
  }
  return diagnose(request, hash, 1)
}

const textsOf = (forms: Iterable<readonly [string, string, ...ReadonlyArray<unknown>]>): ReadonlyArray<string> =>
  Array.from(forms, ([, text]) => text)

changed('values that a framework trimmed, or changed from empty strings to null', () => {
  const rows = [
    [
      '{"name":"John Doe","note":null}',
      '{"name":"John Doe ","note":null}',
      /as the middleware TrimStrings of Laravel does/,
    ],
    ['{"name":"John","to":"a","n":1}', '{"name":"John ","to":"a ","n":1}', /TrimStrings/],
    ['{"name":"John","to":["a","b"]}', '{"name":"John\\n","to":["a\\n","b\\n"]}', /TrimStrings/],
    ['{"note":null,"id":7}', '{"note":"","id":7}', /ConvertEmptyStringsToNull of Laravel does/],
    ['{"note":null,"name":"John"}', '{"note":"","name":"John "}', /TrimStrings and ConvertEmptyStringsToNull/],
    // It was written anew as well.
    ['{"url":"a\\/b","name":"John"}', '{"url":"a/b","name":"John "}', /TrimStrings/],
  ] as const
  for (const [body, signed, what] of rows) {
    const found = findingOn({ body }, { body: signed })
    assert.match(found.what, what, signed)
    assert.match(found.remedyFor?.operator ?? '', /verify the body as it arrived/, signed)
  }
  const shown = reportWith({ body: '{"a":{"b":"x"},"c":"y"}' }, { body: '{"a":{"b":" x "},"c":"\\ty "}' })
  assert.match(shown.findings[0]?.what ?? '', /TrimStrings/)
})

changed('for all values: the text with a blank more at the end of one string is a form', () => {
  const value = fc.oneof(
    fc.string({ unit: fc.constantFrom('a', '"', '\\', 'é', ',', ':') }),
    fc.integer(),
    fc.constant(null),
  )
  return forAll(
    [fc.dictionary(fc.constantFrom('a', 'b', 'c"', 'd'), value, { minKeys: 1 })],
    { numRuns: 50 },
    (members) => {
      const texts = new Set(textsOf(untrimmedValues(JSON.stringify(members))))
      for (const [name, member] of Object.entries(members)) {
        if (typeof member !== 'string') continue
        const signed = JSON.stringify({ ...members, [name]: `${member} ` })
        assert.ok(texts.has(signed), signed)
      }
    },
  )
})

changed('line ends that curl -d @FILE drops are put back where the blanks show them', () => {
  const files = [
    '{ \n    "action": "whatever",\n    "number": 127,\n    "repository": "hoff"\n} \n',
    '{\r\n  "a  b": 1,\r\n  "c": {\r\n    "d": 2\r\n  }\r\n}\r\n',
    '{ \n  "a": 1, \n  "b": 2\n}',
    '{\n\t"a": 1,\n\t"b": [\n\t\t2\n\t]\n}\n',
  ]
  for (const signed of files) {
    const found = findingOn({ body: signed.replace(/[\r\n]/g, '') }, { body: signed })
    assert.is(found.id, 'body-lines-joined', signed)
    assert.match(found.remedy, /--data-binary/, signed)
  }
  assert.equal(textsOf(withLineEnds('{"a": "two  blanks"}')).length > 0, true)
  assert.equal(textsOf(withLineEnds('{"a": 1}')), [])
  // Blanks that show no line end: the text that the caller shows still tells it.
  const shown = reportWith({ body: '{"a": 1,"b": 2}' }, { body: '{"a": 1,\n"b": 2}\n' })
  assert.is(shown.findings[0]?.id, 'body-lines-joined')
})

changed('a body that is what a serializer writes of the signed text: by the program, or on the way', () => {
  const rows = [
    [
      '{\n  "a": "b/ü"\n}',
      '{"a":"b\\/\\u00fc"}',
      /in the form of a serializer \(json_encode of PHP\)\. Either the program .*, or something before the verifier parsed/,
    ],
    ['{"a":"\\u2028"}', '{"a":"\u2028"}', /in the form of a serializer \(JSON.stringify, Jackson\)/],
    ['{"a":"hi \\uD83E\\uDD28 ✋"}', '{"a":"hi 🤨 ✋"}', /in the form of a serializer \(JSON.stringify, Jackson\)/],
    ['{"a":"hi \\ud83e\\udd28 ✋"}', '{"a":"hi 🤨 ✋"}', /in the form of a serializer \(JSON.stringify, Jackson\)/],
    ['{"a":1.0,"b":"é"}', '{"a": 1.0, "b": "\\u00e9"}', undefined],
  ] as const
  for (const [signed, sent, what] of rows) {
    const found = findingOn({ body: sent }, { body: signed })
    assert.is(found.id, 'body-reserialized', signed)
    if (what === undefined) assert.match(found.what, /in the form of a serializer \(json.dumps of Python\)/)
    else assert.match(found.what, what, signed)
    assert.match(found.remedy, /^Serialize the body once.*verify the body as it arrived/, signed)
  }
})

changed('a program is named only if it writes each number as it was sent, first the one of User-Agent', () => {
  const named = (signed: string, sent: string, agent?: string): string =>
    rewritersOf(signed, sent, agent === undefined ? undefined : libraryOf([['user-agent', agent]])).join(', ')
  const apple = 'App/2 CFNetwork/1490.0.4 Darwin/23.2.0'
  const guzzle = 'GuzzleHttp/7'
  const rows: ReadonlyArray<readonly [signed: string, sent: string, agent: string | undefined, names: string]> = [
    ['{"a":1.0e+25}', '{"a":1e+25}', undefined, 'JSON.stringify'],
    ['{"a":1e25}', '{"a":1.0e+25}', undefined, 'json_encode of PHP'],
    ['{"a": 1.0}', '{"a":1.0}', undefined, 'Jackson'],
    ['{"a": 1.0}', '{"a":1}', undefined, 'JSON.stringify, json_encode of PHP'],
    ['{"a":"/"}', '{"a":"\\/"}', undefined, 'json_encode of PHP'],
    ['{"a":"/"}', '{"a":"\\/"}', apple, 'JSONSerialization of Apple'],
    ['{"a":"/"}', '{"a":"\\/"}', guzzle, 'json_encode of PHP, json_encode of PHP with JSON_UNESCAPED_UNICODE'],
    ['{"a":"/é"}', '{"a":"\\/é"}', guzzle, 'json_encode of PHP with JSON_UNESCAPED_UNICODE'],
    ['{"a": "/é"}', '{"a":"/é"}', guzzle, 'json_encode of PHP with JSON_UNESCAPED_SLASHES and JSON_UNESCAPED_UNICODE'],
    // The library writes no such text: perhaps another program did so on the way.
    ['{"a":"/"}', '{"a":"\\/"}', 'Ruby', 'json_encode of PHP'],
  ]
  for (const [signed, sent, agent, names] of rows) assert.is(named(signed, sent, agent), names, `${sent} ${agent}`)
})

changed(
  'for all JSON: JSON.stringify writes the compact text of the indented one, and no program the indented one',
  () =>
    forAll([fc.jsonValue({ maxDepth: 2 })], { numRuns: 30 }, (value) => {
      const compact = JSON.stringify(value)
      const indented = JSON.stringify(value, null, 2)
      assert.ok(rewritersOf(indented, compact).includes('JSON.stringify'), compact)
      if (indented !== compact) assert.equal(rewritersOf(indented, indented), [], indented)
    }),
)

changed('for all texts: where the signed text is one of a serializer too, both sides may have written it again', () =>
  forAll([fc.stringMatching(/^[a-z]{1,5}$/), fc.constantFrom('/', '\u00e9')], { numRuns: 8 }, (word, letter) => {
    const sent = JSON.stringify({ at: `${word}${letter}` })
    const php = sent.replaceAll('/', '\\/').replaceAll('\u00e9', '\\u00e9')
    const what = jsonDifference(php, sent)?.what ?? ''
    assert.match(what, /form of a serializer too \(json_encode of PHP.*\): perhaps the caller parsed a body/)
    assert.match(translate(what) ?? '', /又重新序列化/)
    // Not: no serializer writes two blanks after a colon.
    const byHand = sent.replace(':', ':  ')
    assert.not.match(jsonDifference(byHand, sent)?.what ?? '', 'serializer too')
  }),
)

changed('a letter beyond U+FFFF is one letter in the words', () => {
  const telling = jsonDifference('{"a":"\\uD83E\\uDD28"}', '{"a":"🤨"}')
  assert.is(telling?.detail, '\\uD83E\\uDD28 where U+1F928 was sent')
})

changed("bytes without their top bits, as toString('ascii') of Node reads them", () => {
  const body = '{"note":"Prüfung für Müller"}'
  const signed = Buffer.from(body).toString('ascii')
  const found = findingOn({ body }, { body: signed })
  assert.is(found.id, 'body-encoding')
  assert.match(found.what, /without its top bit, as toString\('ascii'\)/)
  assert.match(reportWith({ body }, { body: signed }).findings[0]?.what ?? '', /without its top bit/)
})

changed('a value that a program takes for none: its name alone, its name and =, or nothing', () => {
  const rows = [
    [
      '/v1/jobs?expand=a&since=0',
      '/v1/jobs?expand=a&since',
      /since, but since=0 was sent. The program that signs treats the sent value as missing/,
    ],
    ['/v1/jobs?since=0&dry=false', '/v1/jobs?since=0&dry', /dry, but dry=false/],
    ['/v1/jobs?a=0&b=1&c=0', '/v1/jobs?b=1&c=0', /without a=0/],
    ['/v1/jobs?a=0&b=0', '/v1/jobs?a&b', /a&b, but a=0&b=0/],
    ['/v1/jobs?a=false&b=1', '/v1/jobs?a=&b=1', /a=, but a=false/],
  ] as const
  for (const [target, signed, what] of rows) assert.match(findingOn({ target }, { target: signed }).what, what, signed)
  const form = findingOn({ body: 'a=1&since=0' }, { body: 'a=1&since' })
  assert.match(form.what, /since, but since=0 was sent/)
})

changed('a field without a value that the library of a form leaves out', () => {
  const { findings } = reportWith({ body: 'a=1&b=2' }, { body: 'a=1&parent=&b=2' })
  assert.match(
    findings[0]?.what ?? '',
    /signed parent= in the form, but the form arrived without this\. It has no value, and the library/,
  )
})

changed('for all queries that a gateway merged into the body: signed apart', () => {
  const value = fc.constantFrom('run', '2016-06-01', 'a b', 'é/7', 'x&y=z')
  return forAll([fc.array(value, { minLength: 1, maxLength: 4 }), fc.boolean()], { numRuns: 5 }, (values, isForm) => {
    const parameters = values.map((each, i): [string, string] => [`p${i}`, each])
    const query = new URLSearchParams(parameters).toString()
    const rest = isForm ? 'count=2' : '{"count":2}'
    const merged = isForm ? `${rest}&${query}` : JSON.stringify({ count: 2, ...Object.fromEntries(parameters) })
    const authorization = [line(signatureOf(`POST\n/v1/jobs?${query}\n${now}\nn-1\n${rest}`))]
    const request = {
      method: 'POST',
      target: '/v1/jobs',
      authorization,
      body: new Uint8Array(Buffer.from(merged)),
      keys,
      now,
    }
    const { exact, findings, headline } = diagnose(request, hash, 200_000_000)
    assert.is(`${exact} ${findings.map(({ id }) => id).join('+')}`, 'true body-other', merged)
    assert.match(findings[0]?.what ?? '', /a gateway before the verifier moved the query into the body/)
    assert.is(
      headline,
      `signed /v1/jobs?${query}, sent /v1/jobs; signed a body of ${rest.length} bytes, sent a body of ${Buffer.from(merged).length} bytes`,
    )
  })
})

changed('a body without strings at its end, or one with a lone surrogate, was not merged', () => {
  for (const body of ['{"a":1}', '[]', '{"a":"\\ud83e"}', 'x', ''])
    assert.equal([...mergedParameters('/v1/jobs', body)], [], body)
  assert.equal([...mergedParameters('/v1/jobs?a=1', '{"b":"c","d":"e"}')], [])
})

changed('a query that arrived sorted by name, and was signed in another order', () => {
  const found = findingOn(
    { target: '/v1/jobs?crop=0&foo=bar&size=large' },
    { target: '/v1/jobs?size=large&foo=bar&crop=0' },
  )
  assert.is(`${found.id} ${found.detail}`, 'query-reordered the received query is sorted by name')
})

changed('a right text under a signature in another spelling: the headline says which of them is wrong', () => {
  const text = `GET\n/v1/jobs\n${now}\nn-1\n`
  const signature = signatureOf(text)
  const rows = [
    [
      line(signature.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')),
      'signed the right text, but encoded the signature wrongly',
    ],
    [line(signature).replaceAll(',', ';'), 'signed the right text, but wrote the Authorization header wrongly'],
  ] as const
  for (const [authorization, headline] of rows) {
    const request = {
      method: 'GET',
      target: '/v1/jobs',
      authorization: [authorization],
      body: new Uint8Array(),
      keys,
      now,
    }
    assert.is(diagnose(request, hash).headline, headline, authorization)
  }
})
