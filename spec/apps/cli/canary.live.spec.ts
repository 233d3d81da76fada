import { canary, keepsSecret } from '../../server/secrets.ts'
import { hostilePrivateKeys } from '../../support/hostileKeys.ts'
import { encryptedPem, rsa } from '../../support/keys.ts'
import { assert, suite } from '../../support/suite.ts'
import { sign } from '../../support/world.ts'
import { countersign, file, privateKey, publicKey, type Surroundings, serving } from './command.ts'

const key = rsa(2048, 'app-1')

const hiding = suite('secrets of the command')

/** Runs the command, which must fail. Neither of its outputs may show the canary or a piece of the private key. */
const failsQuietly = async (args: ReadonlyArray<string>, surroundings: Surroundings = {}): Promise<void> => {
  const { code, out, err } = await countersign(args, surroundings)
  assert.is.not(code, 0)
  keepsSecret(out + err, key.privatePem)
}

hiding('a key and its passphrase', async () => {
  const env = { COUNTERSIGN_PASSPHRASE: `${canary}-wrong` }
  const rest = ['--app-id', 'app-1', '--method', 'GET', '--url', '/', '--json']
  await failsQuietly(['sign', '--private-key', file('locked.pem', encryptedPem(key, 'right')), ...rest], { env })
  // One key for each rule: the message depends only on the rule.
  const broken = new Map(hostilePrivateKeys().map(({ rule, input }) => [rule, input]))
  const texts = [...broken.values()].filter((input) => typeof input === 'string').slice(0, 8)
  for (const text of texts) {
    await failsQuietly(['sign', '--private-key', file('broken.pem', text), ...rest.slice(0, -1)], { env })
    await failsQuietly(['sign', ...rest], { env: { ...env, COUNTERSIGN_PRIVATE_KEY: text } })
    await failsQuietly(['sign', '--private-key', text, ...rest])
  }
  const locked = { ...env, COUNTERSIGN_PRIVATE_KEY: encryptedPem(key, 'right') }
  await failsQuietly(['sign', ...rest], { env: locked })
  await failsQuietly(['submit', '--base-url', 'http://127.0.0.1:9', '--app-id', 'a', 'job.json'], { env: locked })
  await failsQuietly(['verify', '--public-key', privateKey, '--method', 'GET', '--target', '/'])
})

hiding('a token and a job', async () => {
  const at = ['submit', '--base-url', 'http://127.0.0.1:9']
  const job = file('job.json', `{"request_id":"1","stages":[],"x":"${canary}"}`)
  const wrong = file('wrong.json', `{"request_id":["${canary}"],"stages":"${canary}"}`)
  const token = file('token', `${canary}.token`)
  await failsQuietly([...at, '--token-file', file('junk', `${canary} and more`), job])
  await failsQuietly([...at, '--token-file', token, '--edition', 'mainland', job])
  await failsQuietly([...at, '--token-file', token, wrong])
  await failsQuietly([...at, '--token-file', token, file('no.json', canary)])
  await failsQuietly([...at, '--token-file', token, job, '--json'])
  await failsQuietly([...at, `--token=${canary}`, job])
  await failsQuietly([...at, '--token', canary, job])
})

hiding('a refused header, and one that the shell has split', async () => {
  const { authorization } = await sign({ body: canary })
  const args = ['verify', '--public-key', publicKey, '--method', 'POST', '--target', '/']
  const lines = [`Bearer ${canary}`, `${authorization},${canary}=1`, `${canary}: ${authorization}`, authorization]
  for (const line of lines) {
    const { out, err } = await countersign([...args, '--authorization', line, '--json'])
    keepsSecret(out + err, authorization)
  }
  const { err } = await countersign([...args, '--authorization', ...authorization.split(/[ ,]/), `signature=${canary}`])
  keepsSecret(err, authorization)
})

hiding('the log of a service: neither tokens, nor headers, nor bodies', async () => {
  const token = `${canary}.token`
  const looking = ['--explain', '--keep', 'kept']
  const args = ['--keys', 'keys', '--tokens', file('tokens', `app-9 ${token}\n`), ...looking]
  await serving(args, async ({ url, log, logged }) => {
    const timestamp = Math.floor(Date.now() / 1000)
    const body = `{"request_id":"1","stages":[],"x":"${canary}"}`
    const { authorization } = await sign({ body, timestamp })
    const post = async (header: string, content: string, target = '/v1/jobs'): Promise<string> =>
      (await fetch(url + target, { method: 'POST', headers: { authorization: header }, body: content })).text()
    const answers = [
      await post(authorization, `${body} `),
      await post(authorization, body.replace('1', '2')),
      await post(`Bearer ${canary}`, body),
      await post(canary, body),
      await post(`Token ${canary}`, body),
      await post(`${canary},app_id=x ${canary}`, body),
      await post(`Bearer ${token}`, `{"request_id":"${canary}"}`),
      await post(`Bearer ${token}`, canary),
      await post(`Bearer ${canary}`, body, `/other?${canary}`),
    ]
    // A path is logged, and a query is not; the caller itself hears its whole target.
    await post(`Bearer ${token}`, body, `/other?${canary}`)
    const accepted = [await post(`Bearer ${token}`, body), await post(authorization, body)]
    await logged('200 app-1: POST /v1/jobs: accepted')
    await logged('explained: reject signature_invalid')
    await logged('kept as kept/')
    for (const text of [log(), ...answers, ...accepted]) keepsSecret(text, authorization)
  })
})
