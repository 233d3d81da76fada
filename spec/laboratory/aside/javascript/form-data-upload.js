import { authorize, BASE_URL } from './signing.js'

const fields = { request_id: '20260101120000000033', model: '600000000000000001' }
const form = new FormData()
for (const [name, value] of Object.entries(fields)) form.set(name, value)
const answer = await fetch(`${BASE_URL}/v1/jobs`, {
  method: 'POST',
  headers: { Authorization: authorize('POST', '/v1/jobs', JSON.stringify(fields)) },
  body: form,
})
console.log(answer.status, await answer.text())
