import { randomUUID } from 'node:crypto'
import { BASE_URL, header, seconds, sign } from './signing.js'

const [timestamp, nonce] = [seconds(), randomUUID()]
const body = '{"request_id":"20260101120000000026","stages":[]}'
const signature = sign(`POST\n/v1/jobs\n${timestamp}\n${nonce}\n${body}`, { encoding: 'base64url' })
const headers = { Authorization: header(signature, timestamp, nonce), 'Content-Type': 'application/json' }
const answer = await fetch(`${BASE_URL}/v1/jobs`, { method: 'POST', headers, body })
console.log(answer.status, await answer.text())
