import { randomUUID } from 'node:crypto'
import { BASE_URL, header, seconds, sign } from './signing.js'

const [timestamp, nonce] = [seconds(), randomUUID()]
const text = `
GET
/v1/models
${timestamp}
${nonce}
`
const answer = await fetch(`${BASE_URL}/v1/models`, {
  headers: { Authorization: header(sign(text), timestamp, nonce) },
})
console.log(answer.status, await answer.text())
