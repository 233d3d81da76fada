/**
 * A private key behind AWS KMS: the README's recipe with the real SDK against a fake KMS on loopback.
 */
import { cpSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { canary, keepsSecret } from '../server/secrets.ts'
import { builtPackage, hook } from '../support/builtPackage.ts'
import { installedTools } from '../support/installedTools.ts'
import { rsa } from '../support/keys.ts'
import { type KmsStandIn, type Mood, withKms } from '../support/kmsStandIn.ts'
import { type Ended, runIn } from '../support/project.ts'
import { assert, byTurns, suite } from '../support/suite.ts'
import { type Service, withVerifyingService } from '../support/verifyingService.ts'

const key = rsa(2048, 'app-1')
const keyId = 'arn:aws:kms:eu-central-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab'

const packages = (await installedTools('spec/client/kms')).folder
const recipes = join(await builtPackage(), 'spec/recipes')
cpSync('spec/recipes', recipes, { recursive: true })
symlinkSync(join(packages, 'node_modules'), join(recipes, 'node_modules'), 'dir')
writeFileSync(join(recipes, 'public_key.pem'), key.publicPem)

const submit = (mood: Mood, judge: (ended: Ended, kms: KmsStandIn, service: Service) => void): Promise<void> =>
  withKms(key, mood, (kms) =>
    withVerifyingService({ keys: { 'app-1': key.publicPem } }, async (service) => {
      const ended = await runIn(recipes, `node --import ${hook} awsKms.ts`, {
        BASE_URL: service.baseUrl,
        KMS_KEY: keyId,
        // Environment variables of the SDK: the KMS endpoint and the credentials.
        AWS_ENDPOINT_URL_KMS: kms.url,
        AWS_REGION: 'eu-central-1',
        AWS_ACCESS_KEY_ID: 'AKIAEXAMPLE',
        AWS_SECRET_ACCESS_KEY: `${canary}-secret`,
      })
      judge(ended, kms, service)
    }),
  )

const kms = byTurns(2, suite('a private key behind AWS KMS'))

kms('the program of the README submits a job that a verifier accepts', () =>
  submit('signs', ({ code, output }, { asked }, { handled, refused }) => {
    assert.is(code, 0, output)
    assert.match(output, "201 { id: 'j-1' }")
    const shown = handled.map(({ appId, scheme }) => [appId, scheme])
    assert.equal(shown, [['app-1', 'signed']])
    assert.equal(refused, [])
    assert.is(asked.length, 1)
    const [{ target, authorization, body } = { target: '', authorization: '', body: {} }] = asked
    assert.is(target, 'TrentService.Sign')
    assert.match(authorization, /^AWS4-HMAC-SHA256 Credential=AKIAEXAMPLE\/\d+\/eu-central-1\/kms\//)
    const { Message, ...rest } = body
    assert.equal(rest, { KeyId: keyId, MessageType: 'DIGEST', SigningAlgorithm: 'RSASSA_PKCS1_V1_5_SHA_256' })
    assert.is(Buffer.from(String(Message), 'base64').length, 32)
  }),
)

kms('the SDK retries when KMS throttles, within the time of one signature', () =>
  submit('throttles once', ({ code, output }, { asked }, { handled }) => {
    assert.is(code, 0, output)
    assert.is(asked.length, 2)
    assert.equal(asked[0]?.body, asked[1]?.body)
    assert.is(handled.length, 1)
  }),
)

for (const [mood, claim, words] of [
  [
    'denies',
    'KMS denies the use of the key',
    'signDigest failed (AccessDeniedException); catch the error within signDigest',
  ],
  ['pss', 'KMS signs with PSS padding', 'it was made by RSASSA-PSS; choose RSASSA-PKCS1-v1_5 with SHA-256'],
  ['silent', 'KMS does not answer', 'the signing function did not answer within 5000 ms; is the HSM or KMS reachable?'],
] as const) {
  kms(`${claim}: the error says so and nothing is sent`, () =>
    submit(mood, ({ code, output }, { asked }, { handled, refused }) => {
      assert.is(code, 1)
      assert.ok(output.includes(words), output)
      keepsSecret(output, key.privatePem)
      assert.not.match(output, 'AWS4-HMAC')
      assert.ok(asked.length >= 1)
      assert.equal([handled, refused], [[], []])
    }),
  )
}
