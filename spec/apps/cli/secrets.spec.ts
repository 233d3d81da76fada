/** Every key and secret of the command, by one rule: from a file, or from the environment, and never in a message. */
import { createServer } from 'node:https'
import type { World } from '../../../src/apps/cli/Outcome.ts'
import { withPasswords } from '../../../src/apps/cli/redis.ts'
import { certificateOf } from '../../../src/apps/gateway/certificate.ts'
import { encryptedPem, rsa } from '../../support/keys.ts'
import { withServer } from '../../support/loopback.ts'
import { certificate } from '../../support/openssl.ts'
import { assert, needs, suite } from '../../support/suite.ts'
import { countersign, fails, file, home, serving } from './command.ts'

const key = rsa(2048, 'app-1')
const request = ['--method', 'GET', '--url', '/v1/jobs', '--timestamp', '1700000000', '--nonce', 'n-1']
const secrets = suite('countersign: keys and secrets')

/** One thing that may come in several ways: each is a list of arguments and an environment. */
type Way = readonly [args: ReadonlyArray<string>, env: Readonly<Record<string, string>>]

const sameAnswer = async (command: ReadonlyArray<string>, ways: ReadonlyArray<Way>): Promise<void> => {
  const answers: Array<string> = []
  for (const [args, env] of ways) {
    const { code, out, err } = await countersign([...command, ...args], { env })
    assert.is(code, 0, err)
    answers.push(out)
  }
  assert.is(new Set(answers).size, 1)
}

const named = file('secrets/private.pem', key.privatePem)
const namedPublic = file('secrets/public.pem', key.publicPem)

secrets('a private key: the option, its variable with the file’s name, its variable with the key', () =>
  sameAnswer(
    ['sign', '--app-id', 'app-1', ...request],
    [
      [['--private-key', named], {}],
      [[], { COUNTERSIGN_PRIVATE_KEY: named }],
      [[], { COUNTERSIGN_PRIVATE_KEY: key.privatePem }],
    ],
  ),
)

secrets('a public key: the same', async () => {
  const signed = await countersign([
    'sign',
    '--app-id',
    'app-1',
    '--private-key',
    named,
    '--method',
    'GET',
    '--url',
    '/',
  ])
  await sameAnswer(
    ['verify', '--app-id', 'app-1', '--method', 'GET', '--target', '/', '--authorization', signed.out.trimEnd()],
    [
      [['--public-key', namedPublic], {}],
      [[], { COUNTERSIGN_PUBLIC_KEY: namedPublic }],
      [[], { COUNTERSIGN_PUBLIC_KEY: key.publicPem }],
    ],
  )
})

secrets('a passphrase: the option, its variable, and COUNTERSIGN_PASSPHRASE with the passphrase itself', async () => {
  const locked = file('secrets/locked.pem', encryptedPem(key, 'open sesame'))
  const passphrase = file('secrets/passphrase', 'open sesame\n')
  const command = ['sign', '--app-id', 'app-1', '--private-key', locked, ...request]
  await sameAnswer(command, [
    [[], { COUNTERSIGN_PASSPHRASE: 'open sesame' }],
    [[], { COUNTERSIGN_PASSPHRASE_FILE: passphrase }],
    [['--passphrase-file', passphrase], {}],
    // The line says where: the environment's other way is not taken.
    [['--passphrase-file', passphrase], { COUNTERSIGN_PASSPHRASE: 'another' }],
  ])
  await fails(command, 'COUNTERSIGN_PASSPHRASE and --passphrase-file are both given; leave one of them out', {
    env: { COUNTERSIGN_PASSPHRASE: 'open sesame', COUNTERSIGN_PASSPHRASE_FILE: passphrase },
  })
  await fails(command, '--passphrase-file nowhere: there is no such file or folder', {
    env: { COUNTERSIGN_PASSPHRASE_FILE: 'nowhere' },
  })
  const told = await countersign(['key', locked, '--json', '--passphrase-file', passphrase])
  assert.is(told.code, 0, told.err)
})

