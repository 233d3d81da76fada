import { authorize, BASE_URL } from './signing.js'

const text = '{"request_id":"20260101120000000030","stages":[],"trace":9007199254740993}'
const job = JSON.parse(text)
const answer = await fetch(`${BASE_URL}/v1/jobs`, {
  method: 'POST',
  headers: { Authorization: authorize('POST', '/v1/jobs', JSON.stringify(job)) },
  body: text,
})
console.log(answer.status, await answer.text())
