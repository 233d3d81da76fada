import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { encryptedPem, legacyEncryptedPem, rsa } from '../../support/keys.ts'
import { listen, ok, type RawRequest } from '../../support/listener.ts'
import { assert, needs, suite } from '../../support/suite.ts'
import { sign as signInProcess, verdict, world } from '../../support/world.ts'
import { countersign, type Ended, fails, file, privateKey, publicKey, serving, shell } from './command.ts'

const key = rsa(2048, 'app-1')
const fixed = ['--timestamp', '1700000000', '--nonce', 'n-1']
const signed = (...args: ReadonlyArray<string>): Promise<Ended> =>
  countersign(['sign', '--private-key', privateKey, '--app-id', 'app-1', ...args])
const post = ['--method', 'POST', '--url', '/v1/jobs']

const signing = suite('countersign sign')

signing('prints the whole header line, the same for the same timestamp and nonce, and nothing else', async () => {
  const { code, out, err } = await signed(...post, ...fixed, '--body', file('body.json', '{"a":1}\n'))
  assert.equal([code, err], [0, ''])
  const expected = await signInProcess({ body: '{"a":1}\n', timestamp: 1_700_000_000, nonce: 'n-1' })
  assert.is(out, `Authorization: ${expected.authorization}\n`)
})

signing('prints the exact bytes of the string to sign', async () => {
  const body = Buffer.from([0, 0xff, 0x0d, 0x0a, 0xe2, 0x82])
  const { bytes, code } = await signed(...post, ...fixed, '--body', file('binary', body), '--output', 'string-to-sign')
  assert.is(code, 0)
  assert.equal(bytes, Buffer.concat([Buffer.from('POST\n/v1/jobs\n1700000000\nn-1\n'), body]))
})

signing('reads the body from standard input, which may be empty', async () => {
  const stdin = Buffer.from([0xff, 0x00, 0x0a])
  const args = ['sign', '--private-key', privateKey, '--app-id', 'app-1', ...post, ...fixed]
  args.push('--output', 'string-to-sign')
  const piped = await countersign([...args, '--body', '-'], { stdin })
  assert.equal(piped.bytes, Buffer.concat([Buffer.from('POST\n/v1/jobs\n1700000000\nn-1\n'), stdin]))
  assert.is((await countersign(args, { stdin })).out, 'POST\n/v1/jobs\n1700000000\nn-1\n')
})

signing('prints one object under --json with any --output, and under --output json', async () => {
  const { authorization } = await signInProcess({ target: '/a?b', body: '', timestamp: 1_700_000_000, nonce: 'n-1' })
  const expected = {
    authorization,
    method: 'POST',
    target: '/a?b',
    string_to_sign: { hex: Buffer.from('POST\n/a?b\n1700000000\nn-1\n').toString('hex') },
  }
  for (const more of [['--json'], ['--output', 'json'], ['--output', 'string-to-sign', '--json']]) {
    const { out, code } = await signed('--method', 'post', '--url', 'https://h.example/a?b#c', ...fixed, ...more)
    assert.is(code, 0)
    assert.equal(JSON.parse(out), expected)
    assert.is(out.split('\n').length, 2)
  }
})

signing('writes another auth type', async () => {
  const { out } = await signed(...post, '--auth-type', 'NEXT-TYPE')
  assert.match(out, /^Authorization: NEXT-TYPE app_id=app-1,nonce_str=/)
})

signing('opens an encrypted key with the passphrase of the environment, or of a file', async () => {
  const encrypted = file('encrypted.pem', encryptedPem(key, 'open sesame'))
  const args = ['sign', '--private-key', encrypted, '--app-id', 'app-1', ...post, ...fixed]
  const { authorization } = await signInProcess({ body: '', timestamp: 1_700_000_000, nonce: 'n-1' })
  const usual = await countersign(args, { env: { COUNTERSIGN_PASSPHRASE: 'open sesame' } })
  const named = await countersign([...args, '--passphrase-file', file('passphrase', 'open sesame')], {
    env: { COUNTERSIGN_PASSPHRASE: 'no' },
  })
  for (const { out } of [usual, named]) assert.is(out, `Authorization: ${authorization}\n`)
})

const refusing = suite('countersign sign: what cannot be used')

const withKey = (...args: ReadonlyArray<string>) => ['sign', '--app-id', 'app-1', ...post, '--private-key', ...args]
const unusable = (name: string, why: string) => `--private-key ${name}: the private key is not usable: ${why}`

// The words about keys are those of core.
refusing('a private key file that holds a public key, or a key in the old encryption', async () => {
  const isPublic = unusable('public.pem', 'this is a public key instead of a private key')
  await fails(withKey(publicKey), new RegExp(`^error: ${isPublic}`))
  const old = new RegExp(`^error: ${unusable('wrong.pem', 'this PEM uses the old encryption')}`)
  await fails(withKey(file('wrong.pem', legacyEncryptedPem(key, 'x'))), old)
})

refusing('an encrypted key without a passphrase, and with a wrong one', async () => {
  const args = withKey(file('locked.pem', encryptedPem(key, 'right')))
  const where = 'the passphrase is taken from COUNTERSIGN_PASSPHRASE, or from the file of --passphrase-file'
  const locked = unusable('locked.pem', 'the private key is encrypted, but no passphrase was given')
  await fails(args, `${locked}; ${where}`)
  const closed = unusable('locked.pem', 'the passphrase does not open the private key')
  const env = { COUNTERSIGN_PASSPHRASE: 'wrong' }
  const { err } = await countersign(args, { env })
  assert.ok(err.startsWith(`error: ${closed}; ${where}\n`), err)
})

