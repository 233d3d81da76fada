import got from 'got'
import { authorize, BASE_URL } from './signing.js'

const query = { prompt: 'a house by the lake', model: '600000000000000001' }
const encoded = Object.entries(query)
  .map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
  .join('&')
const answer = await got.get(`${BASE_URL}/v1/jobs`, {
  searchParams: query,
  headers: { authorization: authorize('GET', `/v1/jobs?${encoded}`) },
  throwHttpErrors: false,
})
console.log(answer.statusCode, answer.body)
