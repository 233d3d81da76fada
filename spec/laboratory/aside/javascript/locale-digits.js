import { randomUUID } from 'node:crypto'
import { BASE_URL, header, seconds, sign } from './signing.js'

const [timestamp, nonce] = [seconds(), randomUUID()]
const shown = timestamp.toLocaleString('ar-EG', { useGrouping: false })
const signature = sign(`GET\n/v1/jobs\n${shown}\n${nonce}\n`)
const answer = await fetch(`${BASE_URL}/v1/jobs`, { headers: { Authorization: header(signature, timestamp, nonce) } })
console.log(answer.status, await answer.text())
