import { readFileSync } from 'node:fs'
import process from 'node:process'
import { createClient } from 'countersign/client'
import { openKey } from './pkcs11.ts'

const { BASE_URL: baseUrl = '', PKCS11_DRIVER: driver = '', TOKEN_PIN: pin = '' } = process.env
const key = openKey({ driver, token: 'jobs', label: 'app-1', pin })
const client = await createClient({
  baseUrl,
  appId: 'app-1',
  publicKey: readFileSync('public_key.pem', 'utf8'),
  signDigest: key.signDigest,
})
const answer = await client.submitJob({ request_id: '1', stages: [] })
console.log(answer.status, answer.json)
key.close()
