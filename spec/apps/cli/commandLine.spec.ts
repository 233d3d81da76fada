/** The command line as a whole: its help, its errors, its exit codes and what it prints, for every command. */

import { readFileSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { commands } from '../../../src/apps/cli/commands.ts'
import { didYouMean } from '../../../src/apps/cli/didYouMean.ts'
import { manual, overview } from '../../../src/apps/cli/help.ts'
import { coloursOf, widthOf, withNote } from '../../../src/apps/cli/terminal.ts'
import * as AppId from '../../../src/core/AppId.ts'
import * as AuthType from '../../../src/core/AuthType.ts'
import * as Nonce from '../../../src/core/Nonce.ts'
import { visibleLines } from '../../../src/kit/conformance/reports/visible.ts'
import { rsa } from '../../support/keys.ts'
import { assert, needs, suite } from '../../support/suite.ts'
import {
  complaintsOf,
  countersign,
  fails,
  file,
  privateKey,
  program,
  publicKey,
  type Surroundings,
  shell,
  started,
  version,
} from './command.ts'

const names = Object.keys(commands)

const errors = suite('the error lines of a command')

const steering = '\u009b2J\u202e\u2028\u001b[2J'
const shown = '\\u009b2J\\u202e\\u2028\\u001b[2J'

errors('show what another program said without its control characters', async () => {
  const hello = JSON.stringify({ outcome: steering })
  const port = [process.execPath, '-e', `console.log(${JSON.stringify(hello)}); process.stdin.resume()`]
  const { code, err } = await countersign(['conform', '--', ...port])
  assert.is(code, 3)
  assert.match(err, 'error: the port does not say hello: the first line must be an object of type hello, but is ')
  assert.match(err, '\\u009b2J\\u202e\\u2028')
  assert.is(err, visibleLines(err))
})

errors('show every argument without its control characters', async () => {
  for (const args of [
    ['conform', '--', `./${steering}`],
    ['verify', '--keys', steering, '--request', steering],
    ['vectors', 'list', '--vectors', steering],
    ['serve', '--keys', steering],
    ['diagnose', '--request', steering],
    [steering],
    ['sign', steering],
  ]) {
    const { code, err } = await countersign(args)
    assert.ok(code !== 0, args[0])
    assert.is(err, visibleLines(err), args[0])
  }
  assert.match((await countersign(['conform', '--', `./${steering}`])).err, `there is no program "./${shown}"`)
})

const help = suite('countersign --help')

help('shows a line for each command, within the width of a terminal', async () => {
  const { code, out, err } = await countersign(['--help'])
  assert.equal([code, err], [0, ''])
  const shown = [...out.matchAll(/^ {2}([a-z]+) +\S.*$/gm)].map(([, name]) => name)
  assert.equal(shown, names)
  assert.ok(out.split('\n').every((line) => line.length <= 80))
  for (const args of [['-h'], ['help']]) assert.is((await countersign(args)).out, out)
})

help('shows every option of a command, and which are required', async () => {
  for (const [name, { load }] of Object.entries(commands)) {
    const { args } = await load()
    const { code, out } = await countersign([name, '--help'])
    assert.is(code, 0)
    for (const { kind, name: option } of args) if (kind !== 'operand') assert.match(out, `--${option}`)
    const usage = out.slice(0, out.indexOf('[options]'))
    for (const { kind, name: option, required } of args) {
      if (kind === 'option') assert.is(usage.includes(`--${option} `), required, option)
    }
    assert.match(out, `countersign ${name} `)
    assert.ok(out.split('\n').every((line) => line.length <= 80))
  }
  assert.is((await countersign(['help', 'sign'])).out, (await countersign(['sign', '-h', '--bogus'])).out)
})

help('of verify and diagnose names every form that the guide lists, and the default of --now', async () => {
  const guide = readFileSync('src/kit/diagnosis/README.md', 'utf8')
  const forms = [
    'raw HTTP',
    'curl',
    'HTTPie',
    'wget',
    'fetch',
    'PowerShell',
    'HAR',
    'Postman',
    'Insomnia',
    'JMeter',
    'Bruno',
    'REST Client',
    'Node',
    'Python',
    'PHP',
    'Ruby',
    'Java',
    'Go',
    'tcpdump',
  ]
  for (const name of ['verify', 'diagnose']) {
    const { out } = await countersign([name, '--help'])
    const text = out.replace(/\s+/g, ' ')
    for (const form of forms) {
      assert.match(text.toLowerCase(), form.toLowerCase(), `${name} --help`)
      assert.match(guide, form)
    }
    assert.match(text, 'if not set: the time in the kept file, or else the time of this machine')
  }
})

help('shows what few callers need after the rest, and nothing twice', async () => {
  for (const [name, { load }] of Object.entries(commands)) {
    const { args } = await load()
    const { out } = await countersign([name, '--help'])
    const [most = '', few = ''] = out.split('\nRarely needed:\n')
    for (const { kind, name: option, rare = false } of args) {
      if (kind === 'operand') continue
      const row = new RegExp(`^ {2}(?:-h, )?--${option}(?: |$)`, 'm')
      assert.equal([row.test(most), row.test(few)], [!rare, rare], `${name} --${option}`)
    }
  }
})

help('says which variables stand for options', async () => {
  const all = (await countersign(['--help'])).out.replaceAll(/\s+/g, ' ')
  assert.match(all, '--app-id as COUNTERSIGN_APP_ID. If both are set, the option')
  const { out } = await countersign(['submit', '--help'])
  assert.match(out.replaceAll(/\s+/g, ' '), 'as an environment variable: --base-url as COUNTERSIGN_BASE_URL.')
})

help('the grammar accepts its examples', async () => {
  for (const { load } of Object.values(commands)) {
    const { example, parse } = await load()
    // The shell takes what comes after `>`.
    const [typed = ''] = example.split(' > ')
    assert.is(parse(typed.split(' ').map((word) => word.replaceAll('"', '')))._tag, 'Ready', example)
  }
})

help('wraps for any width, and loses no word', async () => {
  const colours = coloursOf({ isTTY: false }, {})
  const words = (text: string): string => text.replaceAll(/[\s\\]+/g, ' ')
  for (const width of [40, 61, 100]) {
    assert.is(words(overview({ colours, width })), words(overview({ colours, width: 80 })))
    for (const [name, { about, load }] of Object.entries(commands)) {
      const command = await load()
      const sentence = words(manual(name, about, command, { colours, width }))
      assert.is(sentence, words(manual(name, about, command, { colours, width: 80 })))
    }
  }
})

help('is one object under --json', async () => {
  assert.equal(JSON.parse((await countersign(['--help', '--json'])).out), { commands: names })
  assert.match(JSON.parse((await countersign(['sign', '--help', '--json'])).out).help, '--private-key FILE')
})

const usage = suite('countersign: which command')

usage('--version is one line', async () => {
  for (const args of [['--version'], ['-v']]) {
    const { code, out, err } = await countersign(args)
    assert.equal([code, out, err], [0, `${version}\n`, ''])
  }
})

usage('without a command the exit code is not 0', async () => {
  const { code, out, err } = await countersign([])
  assert.equal([code, out], [2, ''])
  assert.match(err, `error: a command is missing; the commands are ${names.join(', ')}\n`)
})

usage('an option by its former name is refused with the name that it has now', async () => {
  for (const [line, words] of [
    [
      'serve --keys keys --called-as https://jobs.example',
      'there is no option --called-as; the option is called --public-url now',
    ],
    ['conform --emit runs.jsonl', 'there is no option --emit; the option is called --write-runs now'],
    ['conform --judge a --emitted b', 'there is no option --judge; the option is called --answers now'],
    ['conform --judge a --emitted b', 'there is no option --emitted; the option is called --runs now'],
    ['conform --after sign/plain -- port', 'there is no option --after; the option is called --preceded-by now'],
    ['verify --after x', 'there is no option --after'],
  ] as const) {
    const { code, err } = await countersign(line.split(' '))
    assert.is(code, 2)
    assert.match(err, words)
  }
})

usage('an unknown command is an error that suggests the nearest one', async () => {
  for (const [name, complaint] of [
    ['sing', 'there is no command sing; is it sign?'],
    ['varify', 'there is no command varify; is it verify?'],
    ['version', 'there is no command version; is it --version?'],
    ['verison', 'there is no command verison; is it --version?'],
    ['--verison', 'there is no command --verison; is it --version?'],
    ['toString', `there is no command toString; the commands are ${names.join(', ')}`],
    ['--method', `there is no command --method; the commands are ${names.join(', ')}`],
    ['a=b,signature=S3CRET', `there is no command of that name; the commands are ${names.join(', ')}`],
  ] as const) {
    const { code, out, err } = await countersign([name])
    assert.equal([code, out, err], [2, '', `error: ${complaint}\n`])
  }
  const { code, out, err } = await countersign(['sing', '--json'])
  assert.equal([code, err], [2, ''])
  assert.equal(JSON.parse(out), { outcome: 'error', message: 'there is no command sing; is it sign?' })
})

usage('a file that is not there, or is a folder, is called so, whichever option names it', async () => {
  const header = ['--method', 'GET', '--target', '/', '--authorization', 'x']
  const signing = ['sign', '--app-id', 'app-1', '--method', 'GET', '--url', 'http://h.example/', '--private-key']
  const submitting = ['submit', '--base-url', 'http://127.0.0.1:9']
  const serve = ['serve', '--keys', 'keys']
  const gateway = [...serve, '--upstream', 'http://127.0.0.1:9']
  const cert = file('some.crt', 'x')
  const key = file('some.key', 'x')
  const job = file('a-job.json', '{"request_id":"1","stages":[]}')
  for (const args of [
    ['verify', ...header, '--public-key', 'NAME'],
    ['verify', ...header, '--public-key', publicKey, '--body', 'NAME'],
    ['verify', '--public-key', publicKey, '--request', 'NAME'],
    ['diagnose', ...header, '--public-key', publicKey, '--body', 'NAME'],
    ['diagnose', ...header, '--public-key', publicKey, '--paths', 'NAME'],
    [...signing, 'NAME'],
    [...signing, privateKey, '--body', 'NAME'],
    [...submitting, '--token-file', 'NAME', job],
    [...submitting, '--app-id', 'app-1', '--private-key', 'NAME', job],
    [...submitting, '--app-id', 'app-1', '--private-key', privateKey, 'NAME'],
    [...gateway, '--cert', 'NAME', '--key', key],
    [...gateway, '--cert', cert, '--key', 'NAME'],
  ]) {
    const at = args.indexOf('NAME')
    const option = args[at - 1]?.startsWith('--') ? args[at - 1] : 'JOB.json'
    for (const [name, why] of [
      ['nowhere', 'there is no such file or folder'],
      ['keys', 'it is a folder; give a file'],
      ['some.key/x', 'a part of its path is not a folder'],
    ] as const)
      await fails(args.with(at, name), `${option} ${name}: ${why}`)
  }
  // `diagnose` takes a folder of keys.
  file('no-keys/notes.txt', '')
  for (const [name, error] of [
    ['nowhere', '--public-key nowhere: there is no such file or folder'],
    ['no-keys', '--keys no-keys: the folder has no key; give a file, or a folder with files APPID.pem'],
    ['some.key/x', '--public-key some.key/x: a part of its path is not a folder'],
  ] as const)
    await fails(['diagnose', ...header, '--public-key', name], error)
  await fails(['serve', '--keys', 'nowhere'], '--keys nowhere: there is no such file or folder')
  await fails(['serve', '--keys', 'some.key'], '--keys some.key: a part of its path is not a folder')
  await fails([...serve, '--tokens', 'nowhere'], '--tokens nowhere: there is no such file or folder')
  await fails([...serve, '--guard', 'memory:nowhere/deeper/file'], /^error: --guard.*: there is no such file or folder/)
})

const guards =
  'memory, memory:FILE, lmdb:FOLDER, redis://HOST:PORT, redis+cluster://HOST:PORT,HOST:PORT or ' +
  'redis+sentinel://HOST:PORT,HOST:PORT/NAME (rediss for TLS; the password in COUNTERSIGN_REDIS_PASSWORD, not in the URL)'
const noGuards = `
  redis memory: lmdb: lmdb http://h redis:// redis://:S3CRET@h redis://u:S3CRET@h:1 redis://h?password=S3CRET redis://h,i
  redis://h:0 redis://h:65536 redis://h/jobs redis+cluster:// redis+cluster://h:1, redis+cluster://h:1/1
  redis+cluster://:S3CRET@h redis+sentinel://h:1 redis+sentinel://h:1/ redis+sentinel://h:1/a/b redis+sentinels://h:1/jobs
`
  .trim()
  .split(/\s+/)
const policies = 'names of policies with commas between them: '
const number = (unit: string, range = '0 or more'): string => `a whole number${unit}, ${range}, in plain decimal`

/** A wrong value of each option that takes more than a text, and what it is told. */
const wrong: Readonly<Record<string, readonly [values: ReadonlyArray<string>, expected: string]>> = {
  'app-id': [['', 'a b', 'a/b'], AppId.rule.expected],
  'auth-type': [['bearer', 'Bearer'], AuthType.rule.expected],
  bits: [['1024', '2047', '8192', '2048.0', '+2048', ''], '2048, 3072 or 4096'],
  budget: [['long'], number(' of milliseconds')],
  'public-url': [['http://jobs.example'], 'an https URL'],
  code: [['cobol'], 'javascript, python, java, go, php, csharp, ruby or shell'],
  cors: [['app.example', 'https://app.example/x', 'https://app.example:443'], 'an origin as browsers write it'],
  edition: [['', 'x', 'Mainland'], 'international or mainland'],
  generated: [['x'], number('')],
  // Other values than the options of these names in other commands.
  'inspector --output': [[''], 'the name of a file'],
  'fetch --output': [[''], 'the name of a file'],
  'fetch --timeout': [['1.5s', '0s', '2 s'], 'a number and a unit, such as 500ms, 2s, 10m or 1h'],
  'at-once': [['0', 'x'], number('', '1 or more')],
  every: [['0', 's', '2 s'], 'a number and a unit'],
  total: [['1d'], 'a number and a unit'],
  until: [['state=done', '/state', '/a~2=1', '=1'], 'a JSON Pointer, = and a value'],
  header: [['X-Trace', ': 7', 'X Trace: 7'], 'a name, a colon and a value'],
  guard: [noGuards, guards],
  lang: [['cn', 'zh-CN'], 'en or zh'],
  level: [['expert'], 'verifier, signer or full'],
  listen: [[''], 'the name of an address of this machine, such as 0.0.0.0 for all of them'],
  log: [['xml'], 'text or json'],
  'max-age': [['-1'], number(' of seconds')],
  'max-body': [['1e6', 'all'], number(' of bytes')],
  'max-key-bits': [['1024', '8193'], number(' of bits', '2048 to 8192')],
  'max-requests': [['0'], number('', '1 to 1000000')],
  'max-skew': [['1m'], number(' of seconds')],
  'max-upload': [['x'], number(' of bytes')],
  metrics: [
    ['on', 'localhost:9464', '127.0.0.1:', ':9464', '127.0.0.1:65536', '::1:9464', '1.2.3:1', '[::1]9464', '09464'],
    'a port from 0 to 65535, perhaps after an IP address and a colon',
  ],
  nonce: [['a_b', ''], Nonce.rule.expected],
  now: [['now'], number(' of seconds')],
  output: [['pdf'], 'header, string-to-sign, curl or json'],
  passphrase: [['x'], 'no passphrase on the command line, because other users of this machine could read it'],
  policies: [['method', 'METHOD-CASE', 'ows;method-case', 'ows, method-case', 'toString'], policies],
  policy: [['x', 'ows;x'], policies],
  'no-policy': [['x', 'ows;x'], policies],
  port: [['65536', '-1', '080'], number('', '0 to 65535')],
  retries: [['-1'], number('')],
  skeleton: [['Python', 'rust,go'], 'python, go, java, rust, php, c, csharp, ruby or elixir'],
  timeout: [['1.5', '5x', '-1'], 'a number and a unit, such as 500ms, 2s, 10m or 1h; without a unit they are seconds'],
  token: [['x'], 'no token on the command line, because other users of this machine could read it'],
  timestamp: [['01', '1.5', '-1', '9007199254740992'], number(' of seconds')],
  'trust-header': [['Connection'], 'the name of a header, except headers that the gateway sets itself'],
  'client-header': [['X Real IP', 'X-Real-IP:'], 'the name of a header'],
  upstream: [
    ['http://h/x', 'h:1'],
    'http://HOST:PORT, https://HOST:PORT or unix:/PATH, without a path, because a path would change the signed target',
  ],
  'upstream-timeout': [['0'], number(' of seconds', '1 to 1000000')],
}

/** Of these every text is taken, or at least every name. */
const texts = /FILE$|^(?:DIR|URL|METHOD|LINE|TARGET|HOST|ID|SEED|PATH|RUN)$/

usage(
  'of every command, each option that takes more than a text or a file refuses another value, and says what it takes',
  async () => {
    for (const [name, { load }] of Object.entries(commands)) {
      const { args, parse } = await load()
      for (const { kind, name: option, shows } of args) {
        if (kind !== 'option') continue
        assert.ok(option in wrong || texts.test(shows), `${name} --${option}`)
        const [values = [], expected = ''] = wrong[`${name} --${option}`] ?? wrong[option] ?? []
        for (const value of values) {
          const [complaint = ''] = complaintsOf(parse([`--${option}=${value}`])).filter((words) =>
            words.startsWith(`--${option}: `),
          )
          assert.ok(
            complaint.startsWith(`--${option}: expected ${expected}`),
            `${name} --${option}=${value}: ${complaint}`,
          )
        }
      }
    }
  },
)

usage('every error is one object under --json, with the words that people see', async () => {
  for (const args of [
    ['keygen'],
    ['sign', '--bogus'],
    ['verify', '--public-key', 'nowhere', '--method', 'GET', '--target', '/'],
    ['submit', '--base-url', 'https://h.example', 'nowhere'],
    ['serve', '--keys', 'nowhere'],
  ]) {
    const plain = await countersign(args)
    const { code, out, err } = await countersign([...args, '--json'])
    assert.is(code, 2)
    assert.is(plain.code, 2)
    assert.is(plain.out, '')
    assert.is(err, '')
    const { message, ...rest } = JSON.parse(out) as { message: string }
    assert.equal(rest, { outcome: 'error' })
    const words = plain.err.split('\n').filter((line) => line.startsWith('error: '))
    assert.is(words.map((line) => line.slice('error: '.length)).join('; '), message)
  }
})

const alone = suite('countersign in a process of its own')

alone('each command reads, prints and ends there as it does in the process of the specs', async () => {
  const fixed = ['--timestamp', '1700000000', '--nonce', 'n-1', '--method', 'POST', '--url', '/']
  const env = { COUNTERSIGN_PRIVATE_KEY: rsa(2048, 'app-1').privatePem, FORCE_COLOR: '1' }
  const header = ['--method', 'POST', '--target', '/', '--authorization', 'x', '--now', '1700000000']
  const lines: Readonly<Record<string, readonly [args: ReadonlyArray<string>, Surroundings?]>> = {
    keygen: [['--out', 'made']],
    key: [[publicKey]],
    sign: [['--app-id', 'app-1', ...fixed, '--body', '-'], { env, stdin: Buffer.from([0, 255, 10]) }],
    verify: [['--public-key', '-', ...header], { env, stdin: rsa(2048, 'app-1').publicPem }],
    diagnose: [['--public-key', publicKey, ...header]],
    explain: [['nonce_replayed']],
    submit: [
      ['--base-url', 'http://127.0.0.1:1', '--token-file', file('a-token', 'abc'), '-'],
      { stdin: '{"request_id":"1","stages":[]}' },
    ],
    fetch: [['GET', '/', '--base-url', 'http://127.0.0.1:1', '--token-file', file('a-token', 'abc')]],
    serve: [['--keys', 'nowhere', '--json']],
    inspector: [[]],
    vectors: [['list']],
    conform: [['--answers', 'answers', '--seed', 's']],
    completion: [['bash']],
    port: [[], { stdin: '{"type":"hello"}\n{"seq":1}\n{"type":"bye"}\n' }],
    '--version': [[]],
    sing: [['--json']],
  }
  const codes: Readonly<Record<string, number>> = {
    verify: 1,
    diagnose: 1,
    submit: 3,
    fetch: 3,
    serve: 2,
    inspector: 3,
    conform: 2,
    sing: 2,
  }
  const renamed = (arg: string): string => arg.replace('made', 'elsewhere')
  assert.equal(Object.keys(lines).slice(0, names.length), names)
  for (const [name, [args, surroundings]] of Object.entries(lines)) {
    const [here, there] = await Promise.all(
      [countersign, started].map(async (run, i) => {
        const { bytes: _, out, ...ended } = await run([name, ...(i === 0 ? args : args.map(renamed))], surroundings)
        // A key is new each time.
        return { ...ended, out: out.replaceAll('elsewhere', 'made').replace(/sha256:\w+/, '') }
      }),
    )
    assert.equal(there, here, name)
    assert.is(here?.code, codes[name] ?? 0, name)
  }
})

const colours = suite('countersign: colours')

const csi = '\u001b['
const signed = ['verify', '--public-key', publicKey, '--method', 'GET', '--target', '/', '--authorization', 'x']

colours('none in a pipe, unless FORCE_COLOR asks for them; NO_COLOR has the last word', () => {
  for (const [isTTY, env, coloured] of [
    [false, {}, false],
    [false, { CI: 'true', TERM: 'xterm-256color' }, false],
    [false, { FORCE_COLOR: '1' }, true],
    [true, {}, true],
    [true, { TERM: 'dumb' }, false],
    [true, { FORCE_COLOR: '0' }, false],
    [true, { FORCE_COLOR: 'false' }, false],
    [true, { NO_COLOR: '1' }, false],
    [true, { NO_COLOR: '1', FORCE_COLOR: '1' }, false],
    [true, { NO_COLOR: '' }, true],
  ] as const) {
    assert.is(coloursOf({ isTTY }, env).red('x').includes(csi), coloured, JSON.stringify([isTTY, env]))
  }
})

colours('never in output for programs', async () => {
  const env = { FORCE_COLOR: '1' }
  assert.not.match((await countersign([...signed, '--json'], { env })).out, csi)
  assert.not.match((await countersign(['sing', '--json'], { env })).out, csi)
  const sign = ['sign', '--private-key', privateKey, '--app-id=app-1', '--method=GET', '--url=http://h.example/']
  for (const output of ['header', 'curl', 'json']) {
    assert.not.match((await countersign([...sign, '--output', output], { env })).out, csi)
  }
})

const aTerminal = () => Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY: true })

