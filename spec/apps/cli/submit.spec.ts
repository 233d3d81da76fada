/** The command `submit`, against a service and a proxy that run: what is sent, what is shown, and what is refused. */
import { createHash } from 'node:crypto'
import { forwardProxy } from '../../support/connectProxy.ts'
import { encryptedPem, rsa } from '../../support/keys.ts'
import { listen, ok, type RawRequest, status, withListener } from '../../support/listener.ts'
import { assert, suite } from '../../support/suite.ts'
import { verdict, world } from '../../support/world.ts'
import { countersign, type Ended, fails, file, privateKey, type Surroundings, serving } from './command.ts'

const job = file('job.json', ' {"stages":[ ],\n"request_id":"7"}\n')
const answer = '{"app_id":"app-1","request_id":"7","stages":[]}'
const signed = ['--app-id', 'app-1', '--private-key', privateKey]
const run = (url: string, args: ReadonlyArray<string>, surroundings: Surroundings = {}): Promise<Ended> =>
  countersign(['submit', '--base-url', url, ...args], surroundings)

const sending = suite('countersign submit')

sending('sends the very bytes of the file, signed, and shows the answer', () =>
  serving(['--keys', 'keys'], async ({ url }) => {
    const { code, out, err } = await run(url, [...signed, job])
    assert.is(err, '')
    const [first, ...shown] = out.split('\n')
    const { job_id, ...rest } = JSON.parse(shown.join('\n'))
    assert.is(first, 'accepted: the service answered 200')
    assert.equal([typeof job_id, rest], ['string', JSON.parse(answer)])
    assert.is(code, 0)
  }),
)

sending('for a base URL with a path: what a raw listener received is what was signed', () =>
  withListener([ok()], async ({ url, requests }) => {
    const args = [...signed, '--auth-type', 'SVC-SHA256-RSA', job]
    assert.is((await run(`${url}/api/`, args)).code, 0)
    const { requestLine, headers, body } = requests[0] as RawRequest
    assert.is(requestLine, 'POST /api/v1/jobs HTTP/1.1')
    assert.is(Buffer.from(body).toString(), ' {"stages":[ ],\n"request_id":"7"}\n')
    const header = (name: string) => headers.filter(([n]) => n === name).map(([, value]) => value)
    assert.equal(header('content-type'), ['application/json; charset=UTF-8'])
    assert.equal(header('accept'), ['application/json'])
    const verifier = await world()
    verifier.setClock(Number(/timestamp=(\d+)/.exec(header('authorization')[0] ?? '')?.[1]))
    const request = { method: 'POST', target: '/api/v1/jobs', authorization: header('authorization'), body }
    assert.is(await verdict(verifier, request), 'accept')
  }),
)

sending('answers with one object under --json', () =>
  serving(['--keys', 'keys'], async ({ url }) => {
    const { code, out } = await run(url, [...signed, '--json', job])
    const { headers, ...rest } = JSON.parse(out)
    const { job_id, ...others } = rest.json
    assert.equal(others, JSON.parse(answer))
    assert.is(rest.body, JSON.stringify({ job_id, ...others }))
    assert.equal([rest.outcome, rest.status], ['accept', 200])
    assert.is(headers['content-type'], 'application/json; charset=UTF-8')
    assert.is(code, 0)
  }),
)

sending('a job from standard input', () =>
  serving(['--keys', 'keys'], async ({ url }) => {
    assert.is((await run(url, [...signed, '-'], { stdin: '{"request_id":"7","stages":[]}' })).code, 0)
  }),
)

sending('with a token, as a file has it, and with an encrypted key', async () => {
  const token = 'abc.DEF-123=='
  file('tokens', `# ours\napp-9 sha256:${createHash('sha256').update(token).digest('hex')}\n`)
  await serving(['--keys', 'keys', '--tokens', 'tokens'], async ({ url }) => {
    const { code, out } = await run(url, ['--token-file', file('token', `${token}\n`), job, '--json'])
    assert.is(code, 0)
    assert.is(JSON.parse(out).json.app_id, 'app-9')
    const locked = file('locked.pem', encryptedPem(rsa(2048, 'app-1'), 'sesame'))
    const env = { COUNTERSIGN_PASSPHRASE: 'sesame' }
    assert.is((await run(url, ['--app-id', 'app-1', '--private-key', locked, job], { env })).code, 0)
  })
})

