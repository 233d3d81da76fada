/**
 * Small clients as people write them in a hurry, in five languages and the shell: each has a mistake of its own making, or
 * none. What a client really sends is recorded from the wire and handed to the command, which names the mistake.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import * as assert from 'uvu/assert'
import { countersign, file, home } from '../cli/command.ts'
import { rsa } from '../support/keys.ts'
import { needs } from '../support/needs.ts'
import { runIn } from '../support/project.ts'
import { suite } from '../support/suite.ts'
import * as wire from '../support/wire.ts'

const clients = resolve('spec/diagnosis/clients')
const built = mkdtempSync(join(tmpdir(), 'countersign-clients-'))
process.once('exit', () => rmSync(built, { recursive: true, force: true }))

const works = (tool: string, ...args: ReadonlyArray<string>): boolean => {
  try {
    execFileSync(tool, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

interface Language {
  /** Without them its clients cannot run. */
  readonly tool: string
  /** Once, before the first of them runs. */
  readonly build?: string
  /** The command that runs one. */
  readonly run: (client: string, flags: string) => string
}

const languages = {
  python: {
    // A name that is on no PATH is reported as missing.
    tool: works('python3', '-c', 'import cryptography') ? 'python3' : 'python3 with cryptography',
    run: (client) => `python3 python/${client}.py`,
  },
  go: { tool: 'go', build: `go build -C go -o '${built}/' ./...`, run: (client) => `'${built}/${client}'` },
  php: { tool: 'php', run: (client) => `php php/${client}.php` },
  java: {
    tool: 'javac',
    build: `javac -d '${built}' java/*.java`,
    run: (client, flags) => `java ${flags} -cp '${built}' ${client}`,
  },
  javascript: { tool: 'node', run: (client) => `'${process.execPath}' javascript/${client}.mjs` },
  shell: {
    tool: works('openssl', 'version') ? 'curl' : 'openssl',
    run: (client) => `shell/${client}.sh`,
  },
} satisfies Readonly<Record<string, Language>>

/** As an editor leaves it: pretty, with all that serializers write in more ways than one, and a line feed at its end. */
const job = `${JSON.stringify(
  {
    request_id: '1001',
    stages: [
      { type: 'INPUT_INITIALIZE', inputInitialize: { seed: -1, count: 1 } },
      {
        type: 'DIFFUSION',
        diffusion: { width: 512, prompts: [{ text: 'a cat/dog, “black” & <white>, 狐' }], cfg_scale: 7.5 },
      },
    ],
  },
  null,
  2,
)}\n`

/** With a number that some serializers write without its fraction. */
const decimal = job.replace('7.5', '7.0')
/** With an object that is empty. */
const hollow = job.replace('"seed": -1,', '"seed": -1, "tags": {},')
/** On one line, without a line end. */
const oneLine = JSON.stringify(JSON.parse(job))
/** In the characters of Western Europe only. */
const western = job.replace('“black”', '«black»').replace('狐', 'é')

interface Sending {
  /** Path and query of the URL it is given. */
  readonly target?: string
  readonly job?: string
  /** Whose private key it is given. */
  readonly key?: string
  readonly env?: NodeJS.ProcessEnv
  /** For the machine that runs it. */
  readonly flags?: string
}

/** Whether a whole request has come, its body in one piece or in chunks. */
const isWhole = (text: string): boolean =>
  /\r\ntransfer-encoding: *chunked\r\n/i.test(text) ? text.endsWith('\r\n0\r\n\r\n') : wire.isWhole(text)

const answer = '{"error":{"code":"signature_invalid","message":"the signature is not valid"}}'

/** The bytes that a client has put on the wire, as Latin-1. */
const recorded = async (use: (origin: string) => Promise<unknown>): Promise<string> => {
  let text = ''
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      if (isWhole(text))
        socket.end(
          `HTTP/1.1 401 Unauthorized\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${answer.length}\r\n\r\n${answer}`,
        )
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  } finally {
    server.close()
  }
  return text
}

file('app-1.pem', rsa(2048, 'app-1').publicPem)
file('app-2.pem', rsa(2048, 'app-2').publicPem)

let sent = 0

interface Said {
  readonly code: number | null
  readonly outcome: string
  readonly message?: string
  readonly exact: boolean
  readonly findings: ReadonlyArray<{ readonly id: string; readonly detail: string }>
}