needs('script', colours)('on a terminal, except under NO_COLOR or TERM=dumb', async () => {
  const coloured = `${csi}31mrefused${csi}39m: scheme_unsupported`
  const command = `'${process.execPath}' '${program}' ${signed.join(' ')}`
  const { out } = await shell(`script -qec "${command}" /dev/null || true`, { TERM: 'xterm' })
  assert.match(out, coloured)
  const atTerminal = async (env: NodeJS.ProcessEnv): Promise<string> => {
    const stdout = aTerminal()
    await countersign(signed, { env: { TERM: 'xterm', ...env }, stdout })
    return stdout.read()
  }
  assert.match(await atTerminal({}), coloured)
  assert.match(await atTerminal({ NO_COLOR: '1' }), 'refused: scheme_unsupported')
  assert.match(await atTerminal({ TERM: 'dumb' }), 'refused: scheme_unsupported')
})

colours('stdout and stderr decide separately', async () => {
  const { err } = await countersign(['sing'], { env: { TERM: 'xterm' }, stdout: aTerminal() })
  assert.match(err, 'error: there is no command sing')
  assert.not.match(err, csi)
})

const terminal = suite('terminal')

terminal('the terminal width is clamped', () => {
  for (const [columns, width] of [
    [undefined, 80],
    [0, 80],
    [20, 40],
    [90, 90],
    [300, 100],
  ] as const) {
    assert.is(widthOf(columns === undefined ? {} : { columns }), width)
  }
})

