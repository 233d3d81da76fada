/**
 * `countersign verify`: its verdict, exit code and output. `verify` signs a request, and gives it to the command with one thing changed.
 *
 *     accepted: exit code 0        refused: exit code 1 and the reason        cannot be used: exit code 2 and an error
 */
import { createHash, randomBytes } from 'node:crypto'
import * as der from '../../support/der.ts'
import { rsa } from '../../support/keys.ts'
import { assert, suite } from '../../support/suite.ts'
import { now, sign, type ToSign } from '../../support/world.ts'
import { countersign, type Ended, fails, file, isPlain, privateKey, publicKey, shell } from './command.ts'

const key = rsa(2048, 'app-1')
const body = '{"request_id":"1","stages":[]}'
file('body.json', body)

/** What the command gets. Absent members are those of a good request: `POST /v1/jobs` with a body, signed by app-1 just now. */
interface Arguments {
  readonly publicKey?: string
  readonly method?: string
  readonly target?: string
  /** The Authorization lines. Absent: the header as it was signed. */
  readonly authorization?: ReadonlyArray<string>
  /** The option `--body`, or nothing. */
  readonly bodyOption?: ReadonlyArray<string>
  readonly now?: number
  readonly otherOptions?: ReadonlyArray<string>
  readonly stdin?: string | Uint8Array
}

const defaults = {
  publicKey,
  method: 'POST',
  target: '/v1/jobs',
  bodyOption: ['--body', 'body.json'],
  now,
  otherOptions: [],
  stdin: '',
} as const

/** Runs the command for a request that was signed with `toSign`. */
const verify = async (given: Arguments = {}, toSign: ToSign = {}): Promise<Ended> => {
  const args = { ...defaults, ...given }
  const authorization = given.authorization ?? [(await sign({ body, ...toSign })).authorization]
  return countersign(
    [
      'verify',
      '--public-key',
      args.publicKey,
      `--method=${args.method}`,
      `--target=${args.target}`,
      ...authorization.map((line) => `--authorization=${line}`),
      ...args.bodyOption,
      `--now=${args.now}`,
      ...args.otherOptions,
    ],
    { stdin: args.stdin },
  )
}

const accepting = suite('countersign verify: accepted')

accepting('a signed request: exit code 0 and the app', async () => {
  const { code, out, err } = await verify()
  assert.equal([code, out, err], [0, 'accepted: the request was signed by app-1\n', ''])
  assert.equal(JSON.parse((await verify({ otherOptions: ['--json'] })).out), { outcome: 'accept', appId: 'app-1' })
})

accepting('the complete header line, in any letter case, with blanks around its value', async () => {
  const { authorization } = await sign({ body })
  for (const line of [
    `Authorization: ${authorization}`,
    `AUTHORIZATION:${authorization}`,
    `authorization: \t${authorization} \t`,
  ]) {
    assert.is((await verify({ authorization: [line] })).code, 0, line)
  }
})

accepting('a body from standard input, byte for byte, and none for an empty one', async () => {
  const bytes = Buffer.from([0xff, 0, 0x0d, 0x0a])
  assert.is((await verify({ bodyOption: ['--body', '-'], stdin: bytes }, { body: bytes })).code, 0)
  assert.is((await verify({ bodyOption: [] }, { body: '' })).code, 0)
})

accepting('any app, or only the one of --app-id', async () => {
  const appId = 'someone-else' as NonNullable<ToSign['appId']>
  assert.equal(JSON.parse((await verify({ otherOptions: ['--json'] }, { appId })).out), { outcome: 'accept', appId })
  assert.is((await verify({ otherOptions: ['--app-id', 'someone-else'] }, { appId })).code, 0)
})

accepting('the output of `sign`, at the current time', async () => {
  const signing = ['sign', '--private-key', privateKey, '--app-id=app-1', '--method=get', '--url=https://h.example/a?b']
  const line = (await countersign([...signing, '--body', 'body.json'])).out.trimEnd()
  const given = ['--public-key', publicKey, '--method=GET', '--target=/a?b', '--body', 'body.json']
  const { out, code } = await countersign(['verify', ...given, '--authorization', line])
  assert.equal([code, out], [0, 'accepted: the request was signed by app-1\n'])
})

const refusing = suite('countersign verify: refused')

interface RefusedRequest {
  readonly reason: string
  readonly given?: Arguments
  /** Changes the header that was signed into the Authorization lines that are sent. Absent: the header comes as it was signed. */
  readonly lines?: (header: string) => ReadonlyArray<string>
}

