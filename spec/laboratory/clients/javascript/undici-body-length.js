import { request } from 'undici'
import { authorize, BASE_URL } from './signing.js'

const body = JSON.stringify({ request_id: '20260101120000000023', stages: [], note: 'café à Orléans, été' })
const copy = Buffer.alloc(body.length)
copy.write(body)
const answer = await request(`${BASE_URL}/v1/jobs`, {
  method: 'POST',
  headers: { authorization: authorize('POST', '/v1/jobs', copy), 'content-type': 'application/json' },
  body,
})
console.log(answer.statusCode, await answer.body.text())
