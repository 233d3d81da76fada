import { request } from 'undici'
import { authorize, BASE_URL } from './signing.js'

const url = new URL('/v1/jobs?status=failed&limit=20', BASE_URL)
const answer = await request(url, { headers: { authorization: authorize('GET', url.pathname) } })
console.log(answer.statusCode, await answer.body.text())
