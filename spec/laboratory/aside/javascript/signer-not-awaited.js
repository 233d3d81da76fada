import { randomUUID } from 'node:crypto'
import got from 'got'
import { BASE_URL, header, seconds, sign } from './signing.js'

// The signer became asynchronous when the key moved to a vault.
const vault = { sign: async (text) => sign(text) }
const [timestamp, nonce] = [seconds(), randomUUID()]
const signature = vault.sign(`GET\n/v1/models\n${timestamp}\n${nonce}\n`)
const headers = { authorization: header(signature, timestamp, nonce) }
const { statusCode, body } = await got(`${BASE_URL}/v1/models`, { headers, throwHttpErrors: false })
console.log(statusCode, body)
