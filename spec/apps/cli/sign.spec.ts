import { createVerify } from 'node:crypto'
import * as assert from 'uvu/assert'
import { sign } from '../../../src/apps/cli/sign.ts'
import * as AppId from '../../../src/core/AppId.ts'
import * as AuthType from '../../../src/core/AuthType.ts'
import * as Nonce from '../../../src/core/Nonce.ts'
import { ec, encryptedPem, legacyEncryptedPem, pss, rsa } from '../../support/keys.ts'
import { listen, ok, type RawRequest } from '../../support/listener.ts'
import { needs } from '../../support/needs.ts'
import { suite } from '../../support/suite.ts'
import { sign as signInProcess, verdict, world } from '../../support/world.ts'
import {
  complaintsOf,
  countersign,
  type Ended,
  file,
  isPlain,
  privateKey,
  publicKey,
  type Surroundings,
  serving,
  shell,
} from './command.ts'

const key = rsa(2048, 'app-1')
const fixed = ['--timestamp', '1700000000', '--nonce', 'n-1']
const signed = (...args: ReadonlyArray<string>): Promise<Ended> =>
  countersign(['sign', '--private-key', privateKey, '--app-id', 'app-1', ...args])
const post = ['--method', 'POST', '--url', '/v1/jobs']

const signing = suite('countersign sign')

