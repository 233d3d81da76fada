import { authorize, BASE_URL } from './signing.js'

const body = JSON.stringify({ request_id: '20260101120000000034', note: 'e\u0301te\u0301 a\u0300 la mer', stages: [] })
const answer = await fetch(`${BASE_URL}/v1/jobs`, {
  method: 'POST',
  headers: { Authorization: authorize('POST', '/v1/jobs', body.normalize('NFC')) },
  body,
})
console.log(answer.status, await answer.text())
