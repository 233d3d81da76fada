import { request } from 'undici'
import { authorize, BASE_URL } from './signing.js'

const url = new URL('/v1/jobs', BASE_URL)
const body = JSON.stringify({ request_id: '20260312101500000017', stages: [] })
const answer = await request(url, {
  method: 'POST',
  headers: { 'content-type': 'application/json; charset=UTF-8', authorization: authorize('POST', url.href, body) },
  body,
})
console.log(answer.statusCode, await answer.body.text())