terminal('foreign text keeps its letters and lines, and loses control characters', () => {
  assert.is(visibleLines('a\tb\nä€😀'), 'a\tb\nä€😀')
  assert.is(visibleLines('\u001b[2J\u0007\r\u009b\u007f\0'), '\\u001b[2J\\u0007\\u000d\\u009b\\u007f\\u0000')
})

terminal('the waiting notice does not change the awaited result', async () => {
  assert.is(await withNote('waiting', Promise.resolve(7), process), 7)
  assert.is(await withNote('waiting', Promise.reject(8), process).catch((error) => error), 8)
})

for (const [meant, words, found] of [
  // What means the same.
  ['keys', ['public-key', 'body'], 'public-key'],
  ['public-key', ['keys', 'key', 'body'], 'keys'],
  ['key', ['private-key', 'keep'], 'private-key'],
  ['token', ['tokens'], 'tokens'],
  ['data', ['body'], 'body'],
  ['header', ['authorization', 'url'], 'authorization'],
  ['timestamp', ['now'], 'now'],
  ['keys', ['body'], undefined],
  // What is written nearly so.
  ['methd', ['method', 'body'], 'method'],
  ['auth', ['authorization', 'auth-type', 'url'], 'authorization'],
  ['zzz', ['url', 'body'], undefined],
  // One edit in two letters, and no more.
  ['prt', ['port', 'log'], 'port'],
  ['xut', ['port', 'log'], undefined],
  ['sing', ['sign', 'verify'], 'sign'],
  ['', ['url'], undefined],
  ['anything', [], undefined],
] as const)
  terminal(`didYouMean: ${meant} among ${words}`, () => assert.is(didYouMean(meant, words), found))
