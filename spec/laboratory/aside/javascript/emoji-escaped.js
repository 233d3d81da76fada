import fetch from 'node-fetch'
import { authorize, BASE_URL } from './signing.js'

// "The payload is signed with its letters escaped": the documentation of a chat service.
const escaped = (text) =>
  text.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`)
const body = JSON.stringify({ request_id: '20260101120000000312', stages: [], note: 'déjà vu 🤖' })
const answer = await fetch(`${BASE_URL}/v1/jobs`, {
  method: 'POST',
  headers: { Authorization: authorize('POST', '/v1/jobs', escaped(body)), 'Content-Type': 'application/json' },
  body,
})
console.log(answer.status, await answer.text())
