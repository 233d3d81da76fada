import { randomUUID } from 'node:crypto'
import { BASE_URL, header, seconds, sign } from './signing.js'

// Signed payload = timestamp + "." + body, as in our Stripe adapter.
const body = JSON.stringify({
  request_id: '20260312101500000022',
  stages: [{ type: 'INPUT_INITIALIZE', inputInitialize: { seed: -1, count: 4 } }],
})
const timestamp = seconds()
const signature = sign(`${timestamp}.${body}`)
const answer = await fetch(`${BASE_URL}/v1/jobs`, {
  method: 'POST',
  body,
  headers: { 'Content-Type': 'application/json', Authorization: header(signature, timestamp, randomUUID()) },
})
console.log(answer.status, await answer.text())
