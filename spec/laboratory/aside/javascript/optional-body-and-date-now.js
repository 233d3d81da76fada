import { randomUUID } from 'node:crypto'
import fetch from 'node-fetch'
import { BASE_URL, header, sign } from './signing.js'

const call = async (method, path, body) => {
  const timestamp = Date.now()
  const nonce = randomUUID()
  const signature = sign(`${method}\n${path}\n${timestamp}\n${nonce}\n${body}`)
  return fetch(BASE_URL + path, { method, body, headers: { Authorization: header(signature, timestamp, nonce) } })
}
const answer = await call('GET', '/v1/jobs/17')
console.log(answer.status, await answer.text())
