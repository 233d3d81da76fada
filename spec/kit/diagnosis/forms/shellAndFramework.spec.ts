/** Bodies that a shell split into words, and values that a framework changed before the caller signed them. */
import fc from 'fast-check'
import { translate } from '../../../../src/kit/diagnosis/chinese/chinese.ts'
import { echoedJson, signedUnquoted } from '../../../../src/kit/diagnosis/unquotedVariable.ts'
import { assert, forAll, suite } from '../../../support/suite.ts'
import { findingOn, inLatin1, reportOn, signedBy } from './changes.ts'

const shell = suite('a variable without quotation marks')

const word = fc.stringMatching(/^[a-z]{1,6}$/)
const blank = fc.constantFrom(' ', '  ', '\t', '\n', '\n  ')

/** A body of words with white space between them, in a JSON string. */
const spacedBody = fc
  .tuple(fc.array(word, { minLength: 2, maxLength: 5 }), fc.array(blank, { minLength: 5, maxLength: 5 }))
  .map(([words, blanks]) => `{"text": "${words.map((each, i) => (i === 0 ? each : `${blanks[i]}${each}`)).join('')}"}`)

/** What a script signs of `$BODY`. */
const splits: Readonly<Record<string, (words: ReadonlyArray<string>) => string>> = {
  echo: (words) => words.join(' '),
  "printf '%s'": (words) => words.join(''),
  "printf '%s\\n'": (words) => `${words.join('\n')}\n`,
  'the first word': ([firstWord = '']) => firstWord,
}

for (const [script, split] of Object.entries(splits))
  shell(`for all bodies with white space: ${script}`, () =>
    forAll([spacedBody], { numRuns: 20 }, (body) => {
      const signed = split(body.split(/\s+/))
      if (signed === body) return
      const texts = signedBy(['body-other', 'body-reserialized', 'body-crlf', 'body-lines-joined'], 'body', { body })
      assert.ok(texts.has(inLatin1(signed)), JSON.stringify([body, signed]))
      const telling = signedUnquoted(signed, body)
      assert.match(telling?.what ?? '', /white space|each word/, JSON.stringify([body, signed]))
      assert.ok(translate(telling?.what ?? '') !== undefined && translate(telling?.remedy ?? '') !== undefined)
    }),
  )

for (const [sent, signed, what] of [
  [
    '{"a":\t"red  fox"}',
    '{"a": "red fox"}',
    /each run of white space is one space\. Either its program .*, or a shell .*: echo \$BODY\./,
  ],
  ['{"a": "red fox", "n": 1}', '{"a":"redfox","n":1}', /without its white space, even within strings/],
  ['{"a": "red fox"}', '{"a":\n"red\nfox"}\n', /each word of the body on a line of its own/],
  ['{"a": "red fox"}', '{"a":', /only up to its first white space/],
  ['{ "a": 1, "b": [ 1, 2 ] }', '{\n  "a": 1,\n  "b": [\n    1,\n    2\n  ]\n}', /In the body that arrived, each run/],
] as const)
  shell(`${JSON.stringify(signed)} was signed, and ${sent} sent: a shell may have split it`, () =>
    assert.match(findingOn({ body: sent }, { body: signed }).what, what),
  )

shell('not: what serializers write, a body of one word, the same body', () => {
  assert.is(findingOn({ body: '{"a": 1, "b": 2}' }, { body: '{"a":1,"b":2}' }).detail, 'compact')
  assert.match(findingOn({ body: '{"a":1}' }, { body: '{\n  "a": 1\n}' }).detail, /indented by 2/)
  for (const [signed, sent] of [
    ['{"a": 1}', '{\n  "a": 1\n}'],
    ['{"a":1}', '{"a": 1}'],
    ['{\n  "a": 1\n}', '{"a": 1}'],
  ] as const)
    assert.is(echoedJson(signed, sent), undefined)
  assert.is(signedUnquoted('word', 'word\n'), undefined)
})

const frameworks = suite('values that a framework changed')

const literal = fc.constantFrom('"x"', '""', '"y "', '" z"', '"\\ty\\n"', 'null', '1', '"\\\\n"')
const members = fc.array(literal, { minLength: 1, maxLength: 4 })

const written = (literals: ReadonlyArray<string>): string =>
  `{${literals.map((value, i) => `"m${i}":${value}`).join()}}`

const trims = { trimmed: true, nulls: false }
const nulls = { trimmed: false, nulls: true }
const both = { trimmed: true, nulls: true }

/** The literal after the middleware. */
const changedBy = ({ trimmed, nulls }: typeof both, before: string): string => {
  if (!before.startsWith('"')) return before
  const text = JSON.parse(before) as string
  const after = trimmed ? text.trim() : text
  return nulls && after === '' ? 'null' : JSON.stringify(after)
}

frameworks('for all objects: trimmed, with null for empty strings, and both, where they were signed', () =>
  forAll([members, fc.constantFrom(trims, nulls, both)], (literals, middleware) => {
    const body = written(literals)
    const signed = written(literals.map((before) => changedBy(middleware, before)))
    if (signed === body) return
    assert.ok(
      signedBy(['body-reserialized', 'body-other'], 'body', { body }).has(inLatin1(signed)),
      `${body} ${signed}`,
    )
  }),
)

for (const [sent, signed, what] of [
  ['{"a":"","b":"x"}', '{"a":null,"b":"x"}', /^The caller signed null, but sent empty strings\./],
  ['{\n  "a": "",\n  "b": ""\n}', '{\n  "a": null,\n  "b": ""\n}', /^The caller signed null, but sent empty strings\./],
  ['{"a":"","b":"x "}', '{"a":null,"b":"x"}', /^The caller signed trimmed strings or null, but sent strings/],
  ['{"a":"x y "}', '{"a":"x y"}', /^The caller signed trimmed strings, but sent them/],
  ['{"a":null,"b":"x","c":"y"}', '{"a":"","b":"x ","c":"y "}', /arrived trimmed or as null/],
  ['{"a":null,"b":"x"}', '{"a":"  ","b":"x"}', /arrived trimmed or as null/],
] as const)
  frameworks(`${JSON.stringify(signed)} was signed, and ${JSON.stringify(sent)} sent`, () => {
    const found = findingOn({ body: sent }, { body: signed })
    assert.is(found.id, 'body-reserialized')
    assert.match(found.what, what)
    assert.ok(translate(found.what) !== undefined && translate(found.remedy) !== undefined)
  })

frameworks('not: null where another value was sent', () => {
  const { findings } = reportOn({ body: '{"a":"x"}' }, { body: '{"a":null}' })
  assert.not.match(findings[0]?.what ?? '', /Laravel/)
})
