import { createHash, randomUUID } from 'node:crypto'
import got from 'got'
import { BASE_URL, header, seconds, sign } from './signing.js'

const [timestamp, nonce] = [seconds(), randomUUID()]
const digest = createHash('sha256').update(`GET\n/v1/jobs?limit=3\n${timestamp}\n${nonce}\n`).digest('base64')
const { statusCode, body } = await got(`${BASE_URL}/v1/jobs?limit=3`, {
  headers: { authorization: header(sign(digest), timestamp, nonce) },
  throwHttpErrors: false,
})
console.log(statusCode, body)
