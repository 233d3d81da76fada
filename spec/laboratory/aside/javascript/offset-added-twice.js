import { randomUUID } from 'node:crypto'
import { BASE_URL, header, seconds, sign } from './signing.js'

const clock = () => seconds() + 7 * 60 // this machine is seven minutes fast
const probe = await fetch(`${BASE_URL}/v1/jobs`, { method: 'HEAD' })
const offset = clock() - Math.floor(Date.parse(probe.headers.get('date')) / 1000)
const timestamp = clock() + offset
const nonce = randomUUID()
const signature = sign(`GET\n/v1/jobs\n${timestamp}\n${nonce}\n`)
const answer = await fetch(`${BASE_URL}/v1/jobs`, { headers: { Authorization: header(signature, timestamp, nonce) } })
console.log(answer.status, await answer.text())
