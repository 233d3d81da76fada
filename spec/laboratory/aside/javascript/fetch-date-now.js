import { randomBytes } from 'node:crypto'
import { BASE_URL, header, sign } from './signing.js'

const timestamp = Date.now()
const nonce = randomBytes(12).toString('hex')
const body = JSON.stringify({ request_id: `${timestamp}000`, stages: [] })
const message = `POST\n/v1/jobs\n${timestamp}\n${nonce}\n${body}`
const answer = await fetch(`${BASE_URL}/v1/jobs`, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json', Authorization: header(sign(message), timestamp, nonce) },
  body,
})
console.log(answer.status, await answer.text())
