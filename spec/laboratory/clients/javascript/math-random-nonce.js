import { BASE_URL, header, seconds, sign } from './signing.js'

const [timestamp, nonce] = [seconds(), String(Math.random())]
const signature = sign(`GET\n/v1/jobs\n${timestamp}\n${nonce}\n`)
const answer = await fetch(`${BASE_URL}/v1/jobs`, { headers: { Authorization: header(signature, timestamp, nonce) } })
console.log(answer.status, await answer.text())