/** What the command says of the request that the client sends. */
const diagnosed = async (language: Language, client: string, sending: Sending): Promise<Said> => {
  const { target = '/v1/jobs', key = 'app-1', env = {}, flags = '' } = sending
  const number = ++sent
  const KEY = join(home, file(`${key}.private.pem`, rsa(2048, key).privatePem))
  const JOB = join(home, file(`job-${number}.json`, sending.job ?? job))
  let output = ''
  const request = await recorded(async (origin) => {
    const given = { URL: `${origin}${target}`, APP_ID: 'app-1', KEY, JOB, no_proxy: '*', ...env }
    output = (await runIn(clients, language.run(client, flags), given)).output
  })
  assert.ok(isWhole(request), `nothing arrived:\n${output}`)
  const { code, out, err } = await countersign([
    ...['diagnose', '--public-key', 'app-1=app-1.pem', '--public-key', 'app-2=app-2.pem'],
    ...['--request', file(`request-${number}.http`, Buffer.from(request, 'latin1'))],
    ...['--now', String(Math.floor(Date.now() / 1000)), '--json'],
  ])
  assert.is(err, '')
  return { ...JSON.parse(out), code }
}

type Mistakes = string | ReadonlyArray<string>

interface Told extends Sending {
  /** What the client does, if its file does not say it alone. */
  readonly as?: string
  /** It cannot be known from the request. */
  readonly guessed?: true
  /** What it needs besides what its language does. */
  readonly tool?: string
}

type Case = readonly [client: string, mistakes: Mistakes, told?: Told]

const claims = (name: keyof typeof languages, right: ReadonlyArray<string>, cases: ReadonlyArray<Case>): void => {
  const language: Language = languages[name]
  const test = suite(`clients in ${name}`)
  const claim = needs(language.tool, test)
  if (language.build !== undefined)
    claim('they compile', async () => {
      const env = { CGO_ENABLED: '0', GOTOOLCHAIN: 'local', GOFLAGS: '-buildvcs=false' }
      const { code, output } = await runIn(clients, language.build as string, env)
      assert.is(code, 0, output)
    })
  for (const client of right)
    for (const target of ['/v1/jobs', '/v1/caf%C3%A9/jobs?b=two%20words&a'])
      claim(`${client} is accepted at ${target}`, async () => {
        const { code, outcome, message } = await diagnosed(language, client, { target })
        assert.is(outcome, 'accept', message)
        assert.is(code, 0)
      })
  for (const [client, mistakes, { as = '', guessed = false, tool = language.tool, ...sending } = {}] of cases)
    (tool === language.tool ? claim : needs(tool, test))(
      `${client}${as === '' ? '' : `, ${as}`}: ${[mistakes].flat().join(' and ')}`,
      async () => {
        const { code, message, exact, findings } = await diagnosed(language, client, sending)
        assert.is(code, 1, message)
        assert.equal(findings.map(({ id }) => id).sort(), [mistakes].flat().sort())
        assert.is(exact, !guessed)
      },
    )
  test.run()
}

claims(
  'python',
  ['correct'],
  [
    ['dumped_twice', 'body-reserialized'],
    ['dumped_twice', 'body-reserialized', { as: 'of a job with 7.0', job: decimal }],
    ['body_repr', 'body-printed'],
    ['dict_repr', 'body-printed'],
    ['no_body_none', 'body-printed'],
    ['signature_repr', 'signature-printed'],
    ['triple_quoted', ['leading-line-feed', 'trailing-line-feed']],
    ['gzipped', 'body-compressed'],
    ['text_mode', 'body-crlf', { job: job.replaceAll('\n', '\r\n') }],
    ['read_twice', 'body-missing'],
    ['text_body', 'body-encoding', { job: western }],
    ['utcnow', 'clock-behind', { env: { TZ: 'Asia/Shanghai' } }],
    ['float_time', 'header-timestamp'],
    ['two_clocks', 'timestamp-drift'],
    ['pss', 'pss-padding'],
    ['urlencoded_again', 'target-reencoded', { target: '/v1/jobs?tag=two%20words' }],
    ['app_id_signed', 'app-id-included'],
    ['correct', 'other-key', { as: "with the other app's key", key: 'app-2' }],
    ['correct', 'unknown-key', { as: 'with a key that nobody registered', key: 'app-3', guessed: true }],
  ],
)

claims(
  'go',
  ['correct', 'streamed'],
  [
    ['encoder', 'body-trailing-newline'],
    ['escapedhtml', 'body-reserialized'],
    ['marshalledmap', 'body-reserialized'],
    ['marshalledmap', 'body-reserialized', { as: 'of a job with 7.0', job: decimal }],
    ['bodynumbers', 'body-printed'],
    ['urlpath', 'target-without-query', { target: '/v1/jobs?project=7' }],
    ['decodedpath', 'target-decoded', { target: '/v1/caf%C3%A9/jobs?project=7' }],
    ['querysorted', 'query-reordered', { target: '/v1/jobs?project=7&dry=1' }],
    ['wholeurl', 'target-with-origin'],
    ['lowercase', 'method-case'],
    ['runetime', 'header-timestamp'],
    ['millis', 'header-milliseconds'],
    ['nohash', 'bare-digest'],
    ['rawbase64', 'signature-unpadded'],
    ['quoted', 'header-quoted'],
  ],
)

