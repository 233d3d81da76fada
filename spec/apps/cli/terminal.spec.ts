/** What becomes of the output when the stream takes it or not. */
import { Writable } from 'node:stream'
import fc from 'fast-check'
import type { CommandError } from '../../../src/apps/cli/Outcome.ts'
import { jsonLine, write } from '../../../src/apps/cli/terminal.ts'
import { assert, forAll, suite } from '../../support/suite.ts'

/** What `write` does if the stream has this error: `resolved`, or the exit code and the words of the rejection. */
const writeWith = async (error: Error | null): Promise<unknown> => {
  const stream = new Writable({ write: (_chunk, _encoding, done) => done(error) })
  stream.on('error', () => {})
  return write(stream, 'a line\n').then(
    () => 'resolved',
    ({ exit, message }: CommandError) => [exit, message],
  )
}

const output = suite('the output of a command')

output('resolves without an error, and if the reader has gone', async () => {
  for (const code of ['EPIPE', 'ERR_STREAM_DESTROYED'])
    assert.is(await writeWith(Object.assign(new Error('gone'), { code })), 'resolved', code)
  assert.is(await writeWith(null), 'resolved')
})

output('for all other errors, with a code or without one: is a failure of exit code 3', () =>
  forAll([fc.option(fc.stringMatching(/^E[A-Z]{3,8}$/), { nil: undefined })], async (code) => {
    fc.pre(code !== 'EPIPE')
    const reason = code === undefined ? 'no words' : `the system says ${code}`
    const error = code === undefined ? new Error('no words') : Object.assign(new Error(''), { code })
    assert.equal(await writeWith(error), [3, `the output cannot be written: ${reason}`])
  }),
)

output('for all texts: a line of JSON has no control character, and reads back', () =>
  forAll([fc.string({ unit: 'binary' })], (text) => {
    const line = jsonLine({ text })
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what the test looks for
    assert.not.match(line, /[\u0000-\u001f\u007f-\u009f\u2028\u2029]|\p{Bidi_C}/u)
    assert.equal(JSON.parse(line), { text })
  }),
)
