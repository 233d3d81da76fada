import { authorize, EDGE_URL } from './signing.js'

const body = JSON.stringify({ request_id: '20260101120000000029', stages: [{ type: 'DIFFUSION' }] })
const answer = await fetch(`${EDGE_URL}/pretty/v1/jobs`, {
  method: 'POST',
  headers: { Authorization: authorize('POST', '/v1/jobs', body), 'Content-Type': 'application/json' },
  body,
})
console.log(answer.status, await answer.text())