const refusedRequests: ReadonlyArray<RefusedRequest> = [
  { reason: 'authorization_missing', lines: () => [] },
  { reason: 'authorization_multiple', lines: (header) => [header, header] },
  { reason: 'authorization_malformed', lines: (header) => [header.replace('nonce_str=', 'nonce_str=_')] },
  { reason: 'scheme_unsupported', given: { otherOptions: ['--auth-type', 'NEXT-TYPE'] } },
  { reason: 'bearer_not_offered', lines: () => ['Bearer abc'] },
  { reason: 'bearer_not_offered', given: { otherOptions: ['--edition', 'mainland'] }, lines: () => ['Bearer abc'] },
  { reason: 'timestamp_expired', given: { now: now + 301 } },
  { reason: 'timestamp_expired', given: { now: now + 11, otherOptions: ['--max-age', '10'] } },
  { reason: 'timestamp_in_future', given: { now: now - 61 } },
  { reason: 'timestamp_in_future', given: { now: now - 1, otherOptions: ['--max-skew', '0'] } },
  // An invalid method is a verdict, not a usage error.
  { reason: 'method_invalid', given: { method: 'PO ST' } },
  { reason: 'target_invalid', given: { target: 'v1/jobs' } },
  { reason: 'app_unknown', given: { otherOptions: ['--app-id', 'app-2'] } },
  // --max-key-bits accepts a key that is longer than 4096 bits.
  {
    reason: 'signature_malformed',
    given: { publicKey: file('long.pem', der.publicOf(8192)), otherOptions: ['--max-key-bits', '8192'] },
  },
  { reason: 'body_too_large', given: { otherOptions: ['--max-body', String(body.length - 1)] } },
  { reason: 'signature_invalid', given: { method: 'PUT' } },
  { reason: 'signature_invalid', given: { bodyOption: [] } },
]

for (const { reason, given = {}, lines = (header: string) => [header] } of refusedRequests)
  refusing(`${reason}: ${JSON.stringify(given)} ${lines}`, async () => {
    const { authorization } = await sign({ body })
    const otherOptions = [...(given.otherOptions ?? []), '--json']
    const { code, out, err } = await verify({ ...given, authorization: lines(authorization), otherOptions })
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
  const { out, code } = await verify({ now: now + 301 })
  const words = 'refused: timestamp_expired\nthe timestamp is 301 s old; at most 300 s are accepted\n'
  assert.equal([code, out], [1, `${words}more: countersign explain timestamp_expired\n`])
})

refusing('signature_invalid shows the string to sign that was verified', async () => {
  const { out } = await verify({ target: '/v1/jobs/', bodyOption: [] }, { nonce: 'n-1', timestamp: now })
  assert.match(out, 'refused: signature_invalid\n')
  assert.match(out, `the verifier used this string to sign:\n  POST␊\n  /v1/jobs/␊\n  ${now}␊\n  n-1␊\n  and no body`)
  const withBody = await verify({ method: 'PUT' })
  const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')
  assert.match(withBody.out, `and a body of ${body.length} bytes, sha256 ${sha256(body)}\n`)

  const bytes = randomBytes(3_000_000)
  const large = await verify({ bodyOption: ['--body', file('large', bytes)], otherOptions: ['--max-body', '3000000'] })
  assert.match(large.out, `and a body of 3000000 bytes, sha256 ${sha256(bytes)}\n`)
})

refusing('another auth type: what came, what was expected, and the flag', async () => {
  const { authorization } = await sign({ body })
  const renamed = authorization.replace('SVC-SHA256-RSA', 'NEXT-SHA256-RSA')
  assert.is(
    (await verify({ authorization: [renamed] })).out,
    'refused: scheme_unsupported\nthe Authorization header has the auth type NEXT-SHA256-RSA, but SVC-SHA256-RSA is expected; ' +
      'use --auth-type NEXT-SHA256-RSA to accept this one\nmore: countersign explain scheme_unsupported\n',
  )
  const comma = await verify({ authorization: [authorization.replace('RSA ', 'RSA, ')] })
  assert.match(comma.out, 'has a comma after the auth type SVC-SHA256-RSA, but a space is expected there')
  // Any other word may be a token.
  for (const line of [
    'S3CRET',
    'S3CRET,a b',
    'S3CRET x',
    authorization.replace('SVC-SHA256-RSA', 'S3CRET'),
    authorization.replace('SVC-SHA256-RSA ', ''),
  ]) {
    const { out } = await verify({ authorization: [line] })
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
  await fails(
    args,
    /^error: there is one argument too many: argument 8\. If a value has spaces, put it in quotes\n(?!.*app_id)/,
  )
})
