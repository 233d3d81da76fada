import { randomUUID } from 'node:crypto'
import got from 'got'
import { BASE_URL, header, seconds, sign } from './signing.js'

const stages = [{ type: 'DIFFUSION', diffusion: { width: 640, steps: 12 } }]
const job = { request_id: '20260101120000000313', stages }
const [timestamp, nonce] = [seconds(), randomUUID()]
const text = ['POST', '/v1/jobs', timestamp, nonce, JSON.stringify(job, null, 4)].join('\n')
const { statusCode, body } = await got.post(`${BASE_URL}/v1/jobs`, {
  json: job,
  headers: { authorization: header(sign(text, { encoding: 'base64url' }), timestamp, nonce) },
  throwHttpErrors: false,
})
console.log(statusCode, body)
