/** One edit of a part that no mistake of the catalogue makes: the text that was signed is found, and its words are true. */
import fc from 'fast-check'
import { editDifference, repeatedInTarget } from '../../../../src/kit/diagnosis/editDifference.ts'
import { editedTexts, wordsOf } from '../../../../src/kit/diagnosis/forms/editedTexts.ts'
import { assert, forAll, suite } from '../../../support/suite.ts'
import { reportOn } from './changes.ts'

const edited = suite('texts with one edit')

/** The usual budget of a person who waits for many reports. */
const budget = 1_000_000_000

const word = fc.stringMatching(/^[a-z]{3,7}$/)
const number = fc.integer({ min: 100, max: 99_999 }).map(String)

const bodies = fc
  .tuple(fc.uniqueArray(word, { minLength: 4, maxLength: 4 }), number)
  .chain(([[a, b, c, d], n]) =>
    fc.constantFrom(
      `{"${a}":"${b} ${c}","${d}":${n},"at":"2026-05-01"}`,
      `${a}=${b}+${c}&${d}=${n}&at=2026-05-01`,
      `<${a}><${b}>${n}</${b}><${c}>${d}</${c}></${a}>`,
      `{"${a}":${n}}\n{"${b}":"${c}"}\n{"${d}":1}\n`,
      `${a}: ${b}\r\n${c}: ${n} ${d}\r\n`,
    ),
  )

/** Edits, made another way than the module makes them. `at` and `length` choose words of the text. */
type Edit = (text: string, words: ReadonlyArray<RegExpMatchArray>, at: number, length: number) => string

const spanOf = (words: ReadonlyArray<RegExpMatchArray>, at: number, length: number): readonly [number, number] => {
  const first = words[at % words.length] as RegExpMatchArray
  const last = words[Math.min(words.length - 1, (at % words.length) + length)] as RegExpMatchArray
  return [first.index as number, (last.index as number) + last[0].length]
}

const onSpan =
  (write: (span: string) => string): Edit =>
  (text, words, at, length) => {
    const [from, to] = spanOf(words, at, length)
    return text.slice(0, from) + write(text.slice(from, to)) + text.slice(to)
  }

const edits: Readonly<Record<string, Edit>> = {
  lost: onSpan(() => ''),
  twice: onSpan((span) => span + span),
  'in upper case': onSpan((span) => span.toUpperCase()),
  'in escapes': onSpan((span) => encodeURIComponent(span)),
  'in quotation marks': onSpan((span) => `"${span}"`),
  'with one character more': (text, _, at) => `${text.slice(0, at % text.length)}~${text.slice(at % text.length)}`,
  'with one character less': (text, _, at) => text.slice(0, at % text.length) + text.slice((at % text.length) + 1),
  'with another word': (text, words, at, length) => {
    const [from, to] = spanOf(words, at, 0)
    const [other] = words[(at + length + 1) % words.length] as RegExpMatchArray
    return text.slice(0, from) + other + text.slice(to)
  },
  'with another character everywhere': (text) => text.replaceAll('-', '/'),
}

const editOf = (edit: Edit, body: string, at: number, length: number): string =>
  edit(body, [...body.matchAll(/\p{L}+|\p{N}+/gu)], at, length)

edited('for all bodies, and for each edit of them: one of the texts', () =>
  forAll([bodies, fc.nat(1000), fc.nat(5)], { numRuns: 20 }, (body, at, length) => {
    const texts = new Set(editedTexts(body, [])).add(body)
    for (const [name, edit] of Object.entries(edits)) {
      const signed = editOf(edit, body, at, length)
      assert.ok(texts.has(signed), `${name}: ${body}\n${signed}`)
    }
  }),
)

// Most texts of two mistakes are tried before, so each run takes a second: two runs, with other draws every time.
edited('for all edits of a body: the text that was signed is recovered, and told as another body', () =>
  forAll(
    [bodies, fc.constantFrom(...Object.values(edits)), fc.nat(1000), fc.nat(5)],
    { numRuns: 2 },
    (body, edit, at, length) => {
      const signed = editOf(edit, body, at, length)
      if (signed === body) return
      const { recovered, findings, alternatives } = reportOn({ body }, { body: signed }, budget)
      assert.ok(recovered, `${body}\n${signed}\n${JSON.stringify(findings)}`)
      assert.ok(findings.length > 0 || alternatives.length > 0)
    },
  ),
)

