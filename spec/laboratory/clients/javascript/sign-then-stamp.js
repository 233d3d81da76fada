import { randomInt } from 'node:crypto'
import { authorize, BASE_URL } from './signing.js'

const freshId = () => `${Date.now()}${randomInt(1e6)}`.padEnd(20, '0')
const job = { request_id: freshId(), stages: [{ type: 'INPUT_INITIALIZE', inputInitialize: { seed: 1, count: 1 } }] }
const headers = { Authorization: authorize('POST', '/v1/jobs', JSON.stringify(job)) }
job.request_id = freshId()
const answer = await fetch(`${BASE_URL}/v1/jobs`, { method: 'POST', headers, body: JSON.stringify(job) })
console.log(answer.status, await answer.text())
