import { randomUUID } from 'node:crypto'
import { BASE_URL, header, seconds, sign } from './signing.js'

const body = new TextEncoder().encode('{"request_id":"20260101120000000035","stages":[]}')
const [timestamp, nonce] = [seconds(), randomUUID()]
const signature = sign(`POST\n/v1/jobs\n${timestamp}\n${nonce}\n${body}`)
const headers = { Authorization: header(signature, timestamp, nonce) }
const answer = await fetch(`${BASE_URL}/v1/jobs`, { method: 'POST', headers, body })
console.log(answer.status, await answer.text())
