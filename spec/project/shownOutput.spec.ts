/** What guides show as output is compared with what their snippets print: the laws of the comparison. */
import fc from 'fast-check'
import { kinds, missingPassages, shownOutputs, withPlaceholders } from '../support/shownOutput.ts'
import { assert, forAll, suite } from '../support/suite.ts'

const comparison = suite('shown and printed output')

const isSame = (shown: string, printed: string): boolean => missingPassages(shown, printed).length === 0

const hexadecimal = (length: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length })
const digits = (length: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...'123456789'), minLength: length, maxLength: length })

/** What a run may print for a value of each kind. */
const values: Readonly<Record<string, fc.Arbitrary<string>>> = {
  'kept request': fc
    .tuple(digits(8), digits(6), digits(6), hexadecimal(8))
    .map(([day, time, count, digest]) => `${day}T${time}Z-${count}-${digest}`),
  time: fc
    .date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString()),
  uuid: fc.uuid(),
  key: hexadecimal(8).map((digest) => `sha256:${digest}`),
  nonce: hexadecimal(32),
  version: fc.tuple(fc.nat(99), fc.nat(99), fc.nat(99)).map((numbers) => numbers.join('.')),
  port: fc.nat(65_535).map((port) => `127.0.0.1:${port}`),
  seconds: digits(10),
  duration: fc.tuple(fc.nat(9999), fc.constantFrom('ms', 's')).map(([count, unit]) => `${count}.5 ${unit}`),
}

const words = fc.stringMatching(/^[A-Za-z_:]{1,12}$/)
const lines = fc.array(words, { minLength: 1, maxLength: 5 })

/** The same line twice, with another value of the same kind. */
const twins = fc.constantFrom(...kinds).chain((kind) => {
  const value = values[kind] ?? fc.constant('')
  return fc.tuple(words, value, value, words).map(([before, shown, printed, after]) => ({
    shown: `${before} ${shown} ${after}`,
    printed: `${before} ${printed} ${after}`,
  }))
})

comparison('each kind of value that differs in each run is drawn', () =>
  assert.equal(Object.keys(values).toSorted(), kinds.toSorted()),
)

comparison('for all outputs: a part of whole lines is what was printed', () =>
  forAll([lines, lines, lines], (before, shown, after) =>
    assert.ok(isSame(`${shown.join('\n')}\n`, [...before, ...shown, ...after].join('\n'))),
  ),
)

comparison('for all values that differ in each run: another one of the kind is the same output', () =>
  forAll([twins], ({ shown, printed }) => assert.ok(isSame(shown, printed), `${shown}\n${printed}`)),
)

comparison('for all values that differ in each run: one is not the same as a word', () =>
  forAll([twins, words], ({ shown }, word) => assert.not.ok(isSame(shown, word))),
)

comparison('for all outputs: a letter more, in any line, is another output', () =>
  forAll([lines, fc.nat()], (printed, draw) => {
    const changed = printed.map((line, i) => (i === draw % printed.length ? `${line}x` : line))
    assert.not.ok(isSame(changed.join('\n'), printed.join('\n')))
  }),
)

comparison('for all outputs: a line that the guide leaves out in the middle is missed', () =>
  forAll([words, words, words], (first, left, last) => {
    const hasLine = `1 ${first}\n2 ${left}\n3 ${last}`
    assert.not.ok(isSame(`1 ${first}\n3 ${last}`, hasLine))
    assert.ok(isSame(`1 ${first}\n…\n3 ${last}`, hasLine))
  }),
)

comparison('for all lines: … is any text in it, and the rest of the line counts', () =>
  forAll([words, words, words], (before, between, after) => {
    assert.ok(isSame(`${before}…${after}`, `${before}${between}${after}`))
    assert.ok(isSame(`${before} …`, `${before} ${between}${after}`))
    assert.not.ok(isSame(`${before} …${after}1`, `${before} ${between}${after}`))
  }),
)

comparison('for all outputs: placeholders are put in once', () =>
  forAll(
    [
      fc.oneof(
        fc.string(),
        twins.map(({ shown }) => shown),
      ),
    ],
    (text) => assert.is(withPlaceholders(withPlaceholders(text)), withPlaceholders(text)),
  ),
)

comparison('a time and a nonce also differ after an escape, as JSON prints a string to sign', () =>
  forAll([digits(10), hexadecimal(32)], (seconds, nonce) =>
    assert.ok(isSame(`\\n1700000000\\n${'0a'.repeat(16)}\\n`, `\\n${seconds}\\n${nonce}\\n`)),
  ),
)

comparison('a figure is no placeholder: how many texts were tried, how many bytes', () => {
  assert.not.ok(isSame('107 texts tried', '198 texts tried'))
  assert.not.ok(isSame('a body of 291 bytes', 'a body of 292 bytes'))
  assert.not.ok(isSame('status 401', 'status 400'))
})

comparison('passages may be printed in another order, and each that is missing is named', () => {
  assert.equal(missingPassages('b\n…\na\n', 'a\nb\n'), [])
  assert.equal(missingPassages('b\n…\nc\nd\n', 'a\nb\nc\n'), ['c\nd'])
})

comparison('an output belongs to the snippet before it; one in a comment to its own', () => {
  const guide = [
    '```sh\nnpm install countersign\n```\n',
    '```sh\nnode one.mjs\n```\n\nIt prints:\n\n```console\none\n```\n',
    "```ts\nconsole.log('two', status) // two 401\n// three\nconsole.log(2)\n```\n",
    '```text\nno output\n```\n',
  ].join('\n')
  assert.equal(shownOutputs(guide), [
    { snippet: 0, text: 'one\n' },
    { snippet: 1, text: 'two 401' },
  ])
})
