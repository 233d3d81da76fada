import { randomUUID } from 'node:crypto'
import { request } from 'undici'
import { BASE_URL, header, seconds, sign } from './signing.js'

const stringToSign = (method, target, nonce, timestamp, body) => [method, target, nonce, timestamp, body].join('\n')
const [timestamp, nonce] = [seconds(), randomUUID()]
const body = '{"request_id":"20260101120000000028","stages":[]}'
const signature = sign(stringToSign('POST', '/v1/jobs', nonce, timestamp, body))
const headers = { authorization: header(signature, timestamp, nonce) }
const answer = await request(`${BASE_URL}/v1/jobs`, { method: 'POST', headers, body })
console.log(answer.statusCode, await answer.body.text())
