import { createHash, randomBytes } from 'node:crypto'
import * as assert from 'uvu/assert'
import { verify } from '../../../src/apps/cli/verify.ts'
import * as AppId from '../../../src/core/AppId.ts'
import * as AuthType from '../../../src/core/AuthType.ts'
import * as der from '../../support/der.ts'
import { ec, pss, rsa } from '../../support/keys.ts'
import { suite } from '../../support/suite.ts'
import { now, sign, type ToSign } from '../../support/world.ts'
import { complaintsOf, countersign, type Ended, file, isPlain, privateKey, publicKey, shell } from './command.ts'

const key = rsa(2048, 'app-1')
const body = '{"request_id":"1","stages":[]}'
file('body.json', body)

interface Given {
  readonly publicKey?: string
  readonly method?: string
  readonly target?: string
  readonly authorization?: ReadonlyArray<string>
  readonly body?: ReadonlyArray<string>
  readonly now?: number
  readonly more?: ReadonlyArray<string>
  readonly stdin?: string | Uint8Array
}

const run = async (given: Given = {}, toSign: ToSign = {}): Promise<Ended> => {
  const { method = 'POST', target = '/v1/jobs', more = [], stdin } = given
  const authorization = given.authorization ?? [(await sign({ body, ...toSign })).authorization]
  const args = ['verify', '--public-key', given.publicKey ?? publicKey, `--method=${method}`, `--target=${target}`]
  const lines = authorization.map((line) => `--authorization=${line}`)
  const at = ['--now', String(given.now ?? now)]
  return countersign([...args, ...lines, ...(given.body ?? ['--body', 'body.json']), ...at, ...more], {
    stdin: stdin ?? '',
  })
}

const accepting = suite('countersign verify: accepted')

accepting('a signed request: exit code 0 and the app', async () => {
  const { code, out, err } = await run()
  assert.is(out, 'accepted: the request was signed by app-1\n')
  assert.is(code, 0)
  assert.is(err, '')
  assert.equal(JSON.parse((await run({ more: ['--json'] })).out), { outcome: 'accept', appId: 'app-1' })
})

accepting('the complete header line, in any letter case, with blanks around its value', async () => {
  const { authorization } = await sign({ body })
  for (const line of [
    `Authorization: ${authorization}`,
    `AUTHORIZATION:${authorization}`,
    `authorization: \t${authorization} \t`,
  ]) {
    assert.is((await run({ authorization: [line] })).code, 0, line)
  }
})

accepting('a body from standard input, byte for byte, and none for an empty one', async () => {
  const bytes = Buffer.from([0xff, 0, 0x0d, 0x0a])
  assert.is((await run({ body: ['--body', '-'], stdin: bytes }, { body: bytes })).code, 0)
  assert.is((await run({ body: [] }, { body: '' })).code, 0)
})

accepting('a body of many parts, from a file and from standard input', async () => {
  const bytes = randomBytes(3_000_000)
  const more = ['--max-body', '3000000']
  assert.is((await run({ body: ['--body', file('large', bytes)], more }, { body: bytes })).code, 0)
  assert.is((await run({ body: ['--body', '-'], stdin: bytes, more }, { body: bytes })).code, 0)
})

accepting('any app, or only the one of --app-id', async () => {
  const appId = 'someone-else' as NonNullable<ToSign['appId']>
  assert.equal(JSON.parse((await run({ more: ['--json'] }, { appId })).out), { outcome: 'accept', appId })
  assert.is((await run({ more: ['--app-id', 'someone-else'] }, { appId })).code, 0)
})

accepting('timestamps at both ends of the window, which can be set', async () => {
  for (const [at, more] of [
    [now + 300, []],
    [now - 60, []],
    [now + 10, ['--max-age', '10']],
    [now - 9, ['--max-skew', '9']],
    [now, ['--max-age', '0', '--max-skew', '0']],
  ] as const) {
    assert.is((await run({ now: at, more })).code, 0, `${at} ${more}`)
  }
  const last = Number.MAX_SAFE_INTEGER
  assert.is((await run({ now: last }, { timestamp: last })).code, 0)
})

