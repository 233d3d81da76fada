import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import * as assert from 'uvu/assert'
import { cmdWords } from '../../../../src/kit/diagnosis/pasted/cmdWords.ts'
import { readRequest } from '../../../../src/kit/diagnosis/pasted/readRequest.ts'
import { inWords, type Received } from '../../../../src/kit/diagnosis/Received.ts'
import { suite } from '../../../support/suite.ts'

const wordsOf = (text: string): ReadonlyArray<string> => {
  const command = cmdWords(Buffer.from(text))
  if (E.isLeft(command)) throw new Error(inWords(command.left))
  return command.right.words.map(({ bytes }) => Buffer.from(bytes).toString())
}
const read = (text: string): Received => {
  const received = readRequest(Buffer.from(text))
  if (E.isLeft(received)) throw new Error(inWords(received.left))
  return received.right
}
const bodyOf = ({ body }: Received): string => {
  if (body._tag !== 'Bytes') throw new Error('the body is in files')
  return Buffer.from(body.bytes).toString()
}

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
  for (const [text, what] of [
    ['a\\\n "b', /line 1: a quotation mark/],
    ['a > b', /line 1: the command redirects/],
  ] as const) {
    const command = cmdWords(Buffer.from(text.replace('\\\n', '')))
    assert.match(E.isLeft(command) ? inWords(command.left) : '', what)
  }
})

cmd('for all texts: reads what a browser writes', () =>
  fc.assert(
    fc.property(fc.array(fc.string({ unit: fc.constantFrom(...'ab1 "\\^%&|<>{}\'`\né;=(') })), (texts) =>
      assert.equal(wordsOf(`x ${texts.map(forCmd).join(' ^\n  ')}`), ['x', ...texts]),
    ),
  ),
)

cmd('a command for cmd is read as the request that curl sends', () => {
  const body = '{"text":"50% of \\"it\\"\n100%20 & more"}'
  const received = read(
    [
      `curl ${forCmd('https://h.example/v1/jobs?a=1&b=%20')} ^`,
      `  -H ${forCmd('accept: application/json')} ^`,
      `  -H ${forCmd('authorization: SVC-SHA256-RSA app_id=a,nonce_str=n,timestamp=1,signature=AA==')} ^`,
      `  --data-raw ${forCmd(body)}`,
    ].join('\r\n'),
  )
  assert.equal([received.method, received.target, received.host], ['POST', '/v1/jobs?a=1&b=%20', 'h.example'])
  assert.equal(received.authorization, ['SVC-SHA256-RSA app_id=a,nonce_str=n,timestamp=1,signature=AA=='])
  assert.is(bodyOf(received), body)
  assert.is(bodyOf(read('curl "https://h/" ^\r\n  -H "a: b" ^\r\n  -d "{\\"a\\":1}"')), '{"a":1}')
})

cmd('a command for bash stays one, even with a caret in its body', () =>
  assert.is(bodyOf(read(`curl h -d '{"a": ^"b"}'`)), '{"a": ^"b"}'),
)

cmd.run()
