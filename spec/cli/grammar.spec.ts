import fc from 'fast-check'
import * as assert from 'uvu/assert'
import { count, file, text } from '../../src/cli/arguments.ts'
import { type Command, command, defaulting, operand, option, optional, repeated } from '../../src/cli/grammar.ts'
import { anyText } from '../support/lookalikes.ts'
import { suite } from '../support/suite.ts'

let ran: unknown
const example: Command = command({
  args: {
    method: option('method', text('METHOD'), 'the method'),
    body: optional('body', file, 'the body'),
    retries: defaulting('retries', count, 7, 'how often'),
    lines: repeated('line', 'LINE', 'a line'),
    job: operand({ ...file, shows: 'JOB' }, 'the job'),
  },
  example: '--method POST job.json',
  run: async (given) => {
    ran = given
    return { exit: 0, text: '', json: {} }
  },
})

const given = async (...argv: ReadonlyArray<string>): Promise<unknown> => {
  const parsed = example.parse(argv)
  if (parsed._tag !== 'Ready') throw new Error(JSON.stringify(parsed))
  await parsed.run()
  return ran
}

const complaints = (...argv: ReadonlyArray<string>): ReadonlyArray<string> => {
  const parsed = example.parse(argv)
  return parsed._tag === 'Wrong' ? parsed.complaints : [parsed._tag]
}

const taking = suite('a valid command line')

taking('gives each argument its value, and missing ones their defaults', async () => {
  const bare = { method: 'GET', body: undefined, retries: 7, lines: [], job: 'j' }
  assert.equal(await given('--method', 'GET', 'j'), bare)
  assert.equal(await given('j', '--method=GET'), bare)
  assert.equal(await given('--method', 'GET', 'j', '--json'), bare)
  assert.equal(await given('--line', 'a', '--method', 'GET', '--line=b', 'j', '--body', '-', '--retries', '0'), {
    ...{ method: 'GET', body: '-', retries: 0, lines: ['a', 'b'], job: 'j' },
  })
})

taking('takes a value that begins with -, an empty value, and an operand after --', async () => {
  assert.equal(await given('--method', '-x', '--line', '', '--line', '--', '--', '--method'), {
    ...{ method: '-x', body: undefined, retries: 7, lines: ['', '--'], job: '--method' },
  })
  assert.equal(await given('--method=', '--line=--method', 'j'), {
    ...{ method: '', body: undefined, retries: 7, lines: ['--method'], job: 'j' },
  })
})

taking('for all texts: a value arrives as it was given', () =>
  fc.assert(
    fc.asyncProperty(fc.array(anyText()), async (lines) => {
      const argv = lines.map((line) => `--line=${line}`)
      assert.equal(((await given('--method=M', ...argv, 'j')) as { lines: unknown }).lines, lines)
    }),
  ),
)

taking('finds --help at any position', () => {
  for (const argv of [['--help'], ['-h'], ['--bogus', '--help'], ['j', '-h', '--retries', 'many']]) {
    assert.equal(complaints(...argv), ['Help'])
  }
})

taking.run()

const complaining = suite('an invalid command line')

complaining('names everything that is missing', () => {
  assert.equal(complaints(), ['--method is missing: the method', 'JOB is missing: the job'])
  assert.equal(complaints('--method', 'GET'), ['JOB is missing: the job'])
})

complaining('names what was expected', () => {
  assert.equal(complaints('--method', 'GET', '', '--retries', '1e3', '--body='), [
    '--body: expected the name of a file',
    '--retries: expected a whole number, 0 or more, in plain decimal',
    'JOB: expected the name of a file',
  ])
})

complaining('reports a forgotten value, at the end and before the next option', () => {
  assert.equal(complaints('j', '--method', 'GET', '--retries'), ['--retries needs a value: how often (7 unless set)'])
  assert.equal(complaints('--method', '--line', 'l', 'j'), [
    '--method needs a value: the method',
    'argument 5 is one too many; what holds spaces belongs in quotes',
  ])
  assert.equal(complaints('j', '--method', '--retries=3'), ['--method needs a value: the method'])
})

complaining('refuses a repeated option, unless it may be repeated', () => {
  assert.equal(complaints('--method', 'GET', '--method', 'GET', 'j'), ['--method is given more than once'])
  assert.equal(complaints('--method', 'GET', '--json', '--json', 'j'), ['--json is given more than once'])
})

complaining('refuses a value for a flag', () => {
  assert.equal(complaints('--method', 'GET', '--json=no', 'j'), ['--json takes no value'])
})

complaining('refuses an abbreviated option, and suggests the full name', () => {
  assert.equal(complaints('--methd', 'GET', 'j'), ['there is no option --methd; is it --method?'])
  assert.equal(complaints('--ret', '3', 'j'), ['there is no option --ret; is it --retries?'])
  assert.equal(complaints('--output', 'x', 'j'), ['there is no option --output'])
  assert.equal(complaints('-m', 'GET', 'j'), ['there is no option -m'])
  assert.equal(complaints('--no-json', 'j'), ['there is no option --no-json'])
  assert.equal(complaints('j', '--x\u001b[2J', 'y'), ['there is no option argument 3'])
})

complaining('numbers a superfluous argument as the shell does, counting the command', () => {
  assert.equal(complaints('j', 'k', '--method', 'GET', 'l'), [
    'argument 3 is one too many; what holds spaces belongs in quotes',
    'argument 6 is one too many; what holds spaces belongs in quotes',
  ])
})

complaining('for all lines: it never throws, and never repeats a value', () => {
  const word = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('--method', '--body', '--retries', '--line', '--json', '--', '-') },
    { weight: 1, arbitrary: anyText() },
    {
      weight: 3,
      arbitrary: fc.constantFrom(
        'S3CRET',
        '--line=S3CRET',
        '--json=S3CRET',
        '--bogus=S3CRET',
        '-xS3CRET',
        '--retries=S3CRET',
      ),
    },
  )
  fc.assert(
    fc.property(fc.array(word), (argv) => {
      const parsed = example.parse(argv)
      assert.not.match(JSON.stringify(parsed), 'S3CRET')
    }),
  )
})

complaining.run()