sending('is refused by the service with exit code 1, and shows why', () =>
  serving(['--keys', 'keys', '--edition', 'mainland', '--tokens', 'tokens'], async ({ url }) => {
    const { code, out, err } = await run(url, ['--token-file', 'token', job])
    assert.is(code, 1)
    assert.match(out, /^refused: the service answered 401\n {2}\{\n {4}"error": \{\n {6}"code": "bearer_not_offered",/)
    assert.is(err, '')
    const object = JSON.parse((await run(url, ['--app-id', 'app-2', '--private-key', privateKey, '--json', job])).out)
    assert.is(object.outcome, 'reject')
    assert.is(object.status, 401)
    assert.is(object.json.error.code, 'signature_invalid')
  }),
)

sending('--body sends a file of any size, and does not look into it', () =>
  serving(['--keys', 'keys', '--max-body', '9000000'], async ({ url, logged }) => {
    const big = file('big.bin', new Uint8Array(3_000_000).fill(0xff))
    const { code, out } = await run(url, [...signed, '--body', big])
    // The stand-in wants a job, so it was verified.
    assert.match(out, 'job_malformed')
    assert.is(code, 1)
    await logged('400 app-1: POST /v1/jobs: ')
    const either = 'error: give JOB.json, or --body with a file that is not checked'
    for (const args of [[...signed], [...signed, '--body', big, job]])
      assert.is((await run(url, args)).err.split('\n')[0], either)
    assert.match((await run(url, [...signed, '--body', 'nowhere'])).err, '--body nowhere: there is no such file')
    assert.match(
      (await run(url, [...signed, '--body', '-'])).err,
      '--body -: the body is read twice, so give the name of a file',
    )
  }),
)

sending('goes through the proxy that is named', () =>
  serving(['--keys', 'keys'], async ({ url }) => {
    const proxy = await forwardProxy()
    assert.is((await run(url, [...signed, '--proxy', `127.0.0.1:${proxy.port}`, job])).code, 0)
    assert.is((await run(url, [...signed, '--proxy', 'none', job])).code, 0)
    const lines = proxy.asked.map(({ line }) => line)
    assert.equal(lines, [`POST ${url}/v1/jobs`])
    proxy.close()
    assert.match((await run(url, [...signed, '--proxy', 'ftp://x', job])).err, 'proxy must be the URL of a proxy')
  }),
)

sending('takes the password of a proxy from the environment, and never from an argument', () =>
  serving(['--keys', 'keys'], async ({ url }) => {
    const proxy = await forwardProxy()
    const withPassword = `http://user:PASSWORD@127.0.0.1:${proxy.port}`
    for (const given of [withPassword, `user:PASSWORD@127.0.0.1:${proxy.port}`]) {
      const { code, err } = await run(url, [...signed, '--proxy', given, job])
      assert.is(code, 2)
      assert.match(
        err,
        'error: --proxy: expected the URL of a proxy without a user and a password; put a URL with a password',
      )
      assert.not.match(err, 'PASSWORD')
    }
    assert.is(proxy.asked.length, 0)
    assert.is((await run(url, [...signed, job], { env: { COUNTERSIGN_PROXY: withPassword } })).code, 0)
    assert.is(proxy.asked.length, 1)
    proxy.close()
  }),
)

sending('tries again when it is asked to, signed anew', () =>
  withListener([status('503 Unavailable'), ok(answer)], async ({ url, requests }) => {
    assert.is((await run(url, [...signed, job])).code, 1)
    assert.is((await run(url, [...signed, '--retries', '1', job])).code, 0)
    assert.is(requests.length, 2)
  }),
)

sending(
  'shows an answer that is no JSON as it is, indented, so that no line of it stands for one of ours, and steers no terminal',
  () =>
    withListener([status('200 OK', 'Content-Type: text/plain\r\n', 'a\u001b[2J\r\nb\u009b1m\n\n')], async ({ url }) => {
      const { out } = await run(url, [...signed, job])
      assert.is(out, 'accepted: the service answered 200\n  a\\u001b[2J\n  b\\u009b1m\n')
    }),
)

sending('shows a number of more digits than JavaScript keeps, digit by digit', () =>
  withListener([ok('{"id":600000000000000001}')], async ({ url }) => {
    assert.match((await run(url, [...signed, job])).out, '{"id":600000000000000001}\n')
    assert.is(JSON.parse((await run(url, [...signed, '--json', job])).out).body, '{"id":600000000000000001}')
  }),
)

sending('--policy takes a job that would be refused', () =>
  serving(['--keys', 'keys', '--policy', 'int64-string'], async ({ url }) => {
    const digits = '{"request_id":"7","stages":[{"type":"INPUT_INITIALIZE","inputInitialize":{"seed":"1"}}]}'
    const named = file('digits.json', digits)
    assert.is((await run(url, [...signed, named])).code, 2)
    assert.is((await run(url, [...signed, '--policy', 'int64-string', named])).code, 0)
    const { err } = await run(url, [...signed, '--policy', 'ows', named])
    assert.match(
      err,
      'error: --policy: expected names of policies with commas between them: unknown-stage, int64-string, ',
    )
  }),
)

const failing = suite('countersign submit: what cannot be used')

const submitting = (...args: ReadonlyArray<string>) => ['submit', '--base-url', 'http://127.0.0.1:9', ...args]
const submittingTo = (url: string) => ['submit', '--base-url', url, ...signed, job]

failing('credentials: none, half, both', async () => {
  for (const some of [[], ['--app-id', 'app-1'], ['--private-key', privateKey]])
    await fails(submitting(...some, job), 'give --app-id and --private-key, or --token-file')
  const both = 'give --app-id and --private-key, or --token-file, but not both'
  await fails(submitting(...signed, '--token-file', 'token', job), both)
})

failing('a token file with junk, and a token in the mainland edition', async () => {
  for (const text of ['', 'two tokens', 'one\ntwo', 'app-1 abc', 'tök', '=']) {
    const junk = '--token-file junk: this must be one access token and nothing else'
    await fails(submitting('--token-file', file('junk', text), job), junk)
  }
  const mainland = 'the mainland edition does not offer token authentication; give an app id and a private key'
  await fails(submitting('--edition', 'mainland', '--token-file', file('token', 'abc'), job), mainland)
})

failing('a base URL that would send in the clear, is none, or names the path of jobs', async () => {
  const unusable = 'the base URL is not usable:'
  for (const [url, complaint] of [
    ['http://jobs.example', `${unusable} it must be https; plain http is accepted for a loopback host only`],
    ['jobs.example', `${unusable} it does not start with https://`],
    ['https://me:pw@jobs.example', `${unusable} it must not contain a user name or password`],
    [
      'https://jobs.example/v1/jobs/',
      '--base-url https://jobs.example/v1/jobs/: give it without /v1/jobs, which is added',
    ],
  ] as const)
    await fails(submittingTo(url), complaint)
})

failing('a file that is no job, with the place', async () => {
  for (const [text, complaint] of [
    ['{"request_id":7,"stages":[]}', 'the job is invalid: at /request_id, expected a string, found a number'],
    ['{"request_id":"1",}', 'the job is not JSON: a name in double quotes is missing at byte 18'],
    ['', 'the job is not JSON: the text ends too early at byte 0'],
  ] as const)
    await fails(submitting(...signed, file('wrong.json', text)), `JOB.json wrong.json: ${complaint}`)
  const complaint = 'JOB.json -: the job is not JSON: a value is missing at byte 0'
  await fails(submitting(...signed, '-'), complaint, { stdin: 'x' })
})

const environment = suite('countersign submit: the environment failed')

environment('a refused connection', async () => {
  const listener = await listen()
  await listener.close()
  const complaint = 'the service refused the connection; is the base URL right, and is the service running?'
  await fails(submittingTo(listener.url), complaint, { exit: 3 })
  const { out, code } = await countersign([...submittingTo(listener.url), '--json'])
  assert.equal([JSON.parse(out), code], [{ outcome: 'error', message: complaint }, 3])
})

const broken = (why: string, words: string): RegExp =>
  new RegExp(`^error: the request failed before a valid answer came \\(${why}\\): ${words}\n$`)

environment('a service that hangs up', () =>
  withListener([undefined], ({ url }) =>
    fails(submittingTo(url), broken('[A-Z a-z]+', '.* closed the connection, .*'), { exit: 3 }),
  ),
)
