import { randomUUID } from 'node:crypto'
import https from 'node:http'
import { BASE_URL, header, sign } from './signing.js'

const url = new URL('/v1/jobs?status=running&limit=10', BASE_URL)
const timestamp = Date.now()
const nonce = randomUUID()
const signature = sign(`GET\n${url.pathname}\n${timestamp}\n${nonce}\n`)
https.get(url, { headers: { Authorization: header(signature, timestamp, nonce) } }, (answer) => {
  answer.setEncoding('utf8').on('data', (text) => console.log(answer.statusCode, text))
})