accepting('the output of `sign`, at the current time', async () => {
  const signed = `countersign sign --private-key ${privateKey} --app-id app-1 --method get --url 'https://h.example/a?b' --body body.json`
  const { out, code } = await shell(
    `countersign verify --public-key ${publicKey} --method GET --target '/a?b' --authorization "$(${signed})" --body body.json`,
  )
  assert.is(out, 'accepted: the request was signed by app-1\n')
  assert.is(code, 0)
})

accepting('another auth type, and a target in absolute-form', async () => {
  const { authorization } = await sign({ body })
  const renamed = authorization.replace('SVC-SHA256-RSA', 'NEXT-TYPE')
  assert.is((await run({ authorization: [renamed], more: ['--auth-type', 'NEXT-TYPE'] })).code, 0)
  assert.is((await run({ target: 'https://anywhere.example/v1/jobs' })).code, 0)
})

accepting.run()

const refusing = suite('countersign verify: refused')

const refused = async (reason: string, given: Given, toSign: ToSign = {}): Promise<void> => {
  const { code, out, err } = await run({ ...given, more: [...(given.more ?? []), '--json'] }, toSign)
  const { message, ...rest } = JSON.parse(out) as { message: string }
  assert.equal(rest, { outcome: 'reject', reason })
  assert.ok(message.length > 10 && isPlain(message), message)
  assert.is(code, 1)
  assert.is(err, '')
}

refusing('authorization_missing', () => refused('authorization_missing', { authorization: [] }))
refusing('authorization_multiple', async () => {
  const { authorization } = await sign({ body })
  await refused('authorization_multiple', { authorization: [authorization, authorization] })
})
refusing('authorization_malformed', async () => {
  const { authorization } = await sign({ body })
  await refused('authorization_malformed', { authorization: [''] })
  await refused('authorization_malformed', { authorization: [`${authorization},`] })
  await refused('authorization_malformed', { authorization: [authorization.replace('nonce_str=', 'nonce_str=_')] })
})
refusing('scheme_unsupported', async () => {
  const { authorization } = await sign({ body })
  await refused('scheme_unsupported', { authorization: [authorization.replace('SVC', 'SVD')] })
  await refused('scheme_unsupported', { authorization: [authorization], more: ['--auth-type', 'NEXT-TYPE'] })
})
refusing('bearer_not_offered, in both editions', async () => {
  await refused('bearer_not_offered', { authorization: ['Bearer abc'] })
  await refused('bearer_not_offered', { authorization: ['Bearer abc'], more: ['--edition', 'mainland'] })
})
refusing('timestamp_expired', async () => {
  await refused('timestamp_expired', { now: now + 301 })
  await refused('timestamp_expired', { now: now + 11, more: ['--max-age', '10'] })
})
refusing('timestamp_in_future', async () => {
  await refused('timestamp_in_future', { now: now - 61 })
  await refused('timestamp_in_future', { now: now - 1, more: ['--max-skew', '0'] })
})
refusing('method_invalid: an invalid method is a verdict, not a usage error', async () => {
  await refused('method_invalid', { method: 'PO ST' })
  await refused('method_invalid', { method: '' })
})
refusing('target_invalid', async () => {
  await refused('target_invalid', { target: '' })
  await refused('target_invalid', { target: 'v1/jobs' })
  await refused('target_invalid', { target: '/v1/jobs#x' })
})
refusing('app_unknown', () => refused('app_unknown', { more: ['--app-id', 'app-2'] }))
refusing('a longer key than 4096 bits is taken with --max-key-bits', () =>
  refused('signature_malformed', { publicKey: file('long.pem', der.publicOf(8192)), more: ['--max-key-bits', '8192'] }),
)