claims(
  'php',
  ['correct'],
  [
    ['escaped', 'body-reserialized'],
    ['decoded', 'body-reserialized'],
    ['decoded', 'body-reserialized', { as: 'of a job with 7.0', job: decimal }],
    ['decoded', 'body-reserialized', { as: 'of a job with an empty object', job: hollow }],
    ['single_quotes', 'separator-literal'],
    ['crlf', 'separator-crlf'],
    ['default_hash', 'wrong-hash'],
    ['hashed_first', 'hex-digest-signed'],
    ['encrypted_hash', 'bare-digest'],
    ['urlencoded', 'signature-percent-encoded'],
    ['sorted_query', ['query-reordered', 'target-reencoded'], { target: '/v1/jobs?tag=two%20words&dry=1' }],
    ['uniqid', 'nonce-alphabet'],
    ['microtime', 'header-timestamp'],
    ['hashed_body', ['body-hashed', 'nonce-from-clock']],
  ],
)

claims(
  'java',
  ['Correct'],
  [
    ['LineSeparator', 'separator-crlf', { flags: "-Dline.separator='\r\n'" }],
    ['NoneWithRsa', 'bare-digest'],
    ['HashedTwice', 'double-hash'],
    ['Sha1', 'wrong-hash'],
    ['UrlEncoder', 'signature-base64url'],
    ['MimeEncoder', 'signature-wrapped'],
    ['EncodedPath', 'target-reencoded'],
    ['DecodedUri', 'target-decoded', { target: '/v1/jobs?tag=two%20words' }],
    ['Grouped', 'timestamp-grouped'],
    ['LocalTime', 'clock-ahead', { env: { TZ: 'Asia/Shanghai' } }],
    ['IsoTime', 'header-timestamp'],
    ['DefaultCharset', 'body-encoding', { as: 'in Western Europe', flags: '-Dfile.encoding=ISO-8859-1', job: western }],
    ['DefaultCharset', 'body-encoding', { as: 'in a container without a locale', flags: '-Dfile.encoding=US-ASCII' }],
    [
      'DefaultCharset',
      'body-encoding',
      { as: 'there, of a job in Western Europe', flags: '-Dfile.encoding=US-ASCII', job: western },
    ],
    ['DefaultCharset', 'body-encoding', { as: 'on Windows', flags: '-Dfile.encoding=windows-1252' }],
    ['CommaSpace', 'header-whitespace'],
    ['NullBody', 'body-printed'],
    ['BodyNumbers', 'body-printed'],
    ['JoinedLines', 'body-lines-joined'],
  ],
)

claims(
  'javascript',
  ['correct'],
  [
    ['stringified', 'body-reserialized'],
    ['stringified', 'body-reserialized', { as: 'of a job with 7.0', job: decimal }],
    ['object', 'body-printed'],
    ['undefinedBody', 'body-printed'],
    ['emptyDropped', 'final-line-feed-missing'],
    ['indented', 'lines-indented'],
    ['joinedByCommas', 'separator-other'],
    ['searchParams', 'target-reencoded', { target: '/v1/jobs?tag=two%20words' }],
    ['encodedAgain', 'target-reencoded', { target: '/v1/two%20words/jobs' }],
    ['milliseconds', 'timestamp-milliseconds'],
    ['privateEncrypt', 'bare-digest'],
    ['base64Twice', 'signature-double-base64'],
    ['throughText', 'signature-as-text', { guessed: true }],
    ['nonceTwice', 'nonce-drift', { guessed: true }],
    ['randomNonce', 'nonce-alphabet'],
    ['stringQuoted', 'body-quoted'],
    ['headerNames', ['header-key-name', 'signature-hex']],
  ],
)

claims(
  'shell',
  ['correct'],
  [
    ['data', 'body-lines-joined'],
    ['echo_body', 'trailing-line-feed'],
    ['substituted', 'body-trailing-newline'],
    ['backslash_n', ['separator-literal', 'body-trailing-newline']],
    ['backslash_n', 'separator-literal', { as: 'with a job on one line', job: oneLine }],
    ['echo_e', ['echo-option-signed', 'trailing-line-feed'], { tool: 'dash' }],
    ['hex_output', 'signature-hex'],
    ['wrapped', 'signature-wrapped'],
    ['wrapped_echo', 'signature-wrapped'],
    ['pkeyutl', 'bare-digest'],
    ['printed_digest', 'hex-digest-signed'],
  ],
)
