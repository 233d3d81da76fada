import { randomUUID } from 'node:crypto'
import { BASE_URL, header, seconds, sign } from './signing.js'

const path = 'v1/models'
const [timestamp, nonce] = [seconds(), randomUUID()]
const text = ['GET', path, timestamp, nonce, ''].map((part) => `${part}\n`).join('')
const answer = await fetch(`${BASE_URL}/${path}`, {
  headers: { Authorization: header(sign(text), timestamp, nonce) },
})
console.log(answer.status, await answer.text())
