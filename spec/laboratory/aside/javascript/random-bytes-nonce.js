import { randomBytes } from 'node:crypto'
import { request } from 'undici'
import { BASE_URL, header, seconds, sign } from './signing.js'

const timestamp = seconds()
const nonce = randomBytes(16).toString('base64')
const authorization = header(sign(`GET\n/v1/jobs\n${timestamp}\n${nonce}\n`), timestamp, nonce)
const { statusCode, body } = await request(`${BASE_URL}/v1/jobs`, { headers: { authorization } })
console.log(statusCode, await body.text())