edited('the work is bounded: a long text has fewer edits of each kind', () => {
  for (const length of [20, 2000, 200_000]) {
    let characters = 0
    for (const text of editedTexts('word 17, '.repeat(length / 10), [])) characters += text.length
    assert.ok(characters <= 500_000_000, `${length}: ${characters} characters`)
  }
})

edited('the values of a text are words too', () => {
  assert.equal(wordsOf('{"to":"a red fox"}'), ['to', 'a', 'red', 'fox', 'a red fox'])
  assert.equal(wordsOf('/v1/jobs?id=r-81'), ['v', '1', 'jobs', 'id', 'r', '81', 'v1', 'r-81'])
})

const said = (sent: string, signed: string): readonly [string, string] => {
  const { detail = '', what = '' } = editDifference(signed, sent, 'body') ?? {}
  return [detail, what]
}

edited('the words show a piece that one side lacks as a whole', () => {
  assert.equal(said('<a><b/><c/></a>', '<a><c/></a>'), [
    'without "<b/>"',
    'The caller did not sign "<b/>", after 3 characters of the body, but sent it.',
  ])
  assert.equal(said('{"a":1}\n{"c":3}\n', '{"a":1}\n{"b":2}\n{"c":3}\n'), [
    'with "{\\"b\\":2}\\n"',
    'The caller signed "{\\"b\\":2}\\n", after 8 characters of the body, but did not send it.',
  ])
})

edited('the words show what stands twice, what was exchanged, and what stands everywhere', () => {
  assert.equal(said('{"a":1,"b":2}', '{"a":1,"a":1,"b":2}'), [
    `'"a":1,' twice`,
    `The caller signed '"a":1,' twice in a row, but sent it once.`,
  ])
  assert.equal(said('from A to B', 'from B to A'), [
    '"B" and "A" exchanged',
    'The caller signed "B" and "A" in exchanged places: in the body that was sent, "A" comes first.',
  ])
  assert.equal(said('2026-05-01', '2026/05/01'), [
    '"/" for each "-"',
    'The caller signed "/" for each "-" in the body that it sent.',
  ])
  assert.equal(said('2026-05-01', '20260501'), [
    '"" for each "-"',
    'The caller signed the body without any "-", but sent it with all 2 of them.',
  ])
})

edited('the words show whole words', () => {
  assert.is(said('amount 12 EUR', 'amount 1200 EUR')[0], '"1200" where "12" was sent')
  assert.is(said('say hi now', 'say "hi" now')[0], `'"hi"' where "hi" was sent`)
})

edited('for all texts: the words quote only what the texts hold', () =>
  forAll([bodies, fc.constantFrom(...Object.values(edits)), fc.nat(1000), fc.nat(5)], (body, edit, at, length) => {
    const signed = editOf(edit, body, at, length)
    const [detail] = said(body, signed)
    if (signed === body || signed === '') assert.is(detail, '')
    if (detail.startsWith('with ')) assert.ok(signed.length > body.length, detail)
    if (detail.startsWith('without ')) assert.ok(signed.length < body.length, detail)
  }),
)

edited('a parameter or a segment twice is told as such: the other one did arrive', () => {
  const signed = '/v1/jobs?a=1&limit=10&limit=10&b=2'
  const { findings } = reportOn({ target: '/v1/jobs?a=1&limit=10&b=2' }, { target: signed }, budget)
  assert.is(findings[0]?.what, 'The caller signed "limit=10&" twice in a row, but sent it once.')
  assert.is(repeatedInTarget('/v1/jobs/jobs/7', '/v1/jobs/7')?.detail, '"jobs/" twice')
  assert.is(repeatedInTarget('/v1/jobs?a=1&b=2', '/v1/jobs?a=1'), undefined)
})