refusing('body_too_large', () => refused('body_too_large', { more: ['--max-body', String(body.length - 1)] }))
refusing('body_too_large, and the checks before it, for an endless body', async () => {
  const { authorization } = await sign({ body })
  const args = `--public-key ${publicKey} --method POST --target /v1/jobs --now ${now} --body -`
  for (const [line, reason] of [
    [authorization, 'body_too_large'],
    ['x', 'scheme_unsupported'],
  ] as const) {
    const { out, code } = await shell(`yes | countersign verify ${args} --authorization '${line}'`)
    assert.match(out, `refused: ${reason}\n`)
    assert.is(code, 1)
  }
})
refusing('signature_malformed: its spelling, and its length', async () => {
  const { authorization } = await sign({ body })
  await refused('signature_malformed', { authorization: [authorization.replace(/=+$/, '')] })
  await refused('signature_malformed', {}, { key: rsa(3072, 'long') })
})
refusing('signature_invalid: another key, method, target, body', async () => {
  await refused('signature_invalid', {}, { key: rsa(2048, 'app-2') })
  await refused('signature_invalid', { method: 'PUT' })
  await refused('signature_invalid', { target: '/v1/jobs?' })
  await refused('signature_invalid', { body: [] })
})

refusing('prints the refusal in words', async () => {
  const { out, code } = await run({ now: now + 301 })
  assert.is(out, 'refused: timestamp_expired\nthe timestamp is 301 s old; at most 300 s are accepted\n')
  assert.is(code, 1)
})

refusing('signature_invalid shows the string to sign that was verified', async () => {
  const { out } = await run({ target: '/v1/jobs/', body: [] }, { nonce: 'n-1', timestamp: now })
  assert.match(out, 'refused: signature_invalid\n')
  assert.match(out, `the string to sign was taken to be\n  POST␊\n  /v1/jobs/␊\n  ${now}␊\n  n-1␊\n  and no body`)
  const withBody = await run({ method: 'PUT' })
  const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')
  assert.match(withBody.out, `and a body of ${body.length} bytes, sha256 ${sha256(body)}\n`)

  const bytes = randomBytes(3_000_000)
  const large = await run({ body: ['--body', file('large', bytes)], more: ['--max-body', '3000000'] })
  assert.match(large.out, `and a body of 3000000 bytes, sha256 ${sha256(bytes)}\n`)
})

refusing('another auth type: what came, what was expected, and the flag', async () => {
  const { authorization } = await sign({ body })
  const renamed = authorization.replace('SVC-SHA256-RSA', 'NEXT-SHA256-RSA')
  assert.is(
    (await run({ authorization: [renamed] })).out,
    'refused: scheme_unsupported\nthe Authorization header has the auth type NEXT-SHA256-RSA, and SVC-SHA256-RSA is expected; ' +
      '--auth-type NEXT-SHA256-RSA expects that\n',
  )
  // Any other word may be a token.
  for (const line of [
    'S3CRET',
    'S3CRET,a b',
    'S3CRET x',
    authorization.replace('SVC-SHA256-RSA', 'S3CRET'),
    authorization.replace('SVC-SHA256-RSA ', ''),
  ]) {
    const { out } = await run({ authorization: [line] })
    assert.match(
      out,
      'the Authorization header opens with no known auth type, and SVC-SHA256-RSA is expected; --auth-type',
    )
    assert.not.match(out, 'S3CRET')
  }
})

refusing.run()

const failing = suite('countersign verify: what cannot be used')

const failed = async (args: ReadonlyArray<string>, complaint: string): Promise<void> => {
  const { code, out, err } = await countersign([
    'verify',
    '--method',
    'POST',
    '--target',
    '/',
    '--authorization',
    'x',
    ...args,
  ])
  assert.is(err, `error: ${complaint}\n`)
  assert.is(code, 2)
  assert.is(out, '')
}

const keys: ReadonlyArray<readonly [name: string, pem: string, complaint: string]> = [
  [
    'a private key',
    key.privatePem,
    'this is a private key instead of a public key; keep it secret and give the public key',
  ],
  ['a key of an elliptic curve', ec().publicPem, 'the key is not an RSA key'],
  ['a key for PSS', pss().publicPem, 'the key is for RSASSA-PSS only; the scheme signs with RSASSA-PKCS1-v1_5'],
  [
    'two keys',
    key.publicPem + rsa(2048, 'app-2').publicPem,
    'there is more than one PEM block; put each key into a file of its own',
  ],
  [
    'a key of 8192 bits',
    der.publicOf(8192),
    'the modulus is longer than the setting maxKeyBits; raise it to accept the key (found 8192 bits, above 4096); here the setting is --max-key-bits',
  ],
  ['no key', 'hello', 'this is no key: expected one whole PEM block, DER, a JWK, a JWK Set or a key of the platform'],
]
for (const [name, pem, complaint] of keys) {
  failing(`a public key file that holds ${name}`, () =>
    failed(['--public-key', file('wrong.pem', pem)], `--public-key wrong.pem: ${complaint}`),
  )
}

