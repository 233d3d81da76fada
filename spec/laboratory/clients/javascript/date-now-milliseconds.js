import { randomUUID } from 'node:crypto'
import { BASE_URL, header, sign } from './signing.js'

const timestamp = Date.now()
const nonce = randomUUID()
const body = JSON.stringify({ request_id: '20260101120000000024', stages: [] })
const signature = sign(['POST', '/v1/jobs', timestamp, nonce, body].join('\n'))
const answer = await fetch(`${BASE_URL}/v1/jobs`, {
  method: 'POST',
  headers: { Authorization: header(signature, timestamp, nonce) },
  body,
})
console.log(answer.status, await answer.text())
