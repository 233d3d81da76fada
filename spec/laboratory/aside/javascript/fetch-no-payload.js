import { randomUUID } from 'node:crypto'
import { BASE_URL, header, seconds, sign } from './signing.js'

async function call(method, path, payload) {
  const timestamp = seconds()
  const nonce = randomUUID()
  const body = JSON.stringify(payload)
  const signature = sign([method, path, timestamp, nonce, `${body}`].join('\n'))
  const answer = await fetch(BASE_URL + path, {
    method,
    body,
    headers: { Accept: 'application/json', Authorization: header(signature, timestamp, nonce) },
  })
  return `${answer.status} ${await answer.text()}`
}
console.log(await call('GET', '/v1/jobs/20260312101500000014'))
