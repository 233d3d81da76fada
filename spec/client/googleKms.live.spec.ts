/**
 * A private key behind Google Cloud KMS: the README's recipe with the real SDK, which speaks JSON over HTTP to a fake KMS
 * on loopback. The fake knows only the signing operation.
 */
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { KeyManagementServiceClient } from '@google-cloud/kms'
import { createClient } from '../../src/client/node.ts'
import { signDigestBy } from '../recipes/googleKms.ts'
import { installedTools } from '../support/installedTools.ts'
import { rsa } from '../support/keys.ts'
import { onLoopback } from '../support/loopback.ts'
import { assert, suite } from '../support/suite.ts'
import * as token from '../support/token.ts'
import { withVerifyingService } from '../support/verifyingService.ts'

const key = rsa(2048, 'app-1')
const name = 'projects/p/locations/europe-west3/keyRings/r/cryptoKeys/app-1/cryptoKeyVersions/1'

const require = createRequire(join((await installedTools('spec/client/kms')).folder, 'package.json'))
const sdk = require('@google-cloud/kms') as {
  readonly KeyManagementServiceClient: new (options: Readonly<Record<string, unknown>>) => KeyManagementServiceClient
}
const { GoogleAuth, OAuth2Client } = require('google-auth-library')

interface StandIn {
  readonly kms: KeyManagementServiceClient
  readonly asked: ReadonlyArray<string>
}

const withKms = async (use: (standIn: StandIn) => Promise<void>): Promise<void> => {
  const asked: Array<string> = []
  const server = createServer(async (req, res) => {
    const chunks: Array<Buffer> = []
    for await (const chunk of req) chunks.push(chunk)
    asked.push(`${req.method} ${req.url?.split('?')[0]}`)
    const { digest } = JSON.parse(Buffer.concat(chunks).toString())
    const signature = token.signDigest(key)(Buffer.from(digest.sha256, 'base64'))
    const answer = { name, signature: Buffer.from(signature).toString('base64') }
    res.setHeader('Content-Type', 'application/json').end(JSON.stringify(answer))
  })
  const { port, close } = await onLoopback(server)
  const authClient = new OAuth2Client()
  authClient.setCredentials({ access_token: 'example', expiry_date: Date.now() + 3_600_000 })
  const kms = new sdk.KeyManagementServiceClient({
    fallback: true,
    protocol: 'http',
    apiEndpoint: '127.0.0.1',
    port,
    projectId: 'p',
    auth: new GoogleAuth({ authClient }),
  })
  try {
    await use({ kms, asked })
  } finally {
    await kms.close()
    await close()
  }
}

const kms = suite('a private key behind Google Cloud KMS')

kms('a verifier accepts its signatures; each job is one KMS call', () =>
  withKms(({ kms, asked }) =>
    withVerifyingService({ keys: { 'app-1': key.publicPem } }, async ({ baseUrl, handled, refused }) => {
      const signDigest = signDigestBy(kms, name)
      const client = await createClient({ baseUrl, appId: 'app-1', publicKey: key.publicPem, signDigest })
      for (const request_id of ['1', '2']) assert.is((await client.submitJob({ request_id, stages: [] })).status, 201)
      assert.is(handled.length, 2)
      assert.equal(refused, [])
      assert.equal(asked, Array(2).fill(`POST /v1/${name}:asymmetricSign`))
    }),
  ),
)