signing('prints the whole header line, the same for the same timestamp and nonce, and nothing else', async () => {
  const { code, out, err } = await signed(...post, ...fixed, '--body', file('body.json', '{"a":1}\n'))
  assert.is(code, 0)
  assert.is(err, '')
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
  const args = [
    'sign',
    '--private-key',
    privateKey,
    '--app-id',
    'app-1',
    ...post,
    ...fixed,
    '--output',
    'string-to-sign',
  ]
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

signing('uses the current time and a fresh nonce by default', async () => {
  const before = Math.floor(Date.now() / 1000)
  const headers = [await signed(...post), await signed(...post)].map(({ out }) => out)
  const after = Math.floor(Date.now() / 1000)
  const nonces = headers.map((line) => /nonce_str=([0-9a-f]{32}),/.exec(line)?.[1])
  assert.is(new Set(nonces).size, 2)
  assert.not.ok(nonces.includes(undefined))
  for (const line of headers) {
    const timestamp = Number(/timestamp=(\d+),/.exec(line)?.[1])
    assert.ok(before <= timestamp && timestamp <= after)
  }
})

signing('writes another auth type', async () => {
  const { out } = await signed(...post, '--auth-type', 'NEXT-TYPE')
  assert.match(out, /^Authorization: NEXT-TYPE app_id=app-1,nonce_str=/)
})

signing('opens an encrypted key with the passphrase in the environment, under either name', async () => {
  const encrypted = file('encrypted.pem', encryptedPem(key, 'open sesame'))
  const args = ['sign', '--private-key', encrypted, '--app-id', 'app-1', ...post, ...fixed]
  const { authorization } = await signInProcess({ body: '', timestamp: 1_700_000_000, nonce: 'n-1' })
  const usual = await countersign(args, { env: { COUNTERSIGN_PASSPHRASE: 'open sesame' } })
  const named = await countersign([...args, '--passphrase-env', 'MINE'], {
    env: { MINE: 'open sesame', COUNTERSIGN_PASSPHRASE: 'no' },
  })
  for (const { out } of [usual, named]) assert.is(out, `Authorization: ${authorization}\n`)
})

signing.run()

const refusing = suite('countersign sign: what cannot be used')

const refused = async (
  args: ReadonlyArray<string>,
  complaint: string,
  surroundings: Surroundings = {},
): Promise<void> => {
  const { code, out, err } = await countersign(['sign', ...args], surroundings)
  assert.is(err.split('\n').filter((line) => line.startsWith('error: ')).length, 1, err)
  assert.match(err, `error: ${complaint}`)
  assert.is(code, 2)
  assert.is(out, '')
  assert.ok(isPlain(err), err)
}
const rest = ['--app-id', 'app-1', ...post]

const keys: ReadonlyArray<readonly [name: string, pem: string, complaint: string]> = [
  ['a public key', key.publicPem, 'this is a public key instead of a private key'],
  ['a key of an elliptic curve', ec().privatePem, 'the key is not an RSA key'],
  ['a key for PSS', pss().privatePem, 'the key is for RSASSA-PSS only'],
  ['a key of 1024 bits', rsa(1024).privatePem, 'the modulus is shorter than 2048 bits'],
  ['two keys', key.privatePem + key.privatePem, 'there is more than one PEM block'],
  ['no key', 'hello\n', 'this is no key'],
  ['nothing', '', 'this is no key'],
  ['a key in the old encryption', legacyEncryptedPem(key, 'x'), 'this PEM uses the old encryption'],
]
for (const [name, pem, complaint] of keys) {
  refusing(`a private key file that holds ${name}`, () =>
    refused(
      ['--private-key', file('wrong.pem', pem), ...rest],
      `--private-key wrong.pem: the private key is not usable: ${complaint}`,
    ),
  )
}

refusing('an encrypted key without a passphrase, and with a wrong one', async () => {
  const args = ['--private-key', file('locked.pem', encryptedPem(key, 'right')), ...rest]
  const locked =
    '--private-key locked.pem: the private key is not usable: the private key is encrypted, and no passphrase was given'
  await refused(args, `${locked}; the passphrase is taken from COUNTERSIGN_PASSPHRASE\n`)
  await refused([...args, '--passphrase-env', 'MINE'], `${locked}; the passphrase is taken from MINE\n`, {
    env: { COUNTERSIGN_PASSPHRASE: 'right' },
  })
  const wrong =
    '--private-key locked.pem: the private key is not usable: the passphrase does not open the private key; the passphrase is taken from COUNTERSIGN_PASSPHRASE\n'
  await refused(args, wrong, { env: { COUNTERSIGN_PASSPHRASE: 'wrong' } })
})

refusing('files that are not there, or are folders', async () => {
  file('folder/x', '')
  await refused(
    ['--private-key', 'nowhere.pem', ...rest],
    '--private-key nowhere.pem: there is no such file or folder\n',
  )
  await refused(['--private-key', 'folder', ...rest], '--private-key folder: it is a folder; give a file\n')
  await refused(
    ['--private-key', 'public.pem/x', ...rest],
    '--private-key public.pem/x: a part of its path is not a folder\n',
  )
  await refused(
    ['--private-key', privateKey, ...rest, '--body', 'nowhere'],
    '--body nowhere: there is no such file or folder\n',
  )
  await refused(
    ['--private-key', privateKey, ...rest, '--body', 'folder'],
    '--body folder: it is a folder; give a file\n',
  )
})

refusing('standard input for two arguments', () =>
  refused(['--private-key', '-', ...rest, '--body', '-'], '--body -: standard input can be read once only\n', {
    stdin: key.privatePem,
  }),
)

refusing('invalid options', async () => {
  const whole = ['--private-key', privateKey, '--app-id', 'app-1', ...post]
  for (const [args, complaint] of [
    [['--timestamp', '01'], '--timestamp: expected a whole number of seconds, 0 or more, in plain decimal'],
    [['--timestamp', '1.5'], '--timestamp: expected a whole number of seconds, 0 or more, in plain decimal'],
    [['--timestamp', '-1'], '--timestamp: expected a whole number of seconds, 0 or more, in plain decimal'],
    [
      ['--timestamp', '9007199254740992'],
      '--timestamp: expected a whole number of seconds, 0 or more, in plain decimal',
    ],
    [['--nonce', 'a_b'], `--nonce: expected ${Nonce.rule.expected}`],
    [['--nonce='], `--nonce: expected ${Nonce.rule.expected}`],
    [['--auth-type', 'Bearer'], `--auth-type: expected ${AuthType.rule.expected}`],
    [['--output', 'pdf'], '--output: expected header, string-to-sign, curl or json'],
    [['--passphrase-env='], '--passphrase-env: expected the name of an environment variable'],
    [['--passphrase', 'x'], 'there is no option --passphrase; is it --passphrase-env?'],
  ] as const) {
    assert.equal(complaintsOf(sign.parse([...whole, ...args])), [complaint])
  }
  const appId = `--app-id: expected ${AppId.rule.expected}`
  assert.equal(complaintsOf(sign.parse(['--private-key', privateKey, '--app-id', 'a b', ...post])), [appId])
  await refused(['--private-key', privateKey, '--app-id', 'a b', ...post], appId)
  await refused([...whole, '--output', 'curl'], '--output curl needs a whole URL in --url\n')
})

refusing('a method and a URL that cannot be signed', async () => {
  const args = ['--private-key', privateKey, '--app-id', 'app-1']
  await refused([...args, '--method', 'P OST', '--url', '/'], 'the method is invalid: it is not a token')
  await refused([...args, '--method', '', '--url', '/'], 'the method is invalid: it is not a token')
  await refused([...args, '--method', 'GET', '--url', ''], 'the request target is invalid at character 0: it is empty')
  await refused(
    [...args, '--method', 'GET', '--url', '/ä'],
    'the request target is invalid at character 1: it may contain visible ASCII only',
  )
})

refusing('all missing options, in one object under --json', async () => {
  const { code, out, err } = await countersign(['sign', '--json', '--app-id', 'app-1', '--url', '/'])
  assert.is(code, 2)
  assert.is(err, '')
  const message = '--private-key is missing: the private key: PEM, DER or a JWK; --method is missing: the HTTP method'
  assert.equal(JSON.parse(out), { outcome: 'error', message })
})

refusing.run()

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
      assert.is(
        await verdict(verifier, { method: sentMethod, target: sentTarget, authorization, body: sent }),
        'accept',
        `${requestLine} ${err}${out}`,
      )
      assert.is(requestLine, `${method} ${target || '/'} HTTP/1.1`)
    }
  } finally {
    await listener.close()
  }
})

