import fc from 'fast-check'
import { appId, baseUrl, count, edition, file, number, privateKeyFile, text } from '../../../src/apps/cli/arguments.ts'
import {
  type Command,
  command,
  defaulting,
  flag,
  operand,
  option,
  optional,
  repeated,
} from '../../../src/apps/cli/grammar.ts'
import { guardName } from '../../../src/apps/cli/guards.ts'
import type { Environment } from '../../../src/apps/cli/Outcome.ts'
import { policyList } from '../../../src/apps/cli/policies.ts'
import { wholeNumber } from '../../../src/core/Rule.ts'
import { anyText } from '../../support/lookalikes.ts'
import { assert, forAll, suite } from '../../support/suite.ts'

let ran: unknown
const example: Command = command({
  args: {
    method: option(text('METHOD'), 'the method'),
    body: optional(file, 'the body'),
    retries: defaulting(count, 7, 'how often'),
    line: repeated(text('LINE'), 'a line'),
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
  await parsed.run(process)
  return ran
}

const complaints = (...argv: ReadonlyArray<string>): ReadonlyArray<string> => {
  const parsed = example.parse(argv)
  return parsed._tag === 'Wrong' ? parsed.complaints : [parsed._tag]
}

const taking = suite('a valid command line')

taking('gives each argument its value, and missing ones their defaults', async () => {
  const bare = { method: 'GET', body: undefined, retries: 7, line: [], job: 'j' }
  assert.equal(await given('--method', 'GET', 'j'), bare)
  assert.equal(await given('j', '--method=GET'), bare)
  assert.equal(await given('--method', 'GET', 'j', '--json'), bare)
  assert.equal(await given('--line', 'a', '--method', 'GET', '--line=b', 'j', '--body', '-', '--retries', '0'), {
    method: 'GET',
    body: '-',
    retries: 0,
    line: ['a', 'b'],
    job: 'j',
  })
})

taking('takes a value that begins with -, an empty value, and an operand after --', async () => {
  assert.equal(await given('--method', '-x', '--line', '', '--line', '--', '--', '--method'), {
    method: '-x',
    body: undefined,
    retries: 7,
    line: ['', '--'],
    job: '--method',
  })
  assert.equal(await given('--method=', '--line=--method', 'j'), {
    method: '',
    body: undefined,
    retries: 7,
    line: ['--method'],
    job: 'j',
  })
})

taking('for all texts: a value arrives as it was given', () =>
  forAll([fc.array(anyText())], async (lines) => {
    const argv = lines.map((line) => `--line=${line}`)
    assert.equal(((await given('--method=M', ...argv, 'j')) as { line: unknown }).line, lines)
  }),
)

taking('finds --help at any position', () => {
  for (const argv of [['--help'], ['-h'], ['--bogus', '--help'], ['j', '-h', '--retries', 'many']]) {
    assert.equal(complaints(...argv), ['Help'])
  }
})

const surrounding = suite('options from the environment')

const either: Command = command({
  args: {
    appId: optional(text('ID'), 'the app'),
    retries: defaulting(count, 7, 'how often'),
    line: repeated(text('LINE'), 'a line'),
    tokenFile: optional(file, 'a token'),
    loud: flag('shout'),
  },
  either: [
    [['appId'], ['tokenFile']],
    [['retries'], ['line']],
  ],
  example: '',
  run: async (given) => {
    ran = given
    return { exit: 0, text: '', json: {} }
  },
})

const under = async (environment: Environment, ...argv: ReadonlyArray<string>): Promise<unknown> => {
  const parsed = either.parse(argv, environment)
  if (parsed._tag !== 'Ready') return parsed
  await parsed.run(process)
  return { ...(ran as object), from: parsed.variables }
}

const none = { appId: undefined, retries: 7, line: [], tokenFile: undefined, loud: false, from: [] }

surrounding('each option with a value has a variable: the prefix and its name in capitals', async () => {
  assert.equal(await under({ COUNTERSIGN_APP_ID: 'a', COUNTERSIGN_RETRIES: '0', COUNTERSIGN_LINE: 'l' }), {
    ...none,
    appId: 'a',
    retries: 0,
    line: ['l'],
    from: ['COUNTERSIGN_APP_ID', 'COUNTERSIGN_RETRIES', 'COUNTERSIGN_LINE'],
  })
})

surrounding('an argument wins, and an empty variable counts as unset', async () => {
  const environment = { COUNTERSIGN_APP_ID: 'a', COUNTERSIGN_RETRIES: '', COUNTERSIGN_LINE: 'l' }
  assert.equal(await under(environment, '--app-id=b', '--line', 'm'), { ...none, appId: 'b', line: ['m'] })
})

surrounding('flags, operands and other names have none', async () => {
  const result = await under({ COUNTERSIGN_LOUD: '1', COUNTERSIGN_JSON: '1', APP_ID: 'a', countersign_app_id: 'a' })
  assert.equal(result, none)
  const parsed = example.parse(['--method', 'GET'], { COUNTERSIGN_JOB: 'j' })
  assert.equal(parsed, { _tag: 'Wrong', complaints: ['JOB is missing: the job'] })
})

surrounding('of two ways to say the same, the line decides; without one, both are there', async () => {
  const environment = { COUNTERSIGN_APP_ID: 'a', COUNTERSIGN_TOKEN_FILE: 't' }
  const tokens = { ...none, tokenFile: 'u' }
  assert.equal(await under(environment, '--token-file', 'u'), tokens)
  assert.equal(await under(environment, '--app-id', 'b'), { ...none, appId: 'b' })
  const from = ['COUNTERSIGN_APP_ID', 'COUNTERSIGN_TOKEN_FILE']
  assert.equal(await under(environment), { ...none, appId: 'a', tokenFile: 't', from })
})

surrounding('a complaint names the variable and not its value', async () => {
  assert.equal(await under({ COUNTERSIGN_RETRIES: '7S3CRET' }), {
    _tag: 'Wrong',
    complaints: ['COUNTERSIGN_RETRIES: expected a whole number, 0 or more, in plain decimal; wrong at character 2'],
  })
})

surrounding('a missing option asks for a variable that is nearly its own', () => {
  const missing = (environment: Environment) => example.parse(['j'], environment)
  const complaints = ['--method is missing: the method; COUNTERSIGN_METHD is set, is it COUNTERSIGN_METHOD?']
  assert.equal(missing({ COUNTERSIGN_METHD: 'GET' }), { _tag: 'Wrong', complaints })
  for (const environment of [{}, { COUNTERSIGN_BODY: 'b' }, { METHD: 'GET' }, { COUNTERSIGN_METHOD: '' }])
    assert.equal(missing(environment), { _tag: 'Wrong', complaints: ['--method is missing: the method'] })
})

const complaining = suite('an invalid command line')

complaining('quotes a wrong value, says where it is wrong, and what may have been meant', () => {
  const all = command({
    args: {
      app: optional(appId, 'the app'),
      bits: optional(number('BITS', wholeNumber('bits', 1)), 'how many'),
      edition,
      guard: optional(guardName, 'the guard'),
      key: optional(privateKeyFile, 'the key'),
      policy: optional(policyList('NAME', ['ows', 'scheme-case']), 'a policy'),
      url: optional(baseUrl, 'the service'),
    },
    example: '',
    run: async () => ({ exit: 0, text: '', json: {} }),
  })
  const wrong = (...argv: ReadonlyArray<string>): string => {
    const parsed = all.parse(argv)
    return parsed._tag === 'Wrong' ? parsed.complaints.join() : parsed._tag
  }
  for (const [option, value, said] of [
    ['--app', 'app 1', /^--app: expected .*; found "app 1", wrong at character 4$/],
    ['--app', 'a\u001b[2J', /^--app: expected .*; found "a\\u001b\[2J", wrong at character 2$/],
    ['--app', '', /^--app: expected [^;]*$/],
    ['--bits', '10.5', /^--bits: expected .*; found "10\.5", wrong at character 3$/],
    ['--bits', '0', /^--bits: expected .*; found "0"$/],
    ['--edition', 'mainlnd', /^--edition: expected .*; found "mainlnd"; is it mainland\?$/],
    ['--policy', 'ows,scheme-cas', /^--policy: expected .*; found "ows,scheme-cas"; is it scheme-case\?$/],
    ['--guard', 'memry', /^--guard: expected memory.*; found "memry"$/],
    ['--url', 'http://h.example', /^--url: expected .*; found "http:\/\/h\.example"$/],
  ] as const)
    assert.match(wrong(option, value), said)
  // A password, a key, a header, and whatever is as long as a token.
  for (const [option, value] of [
    ['--url', 'https://me:S3CRET@h.example'],
    ['--guard', 'redis://:S3CRET@h'],
    ['--guard', 'redis://h?password=S3CRET'],
    ['--app', 'Bearer S3CRET'],
    ['--bits', 'nonce_str=n,signature=S3CRET'],
    ['--key', '-----BEGIN S3CRET'],
    ['--edition', '{"d":"S3CRET"}'],
    ['--bits', `${'x'.repeat(30)}.S3CRET`],
  ] as const) {
    assert.match(wrong(option, value), /: expected /, value)
    assert.not.match(wrong(option, value), 'S3CRET')
  }
})

for (const [what, argv, said] of [
  ['names everything that is missing', [], ['--method is missing: the method', 'JOB is missing: the job']],
  [
    'a value forgotten at the end',
    ['j', '--method', 'G', '--retries'],
    ['--retries needs a value: how often (default: 7)'],
  ],
  [
    'a value that was forgotten before the next option',
    ['--method', '--line', 'l', 'j'],
    [
      '--method needs a value: the method',
      'there is one argument too many: argument 5. If a value has spaces, put it in quotes',
    ],
  ],
  ['or before one with its value', ['j', '--method', '--retries=3'], ['--method needs a value: the method']],
  ['a repeated option', ['--method', 'GET', '--method', 'GET', 'j'], ['--method is given more than once']],
  ['a repeated flag', ['--method', 'GET', '--json', '--json', 'j'], ['--json is given more than once']],
  ['a value for a flag', ['--method', 'GET', '--json=no', 'j'], ['--json takes no value']],
  ['a wrong letter', ['--methd', 'GET', 'j'], ['there is no option --methd; is it --method?']],
  ['an abbreviation', ['--ret', '3', 'j'], ['there is no option --ret; is it --retries?']],
  ['what means the same', ['--data', 'x', '--method', 'GET', 'j'], ['there is no option --data; is it --body?']],
  [
    'an unknown option with its value, which takes no operand',
    ['--x=5', '--method', 'GET', 'j'],
    ['there is no option --x'],
  ],
  [
    'an operand too many after such an option',
    ['j', '--method', 'GET', '--x=5', 'k'],
    ['there is no option --x', 'there is one argument too many: argument 6. If a value has spaces, put it in quotes'],
  ],
  ['another option', ['--output', 'x', 'j'], ['there is no option --output']],
  ['a short one', ['-m', 'GET', 'j'], ['there is no option -m']],
  ['a negated one', ['--no-json', 'j'], ['there is no option --no-json']],
  ['a name that steers terminals', ['j', '--x\u001b[2J', 'y'], ['there is no option argument 3']],
  [
    'superfluous arguments, numbered as the shell does, counting the command',
    ['j', 'k', '--method', 'GET', 'l'],
    [3, 6].map((place) => `there is one argument too many: argument ${place}. If a value has spaces, put it in quotes`),
  ],
] as const)
  complaining(what, () => assert.equal(complaints(...argv), said))

complaining('for all lines: it never throws, and never repeats what may be a secret', async () => {
  // As long as a token; a shorter value is quoted.
  const secret = 'S3CRET'.repeat(6)
  const word = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('--method', '--body', '--retries', '--line', '--json', '--', '-') },
    { weight: 1, arbitrary: anyText() },
    {
      weight: 3,
      arbitrary: fc.constantFrom(
        secret,
        `--line=${secret}`,
        `--json=${secret}`,
        `--bogus=${secret}`,
        `-x${secret}`,
        `--retries=${secret}`,
      ),
    },
  )
  await forAll([fc.array(word)], (argv) => {
    const parsed = example.parse(argv)
    assert.not.match(JSON.stringify(parsed), 'S3CRET')
  })
})

surrounding('what the line decides in one list of ways decides nothing in another', async () => {
  const environment = { COUNTERSIGN_APP_ID: 'a', COUNTERSIGN_TOKEN_FILE: 't', COUNTERSIGN_LINE: 'l' }
  const from = ['COUNTERSIGN_APP_ID', 'COUNTERSIGN_TOKEN_FILE']
  assert.equal(await under(environment, '--retries', '2'), { ...none, appId: 'a', retries: 2, tokenFile: 't', from })
})
