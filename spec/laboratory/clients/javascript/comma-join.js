import { randomUUID } from 'node:crypto'
import { BASE_URL, header, seconds, sign } from './signing.js'

const parts = ['GET', '/v1/models', seconds(), randomUUID(), '']
const signature = sign(`${parts}`)
const answer = await fetch(`${BASE_URL}/v1/models`, {
  headers: { Authorization: header(signature, parts[2], parts[3]) },
})
console.log(answer.status, await answer.text())
