import { createHash, randomBytes } from 'node:crypto'
import * as der from '../../support/der.ts'
import { rsa } from '../../support/keys.ts'
import { assert, suite } from '../../support/suite.ts'
import { now, sign, type ToSign } from '../../support/world.ts'
import { countersign, type Ended, fails, file, isPlain, privateKey, publicKey, shell } from './command.ts'

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
  assert.equal([code, out, err], [0, 'accepted: the request was signed by app-1\n', ''])
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

accepting('any app, or only the one of --app-id', async () => {
  const appId = 'someone-else' as NonNullable<ToSign['appId']>
  assert.equal(JSON.parse((await run({ more: ['--json'] }, { appId })).out), { outcome: 'accept', appId })
  assert.is((await run({ more: ['--app-id', 'someone-else'] }, { appId })).code, 0)
})

accepting('the output of `sign`, at the current time', async () => {
  const signing = ['sign', '--private-key', privateKey, '--app-id=app-1', '--method=get', '--url=https://h.example/a?b']
  const line = (await countersign([...signing, '--body', 'body.json'])).out.trimEnd()
  const given = ['--public-key', publicKey, '--method=GET', '--target=/a?b', '--body', 'body.json']
  const { out, code } = await countersign(['verify', ...given, '--authorization', line])
  assert.equal([code, out], [0, 'accepted: the request was signed by app-1\n'])
})

const refusing = suite('countersign verify: refused')

/** How the header of the request is changed; absent: it comes as it was signed. */
const rows: ReadonlyArray<readonly [reason: string, given: Given, write?: (header: string) => ReadonlyArray<string>]> =
  [
    ['authorization_missing', {}, () => []],
    ['authorization_multiple', {}, (header) => [header, header]],
    ['authorization_malformed', {}, (header) => [header.replace('nonce_str=', 'nonce_str=_')]],
    ['scheme_unsupported', { more: ['--auth-type', 'NEXT-TYPE'] }],
    ['bearer_not_offered', {}, () => ['Bearer abc']],
    ['bearer_not_offered', { more: ['--edition', 'mainland'] }, () => ['Bearer abc']],
    ['timestamp_expired', { now: now + 301 }],
    ['timestamp_expired', { now: now + 11, more: ['--max-age', '10'] }],
    ['timestamp_in_future', { now: now - 61 }],
    ['timestamp_in_future', { now: now - 1, more: ['--max-skew', '0'] }],
    // An invalid method is a verdict, not a usage error.
    ['method_invalid', { method: 'PO ST' }],
    ['target_invalid', { target: 'v1/jobs' }],
    ['app_unknown', { more: ['--app-id', 'app-2'] }],
    // A longer key than 4096 bits is taken with --max-key-bits.
    ['signature_malformed', { publicKey: file('long.pem', der.publicOf(8192)), more: ['--max-key-bits', '8192'] }],
    ['body_too_large', { more: ['--max-body', String(body.length - 1)] }],
    ['signature_invalid', { method: 'PUT' }],
    ['signature_invalid', { body: [] }],
  ]
for (const [reason, given, write] of rows)
  refusing(`${reason}: ${JSON.stringify(given)} ${write ?? ''}`, async () => {
    const { authorization } = await sign({ body })
    const lines = write?.(authorization) ?? [authorization]
    const { code, out, err } = await run({ ...given, authorization: lines, more: [...(given.more ?? []), '--json'] })
    const { message, ...rest } = JSON.parse(out) as { message: string }
    assert.equal([rest, code, err], [{ outcome: 'reject', reason }, 1, ''])
    assert.ok(message.length > 10 && isPlain(message), message)
  })

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
refusing('prints the refusal in words', async () => {
  const { out, code } = await run({ now: now + 301 })
  const words = 'refused: timestamp_expired\nthe timestamp is 301 s old; at most 300 s are accepted\n'
  assert.equal([code, out], [1, `${words}more: countersign explain timestamp_expired\n`])
})

refusing('signature_invalid shows the string to sign that was verified', async () => {
  const { out } = await run({ target: '/v1/jobs/', body: [] }, { nonce: 'n-1', timestamp: now })
  assert.match(out, 'refused: signature_invalid\n')
  assert.match(out, `the verifier used this string to sign:\n  POST␊\n  /v1/jobs/␊\n  ${now}␊\n  n-1␊\n  and no body`)
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
    'refused: scheme_unsupported\nthe Authorization header has the auth type NEXT-SHA256-RSA, but SVC-SHA256-RSA is expected; ' +
      'use --auth-type NEXT-SHA256-RSA to expect that\nmore: countersign explain scheme_unsupported\n',
  )
  const comma = await run({ authorization: [authorization.replace('RSA ', 'RSA, ')] })
  assert.match(comma.out, 'has a comma after the auth type SVC-SHA256-RSA, but a space is expected there')
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
      'the Authorization header does not begin with a known auth type, but SVC-SHA256-RSA is expected; use --auth-type',
    )
    assert.not.match(out, 'S3CRET')
  }
})

const failing = suite('countersign verify: what cannot be used')

const request = ['verify', '--method', 'POST', '--target', '/', '--authorization', 'x']

// The words about keys are those of core.
failing('a public key file that holds a private key, or a key that is too long', async () => {
  const secret = ['--public-key', file('wrong.pem', key.privatePem)]
  await fails(
    [...request, ...secret],
    /^error: --public-key wrong\.pem: this is a private key instead of a public key; /,
  )
  const long = ['--public-key', file('long.pem', der.publicOf(8192))]
  await fails(
    [...request, ...long],
    /raise it to accept the key \(found 8192 bits, above 4096\); here the setting is --max-key-bits$/m,
  )
})

failing('a body that opens but cannot be read: an error, no verdict', async () => {
  const { authorization } = await sign({ body })
  const args = ['--public-key', publicKey, '--method=POST', '--target=/v1/jobs', `--now=${now}`, '--authorization']
  // Reading address 0 of a process's memory fails.
  const given = ['verify', ...args, authorization, '--body']
  await fails([...given, '/proc/self/mem'], '--body /proc/self/mem: the system says EIO')
  const { code, out, err } = await shell(`countersign '${[...given, '-'].join("' '")}' < /proc/self/mem`)
  assert.equal([code, out, err], [2, '', 'error: --body -: the system says EIO\n'])
})

failing('a header that the shell has split for lack of quotes is not repeated', async () => {
  const { authorization } = await sign({ body })
  const args = [...request.slice(0, -1), ...authorization.split(' '), '--public-key', publicKey]
  await fails(args, /^error: argument 8 is one argument too many; put a value with spaces in quotes\n(?!.*app_id)/)
})
