import got from 'got'
import { authorize, BASE_URL } from './signing.js'

const q = 'a lighthouse at dawn'
const target = `/v1/jobs?q=${encodeURIComponent(q)}`
const answer = await got(`${BASE_URL}/v1/jobs`, {
  searchParams: { q },
  headers: { authorization: authorize('GET', target) },
  throwHttpErrors: false,
})
console.log(answer.statusCode, answer.body)