secrets('a token: the option, its variable, and COUNTERSIGN_TOKEN with the token itself', () =>
  serving(['--keys', 'keys', '--tokens', file('secrets/tokens', 'app-8 t0ken\n')], async ({ url }) => {
    const tokenFile = file('secrets/token', 't0ken\n')
    const command = ['fetch', 'GET', '/v1/jobs/7', '--base-url', url]
    const bearer = async (args: ReadonlyArray<string>, env: Readonly<Record<string, string>>): Promise<void> => {
      const { code, out, err } = await countersign([...command, ...args], { env })
      assert.is(code, 0, err)
      assert.match(out, '"app_id":"app-8"')
    }
    await bearer(['--token-file', tokenFile], {})
    await bearer([], { COUNTERSIGN_TOKEN_FILE: tokenFile })
    await bearer([], { COUNTERSIGN_TOKEN: 't0ken' })
    // The line says with what: the environment's other way is not taken.
    await bearer(['--token-file', tokenFile], { COUNTERSIGN_TOKEN: 'another' })
    await fails(command, 'COUNTERSIGN_TOKEN: this must be one access token and nothing else', {
      env: { COUNTERSIGN_TOKEN: 'not one token' },
    })
    await fails(command, 'COUNTERSIGN_TOKEN and a file with a token are both given; remove one of them', {
      env: { COUNTERSIGN_TOKEN: 't0ken', COUNTERSIGN_TOKEN_FILE: tokenFile },
    })
  }),
)

secrets('no secret is taken from the command line, nor quoted from it', async () => {
  const command = ['fetch', 'GET', '/', '--base-url', 'http://127.0.0.1:1']
  for (const [args, words] of [
    [
      ['--token', 's3cret'],
      /--token: expected no token on the command line, because other users of this machine could read it/,
    ],
    [
      ['--passphrase', 's3cret'],
      /--passphrase: expected no passphrase on the command line, because other users of this machine could read it/,
    ],
    [
      ['--token-file', 'x', '--ca', key.privatePem],
      /--ca: expected the name of a file, not the key itself; put the key itself into COUNTERSIGN_CA/,
    ],
  ] as const) {
    const { code, err } = await countersign([...command, ...args])
    assert.is(code, 2)
    assert.match(err, words)
    assert.not.ok(/s3cret|BEGIN/.test(err), err)
  }
})

needs('openssl', secrets)('the certificates of --ca: the option, its variable with either', async () => {
  const cert = certificate(key)
  const server = createServer({ key: key.privatePem, cert }, (_, res) => res.end('{}'))
  await withServer(server, async ({ port }) => {
    const baseUrl = `https://localhost:${port}`
    const command = ['fetch', 'GET', '/', '--base-url', baseUrl, '--app-id', 'app-1', '--private-key', named]
    await sameAnswer(command, [
      [['--ca', file('secrets/ca.pem', cert)], {}],
      [[], { COUNTERSIGN_CA: 'secrets/ca.pem' }],
      [[], { COUNTERSIGN_CA: cert }],
    ])
  })
})

needs('openssl', secrets)(
  'the gateway’s --cert and --key: files, or the texts themselves, which no message shows',
  async () => {
    const pair = { cert: certificate(key), key: key.privatePem }
    assert.equal(await certificateOf(pair), pair)
    const other = rsa(2048, 'app-2').privatePem
    const env = { COUNTERSIGN_CERT: pair.cert, COUNTERSIGN_KEY: other }
    const { code, err } = await countersign(['serve', '--keys', 'keys', '--upstream', 'http://127.0.0.1:1'], { env })
    assert.is(code, 2)
    assert.match(err, '--cert (as text) and --key (as text): expected a certificate in PEM and its private key')
    assert.not.ok(err.includes('BEGIN'), err)
  },
)

secrets('the passwords of Redis and of its sentinels: their variables, or files', async () => {
  const path = `${home}/${file('secrets/password', 'S3CRET\n')}`
  const passwordsOf = async (env: World['env']) => {
    const { COUNTERSIGN_REDIS_PASSWORD: primary, COUNTERSIGN_REDIS_SENTINEL_PASSWORD: sentinel } = await withPasswords({
      env,
    } as World)
    return [primary, sentinel]
  }
  assert.equal(await passwordsOf({}), [undefined, undefined])
  assert.equal(await passwordsOf({ COUNTERSIGN_REDIS_PASSWORD: 'a', COUNTERSIGN_REDIS_SENTINEL_PASSWORD: 'b' }), [
    'a',
    'b',
  ])
  assert.equal(
    await passwordsOf({ COUNTERSIGN_REDIS_PASSWORD_FILE: path, COUNTERSIGN_REDIS_SENTINEL_PASSWORD_FILE: path }),
    ['S3CRET', 'S3CRET'],
  )
})