curl('for HEAD, curl does not wait for a body', async () => {
  const { out } = await signed('--method', 'HEAD', '--url', 'http://h.example/', '--output', 'curl')
  assert.match(out, "curl --path-as-is --globoff --head -H 'Authorization: ")
})

curl('quotes for the shell, and leaves out a fragment', async () => {
  const { out } = await signed('--method', 'GET', '--url', "http://h.example/it's?x#y", ...fixed, '--output', 'curl')
  assert.match(
    out,
    /^curl --path-as-is --globoff -X 'GET' -H 'Authorization: SVC-SHA256-RSA [^']+' 'http:\/\/h\.example\/it'\\''s\?x'\n$/,
  )
})

curl.run()

const pipes = suite('countersign sign in a pipe')

pipes('openssl verifies its output', async () => {
  const { out } = await signed(...post, ...fixed, '--json')
  const { authorization, string_to_sign } = JSON.parse(out) as {
    authorization: string
    string_to_sign: { hex: string }
  }
  const signature = /signature=(.*)$/.exec(authorization)?.[1] ?? ''
  const verifier = createVerify('RSA-SHA256').update(Buffer.from(string_to_sign.hex, 'hex'))
  assert.ok(verifier.verify(key.publicKey, signature, 'base64'))
})

pipes('a closed pipe is no failure', async () => {
  const args = `sign --private-key ${privateKey} --app-id app-1 --method POST --url /`
  for (const command of [args, `${args} --json`, `${args} --bogus --json`, '--help', 'sign --help']) {
    const { out, err } = await shell(`countersign ${command} | head -c0; echo "\${PIPESTATUS[0]}"`)
    assert.is(out, command.includes('--bogus') ? '2\n' : '0\n')
    assert.is(err, '')
  }
  const { out, err } = await shell(`countersign ${args} --bogus 2>&1 >/dev/null | head -c0; echo "\${PIPESTATUS[0]}"`)
  assert.is(out + err, '2\n')
})

pipes('a full disk is a failure, reported in one line', async () => {
  const args = `sign --private-key ${privateKey} --app-id app-1 --method POST --url /`
  const { out, err } = await shell(`countersign ${args} > /dev/full; echo $?`)
  assert.is(out, '3\n')
  assert.is(err, 'error: the output cannot be written: the system says ENOSPC\n')
})

pipes.run()
