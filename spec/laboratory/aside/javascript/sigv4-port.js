import { createHash, randomUUID } from 'node:crypto'
import { BASE_URL, header, seconds, sign } from './signing.js'

// Ported from our SigV4 client: method, path, canonical query, ..., hash of the payload.
const sha256 = (text) => createHash('sha256').update(text).digest('hex')
const [path, query] = ['/v1/jobs', 'lang=en&source=cms']
const body = JSON.stringify({ request_id: '20260312101500000026', stages: [] })
const [timestamp, nonce] = [seconds(), randomUUID()]
const signature = sign([`POST`, path, query, timestamp, nonce, sha256(body)].join('\n'))
const answer = await fetch(`${BASE_URL}${path}?${query}`, {
  method: 'POST',
  body,
  headers: { 'Content-Type': 'application/json', Authorization: header(signature, timestamp, nonce) },
})
console.log(answer.status, await answer.text())
