import { request } from 'undici'
import { authorize, BASE_URL } from './signing.js'

const body = Buffer.from('{"request_id":"20260101120000000037","stages":[]}')
const headers = { authorization: authorize('POST', '/v1/jobs', JSON.stringify(body)) }
const answer = await request(`${BASE_URL}/v1/jobs`, { method: 'POST', headers, body })
console.log(answer.statusCode, await answer.body.text())
