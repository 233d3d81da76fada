/** `verifyJob`, and the realm of a refusal. */
import { createVerifier, decodeJob, JobRefused, VerificationError } from '../../src/server/node.ts'
import { rsa } from '../support/keys.ts'
import { assert, suite } from '../support/suite.ts'
import { now, sign } from '../support/world.ts'

const keys = { 'app-1': rsa(2048, 'app-1').publicPem }
const target = '/v1/jobs'
const job = '{"request_id":"7","stages":[]}'

const jobs = suite('verifyJob')

const caught = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error) => error,
  )

const requestOf = async (body: string) => {
  const { authorization } = await sign({ method: 'POST', target, body })
  return { method: 'POST', target, authorization, body }
}

jobs('gives the verified request with its job, of the type that is read', async () => {
  const verifier = await createVerifier({ keys, clock: () => now })
  const { appId, job: read, body } = await verifier.verifyJob(await requestOf(job), decodeJob)
  const id: string = read.request_id
  assert.equal([appId, id, Buffer.from(body).toString()], ['app-1', '7', job])
  const length = await verifier.verifyJob(await requestOf(job), async ({ byteLength }) => byteLength)
  assert.is(length.job, job.length)
})

jobs(
  'refuses a job as decodeJob does, once the request is verified, and what is not signed as verify does',
  async () => {
    const verifier = await createVerifier({ keys, clock: () => now })
    const wrong = await requestOf('{"request_id":7}')
    const refused = await caught(verifier.verifyJob(wrong, decodeJob))
    assert.ok(refused instanceof JobRefused)
    const decoded = await caught(Promise.resolve().then(() => decodeJob(Buffer.from('{"request_id":7}'))))
    assert.is((refused as JobRefused).body, (decoded as JobRefused).body)
    const again = await caught(verifier.verifyJob(wrong, decodeJob))
    assert.ok(again instanceof VerificationError && again.reason === 'nonce_replayed')
  },
)

jobs('asks for a decoder before the nonce is used up', async () => {
  const verifier = await createVerifier({ keys, clock: () => now })
  const request = await requestOf(job)
  const refused = await caught(verifier.verifyJob(request, undefined as never))
  assert.match((refused as Error).message, /verifyJob needs a function that reads the job/)
  assert.is((await verifier.verify(request)).appId, 'app-1')
})

const realms = suite('the option realm')

const challengeOf = async (options: object, authorization?: string): Promise<string | undefined> => {
  const verifier = await createVerifier({ keys, clock: () => now, ...options })
  const refusal = await caught(verifier.verify({ method: 'GET', target, authorization }))
  return (refusal as VerificationError).headers['WWW-Authenticate']
}

realms('is named to a caller who lacks credentials, and to one whose credentials are wrong', async () => {
  const tokens = { ops: 'a'.repeat(32) }
  assert.is(await challengeOf({}), 'SVC-SHA256-RSA')
  assert.is(await challengeOf({ realm: 'jobs of acme' }), 'SVC-SHA256-RSA realm="jobs of acme"')
  assert.is(await challengeOf({ realm: 'acme', tokens }), 'SVC-SHA256-RSA realm="acme", Bearer realm="acme"')
  assert.is(
    await challengeOf({ realm: 'acme', tokens }, 'Bearer AAAA'),
    'SVC-SHA256-RSA realm="acme", Bearer realm="acme", error="invalid_token"',
  )
  assert.is(await challengeOf({ tokens }, 'Bearer AAAA'), 'SVC-SHA256-RSA, Bearer error="invalid_token"')
})

realms('is text that needs no escape in a header', async () => {
  for (const realm of ['', 'a"b', 'a\\b', 'a\r\nb: c', 'é', 'x'.repeat(101), 7, null]) {
    const refused = await caught(createVerifier({ keys, realm: realm as string }))
    assert.match((refused as Error).message, /realm must be 1 to 100 visible ASCII characters/)
  }
})
