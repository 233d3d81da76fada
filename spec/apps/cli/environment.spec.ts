import { rsa } from '../../support/keys.ts'
import { assert, suite } from '../../support/suite.ts'
import { countersign, type Ended, fails, file, isPlain, privateKey, publicKey, serving } from './command.ts'

const { privatePem } = rsa(2048, 'app-1')
const identity = { COUNTERSIGN_APP_ID: 'app-1', COUNTERSIGN_PRIVATE_KEY: privateKey }
const sign = (env: NodeJS.ProcessEnv, ...args: ReadonlyArray<string>): Promise<Ended> =>
  countersign(['sign', '--method', 'GET', '--url', '/', ...args], { env })

const environment = suite('countersign: options from the environment')

environment('sign and verify a request without naming key and app', async () => {
  const line = (await sign(identity)).out.trimEnd()
  const env = { ...identity, COUNTERSIGN_PUBLIC_KEY: publicKey }
  const { out, err } = await countersign(['verify', '--method=GET', '--target=/', '--authorization', line], { env })
  assert.equal([out, err], ['accepted: the request was signed by app-1\n', ''])
})

environment('the private key itself can stand there', async () => {
  const { out, code } = await sign({ ...identity, COUNTERSIGN_PRIVATE_KEY: privatePem })
  assert.is(code, 0)
  assert.match(out, 'Authorization: SVC-SHA256-RSA app_id=app-1,')
})

environment(
  'submit with a token from a file ignores app and key of the environment; with both from there, it fails',
  () =>
    serving(['--keys', 'keys', '--tokens', file('env-tokens', 'app-8 first\n')], async ({ url }) => {
      const job = file('env-job.json', '{"request_id":"7","stages":[]}')
      const env = { ...identity, COUNTERSIGN_BASE_URL: url }
      assert.match((await countersign(['submit', '--json', job], { env })).out, '\\"app_id\\":\\"app-1\\"')
      const { out } = await countersign(['submit', '--json', '--token-file', file('env-token', 'first'), job], { env })
      assert.match(out, '\\"app_id\\":\\"app-8\\"')
      // Any name does: the command fails before it reads the file.
      const both = { ...env, COUNTERSIGN_TOKEN_FILE: 'env-token' }
      const complaint =
        /^error: give --app-id and --private-key, or --token-file, but not both\ntaken from the environment: COUNTERSIGN_BASE_URL, COUNTERSIGN_APP_ID, COUNTERSIGN_PRIVATE_KEY, /
      await fails(['submit', job], complaint, { env: both })
    }),
)

environment('an error says which variable a value came from, and never the value of a key', async () => {
  const missing = await sign({ ...identity, COUNTERSIGN_PRIVATE_KEY: 'nowhere.pem' })
  assert.is(
    missing.err,
    'error: --private-key nowhere.pem: there is no such file or folder\n' +
      'taken from the environment: COUNTERSIGN_PRIVATE_KEY, COUNTERSIGN_APP_ID\n',
  )
  const [first = '', second = '', third = ''] = privatePem.split('\n')
  for (const damaged of [
    // Cut off.
    privatePem.slice(0, 900),
    // With a broken line.
    privatePem.replace(second, 'x'),
    // Twice.
    `${privatePem}${privatePem}`,
    // Base64 without the lines of PEM, cut off.
    privatePem.replaceAll(/-----[^-]+-----|\s/g, '').slice(0, 1000),
    // A JWK whose modulus is wrong.
    JSON.stringify({ ...rsa(2048, 'app-1').privateKey.export({ format: 'jwk' }), n: 'AQAB' }),
  ]) {
    const { code, out, err } = await sign({ ...identity, COUNTERSIGN_PRIVATE_KEY: damaged })
    assert.equal([code, out], [2, ''], damaged)
    assert.match(err, /^error: COUNTERSIGN_PRIVATE_KEY: /)
    assert.ok(isPlain(err), err)
    for (const part of [first, second, third, '"d"']) assert.not.ok(err.includes(part), err)
  }
  // Other users can read a command line.
  const itself = 'expected the name of a file, not the key itself; put the key itself into COUNTERSIGN_PRIVATE_KEY'
  await fails(
    ['sign', '--app-id=a', '--private-key', privatePem, '--method=GET', '--url=/'],
    `--private-key: ${itself}`,
  )
})
