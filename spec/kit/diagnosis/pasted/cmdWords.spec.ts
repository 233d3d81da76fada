import fc from 'fast-check'
import { cmdWords } from '../../../../src/kit/diagnosis/pasted/cmdWords.ts'
import { assert, forAll, suite } from '../../../support/suite.ts'
import { bodyOf, line, read, readingBy } from './reading.ts'

const words = readingBy(cmdWords)
const wordsOf = (text: string): ReadonlyArray<string> =>
  words.read(text).words.map(({ bytes }) => Buffer.from(bytes).toString())

/** As Chromium and Firefox write an argument for cmd. */
const forCmd = (text: string): string =>
  `^"${text
    .replace(/\\/g, '\\\\')
    .replace(/"/g, '\\"')
    .replace(/[^a-zA-Z0-9\s_\-:=+~'/.',?;()*`]/g, '^$&')
    .replace(/%(?=[a-zA-Z0-9_])/g, '%^')
    .replace(/\r?\n/g, '^\n\n')}^"`

const cmd = suite('cmdWords')

cmd('resolves carets, then quotes', () => {
  assert.equal(wordsOf('a ^"b c^" "d ^ e" f^^g'), ['a', 'b c', 'd ^ e', 'f^g'])
  assert.equal(wordsOf(String.raw`a "b\"c" "d\\" e\f "g""h"`), ['a', 'b"c', 'd\\', 'e\\f', 'g"h'])
  assert.equal(wordsOf('a "" ^"^"'), ['a', '', ''])
})

cmd('goes on behind a caret at the end of a line, and ends with the line, & or |', () => {
  assert.equal(wordsOf('\r\na ^\r\n  b\r\nc'), ['a', 'b'])
  assert.equal(wordsOf('a b & c'), ['a', 'b'])
  assert.equal(wordsOf('a "b & c" d^&e | f'), ['a', 'b & c', 'd&e'])
})

cmd('refuses an open quotation mark and a redirection, with the place', () => {
  assert.match(words.refusal('a "b'), /^line 1: a quotation mark/)
  assert.match(words.refusal('a > b'), /^line 1: the command redirects/)
})

cmd('for all texts: reads what a browser writes', () =>
  forAll([fc.array(fc.string({ unit: fc.constantFrom(...'ab1 "\\^%&|<>{}\'`\né;=(') }))], (texts) =>
    assert.equal(wordsOf(`x ${texts.map(forCmd).join(' ^\n  ')}`), ['x', ...texts]),
  ),
)

cmd('a command for cmd is read as the request that curl sends', () => {
  const body = '{"text":"50% of \\"it\\"\n100%20 & more"}'
  const received = read(
    [
      `curl ${forCmd('https://h.example/v1/jobs?a=1&b=%20')} ^`,
      `  -H ${forCmd('accept: application/json')} ^`,
      `  -H ${forCmd(`authorization: ${line}`)} ^`,
      `  --data-raw ${forCmd(body)}`,
    ].join('\r\n'),
  )
  assert.equal([received.method, received.target, received.host], ['POST', '/v1/jobs?a=1&b=%20', 'h.example'])
  assert.equal(received.authorization, [line])
  assert.is(bodyOf(received), body)
  assert.is(bodyOf(read('curl "https://h/" ^\r\n  -H "a: b" ^\r\n  -d "{\\"a\\":1}"')), '{"a":1}')
})

cmd('a command for bash stays one, even with a caret in its body', () =>
  assert.is(bodyOf(read(`curl h -d '{"a": ^"b"}'`)), '{"a": ^"b"}'),
)