refusing('standard input for two arguments', () =>
  fails(withKey('-', '--body', '-'), '--body -: only one option can read standard input', { stdin: key.privatePem }),
)

refusing('curl without a whole URL', () =>
  fails(withKey(privateKey, '--output', 'curl'), '--output curl needs a whole URL in --url'),
)

refusing('all missing options, in one object under --json', async () => {
  const { code, out, err } = await countersign(['sign', '--json', '--app-id', 'app-1', '--url', '/'])
  assert.equal([code, err], [2, ''])
  const message = '--private-key is missing: the private key: PEM, DER or a JWK; --method is missing: the HTTP method'
  assert.equal(JSON.parse(out), { outcome: 'error', message })
})

const curl = suite('countersign sign --output curl')

const answered = /"app_id":"app-1","request_id":"7","stages":\[\]\}/

needs('curl', curl)('the printed command sends a request that the service accepts', () =>
  serving(['--keys', 'keys'], async ({ url }) => {
    file("it's a job.json", '{"request_id":"7","stages":[]}')
    const args = `--private-key ${privateKey} --app-id app-1 --method post --url '${url}/v1/jobs?a=[1-3]&b={x}' --output curl`
    const { out, code, err } = await shell(`eval "$(countersign sign ${args} --body "it's a job.json") -sS"`)
    assert.is(code, 0, err)
    assert.match(out, answered)
    const piped = await shell(
      `LINE="$(countersign sign ${args} --body - < "it's a job.json") -sS"; eval "$LINE" < "it's a job.json"`,
    )
    assert.match(piped.out, answered)
  }),
)

needs('curl', curl)('curl sends exactly the signed target and method, without and with a body', async () => {
  const targets = [
    '/',
    '/a/../b/./c',
    '//x',
    '/a?',
    '/?a=b&&c=[1]{2,3}',
    "/it's?it's",
    '/%7e%2F~',
    '/a;b=c:d@e!$(*)+,',
    '/a\\b|c^d`e"f<g>',
    '',
  ]
  const listener = await listen(targets.map(() => ok()))
  const verifier = await world()
  try {
    for (const [i, target] of targets.entries()) {
      const method = ['GET', 'DELETE', 'HEAD', 'PATCH'][i % 4] as string
      const url = `${listener.url}${target}#fragment`
      const args = ['--private-key', privateKey, '--app-id', 'app-1', '--timestamp', '1700000000', '--method', method]
      const body = i % 4 === 3 ? ['--body', publicKey] : []
      const signed = await countersign(['sign', ...args, '--url', url, ...body, '--output', 'curl'])
      const { out, err } = await shell('eval "$LINE -sS"', { LINE: signed.out.trimEnd() })
      const { requestLine, headers, body: sent } = listener.requests[i] as RawRequest
      const [sentMethod = '', sentTarget = ''] = requestLine.split(' ')
      const authorization = headers.filter(([name]) => name === 'authorization').map(([, value]) => value)
      const reason = await verdict(verifier, { method: sentMethod, target: sentTarget, authorization, body: sent })
      assert.is(reason, 'accept', `${requestLine} ${err}${out}`)
      assert.is(requestLine, `${method} ${target || '/'} HTTP/1.1`)
    }
  } finally {
    await listener.close()
  }
})

curl('quotes for the shell, and leaves out a fragment', async () => {
  const { out } = await signed('--method', 'GET', '--url', "http://h.example/it's?x#y", ...fixed, '--output', 'curl')
  assert.match(
    out,
    /^curl --path-as-is --globoff -X 'GET' -H 'Authorization: SVC-SHA256-RSA [^']+' 'http:\/\/h\.example\/it'\\''s\?x'\n$/,
  )
})

const pipes = suite('countersign sign in a pipe')

pipes('a closed pipe is no failure', async () => {
  const args = `sign --private-key ${privateKey} --app-id app-1 --method POST --url /`
  const { out: ended } = await shell(`countersign ${args} | head -c0; echo "\${PIPESTATUS[0]}"`)
  assert.is(ended, '0\n')
  for (const command of [`${args} --json`, `${args} --bogus --json`, '--help', 'sign --help']) {
    const reader = spawn('sh', ['-c', 'exec <&-; echo; exec sleep 60'])
    await once(reader.stdout, 'data')
    const { code, err } = await countersign(command.split(' '), { stdout: reader.stdin })
    reader.kill()
    assert.equal([code, err], [command.includes('--bogus') ? 2 : 0, ''])
  }
  const { out, err } = await shell(`countersign ${args} --bogus 2>&1 >/dev/null | head -c0; echo "\${PIPESTATUS[0]}"`)
  assert.is(out + err, '2\n')
})

pipes('a full disk is a failure, reported in one line', async () => {
  const args = `sign --private-key ${privateKey} --app-id app-1 --method POST --url /`
  const { out, err } = await shell(`countersign ${args} > /dev/full; echo $?`)
  assert.equal([out, err], ['3\n', 'error: the output cannot be written: the system says ENOSPC\n'])
})
