import fetch from 'node-fetch'
import { BASE_URL, header, seconds, sign } from './signing.js'

const randomString = () => Math.random().toString(36).slice(2, 12) + Math.random().toString(36).slice(2, 12)
const buildMessage = (method, url, timestamp, body) => [method, url, timestamp, randomString(), body].join('\n')
const buildHeader = (signature, timestamp) => header(signature, timestamp, randomString())

const timestamp = seconds()
const body = JSON.stringify({ request_id: '20260312101500000018', stages: [] })
const signature = sign(buildMessage('POST', '/v1/jobs', timestamp, body))
const answer = await fetch(`${BASE_URL}/v1/jobs`, {
  method: 'POST',
  body,
  headers: { 'Content-Type': 'application/json', Authorization: buildHeader(signature, timestamp) },
})
console.log(answer.status, await answer.text())
