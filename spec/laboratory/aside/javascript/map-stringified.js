import got from 'got'
import { authorize, BASE_URL } from './signing.js'

const job = new Map([
  ['request_id', '20260101120000000207'],
  ['stages', [{ type: 'DIFFUSION', diffusion: { width: 512, height: 512 } }]],
])
const { statusCode, body } = await got.post(`${BASE_URL}/v1/jobs`, {
  json: Object.fromEntries(job),
  headers: { authorization: authorize('POST', '/v1/jobs', JSON.stringify(job)) },
  throwHttpErrors: false,
})
console.log(statusCode, body)
