import { readFileSync } from 'node:fs'
import process from 'node:process'
import { KMSClient, SignCommand } from '@aws-sdk/client-kms'
import { createClient } from 'countersign/client'

const { BASE_URL: baseUrl = '', KMS_KEY: KeyId } = process.env
// The SDK finds the region and the credentials as usual.
const kms = new KMSClient({ maxAttempts: 2 })
const client = await createClient({
  baseUrl,
  appId: 'app-1',
  publicKey: readFileSync('public_key.pem', 'utf8'),
  signDigest: async (Message) => {
    const { Signature } = await kms.send(
      new SignCommand({ KeyId, Message, MessageType: 'DIGEST', SigningAlgorithm: 'RSASSA_PKCS1_V1_5_SHA_256' }),
    )
    return Signature as Uint8Array
  },
  timeoutMs: 5000,
})
const answer = await client.submitJob({ request_id: '1', stages: [] })
console.log(answer.status, answer.json)
