import { authorize, EDGE_URL } from './signing.js'

// All calls leave the company through the API gateway.
const target = '/v1/jobs?lang=en'
const body = JSON.stringify({ request_id: '20260312101500000024', stages: [] })
const answer = await fetch(`${EDGE_URL}/tenant${target}`, {
  method: 'POST',
  body,
  headers: { 'Content-Type': 'application/json', Authorization: authorize('POST', target, body) },
})
console.log(answer.status, await answer.text())