failing('files that are not there, or are folders', async () => {
  file('folder/x', '')
  await failed(['--public-key', 'nowhere.pem'], '--public-key nowhere.pem: there is no such file or folder')
  await failed(['--public-key', 'folder'], '--public-key folder: it is a folder; give a file')
  await failed(['--public-key', publicKey, '--body', 'nowhere'], '--body nowhere: there is no such file or folder')
  await failed(['--public-key', publicKey, '--body', 'folder'], '--body folder: it is a folder; give a file')
})

failing('a body that opens but cannot be read: an error, no verdict', async () => {
  const { authorization } = await sign({ body })
  const args = `--public-key ${publicKey} --method POST --target /v1/jobs --now ${now} --authorization '${authorization}'`
  // Reading address 0 of a process's memory fails.
  for (const [given, name] of [
    ['/proc/self/mem', '/proc/self/mem'],
    ['- < /proc/self/mem', '-'],
  ]) {
    const { code, out, err } = await shell(`countersign verify ${args} --body ${given}`)
    assert.is(err, `error: --body ${name}: the system says EIO\n`)
    assert.is(code, 2)
    assert.is(out, '')
  }
})

failing('standard input for two arguments', async () => {
  const args = ['verify', '--public-key', '-', '--method', 'POST', '--target', '/', '--authorization', 'x']
  const { code, err } = await countersign([...args, '--body', '-'], { stdin: key.publicPem })
  assert.is(err, 'error: --body -: standard input can be read once only\n')
  assert.is(code, 2)
})

failing('invalid options', async () => {
  const whole = ['--public-key', publicKey, '--method', 'POST', '--target', '/']
  for (const [args, complaint] of [
    [['--now', 'now'], '--now: expected a whole number of seconds, 0 or more, in plain decimal'],
    [['--max-age', '-1'], '--max-age: expected a whole number of seconds, 0 or more, in plain decimal'],
    [['--max-skew', '1m'], '--max-skew: expected a whole number of seconds, 0 or more, in plain decimal'],
    [['--max-body', '1e6'], '--max-body: expected a whole number of bytes, 0 or more, in plain decimal'],
    [['--max-key-bits', '1024'], '--max-key-bits: expected a whole number of bits, 2048 to 8192, in plain decimal'],
    [['--edition', 'Mainland'], '--edition: expected international or mainland'],
    [['--app-id', ''], `--app-id: expected ${AppId.rule.expected}`],
    [['--auth-type', 'bearer'], `--auth-type: expected ${AuthType.rule.expected}`],
    [['--now'], '--now needs a value: the time of arrival in seconds since 1970 (now unless set)'],
    [['--body'], '--body needs a value: the body exactly as sent; - for standard input'],
    [['--private-key', 'x'], 'there is no option --private-key'],
  ] as const) {
    assert.equal(complaintsOf(verify.parse([...whole, ...args])), [complaint])
  }
  const { code, err } = await countersign(['verify', ...whole, '--now'])
  assert.is(code, 2)
  assert.match(err, 'error: --now needs a value')
})

failing('a header that the shell has split for lack of quotes is not repeated', async () => {
  const { authorization } = await sign({ body })
  const args = ['verify', '--public-key', publicKey, '--method', 'POST', '--target', '/', '--authorization']
  const { code, err } = await countersign([...args, ...authorization.split(' ')])
  assert.is(code, 2)
  assert.match(err, 'error: argument 10 is one too many; what holds spaces belongs in quotes\n')
  assert.not.match(err, 'app_id')
})

failing.run()
