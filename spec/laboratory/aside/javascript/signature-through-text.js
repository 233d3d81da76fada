import { createSign, randomUUID } from 'node:crypto'
import { BASE_URL, header, note, privateKey, seconds } from './signing.js'

const base64 = (text) => Buffer.from(text).toString('base64')
const [timestamp, nonce] = [seconds(), randomUUID()]
const text = `GET\n/v1/jobs\n${timestamp}\n${nonce}\n`
note(text)
const signature = base64(createSign('RSA-SHA256').update(text).sign(privateKey()).toString())
const answer = await fetch(`${BASE_URL}/v1/jobs`, { headers: { Authorization: header(signature, timestamp, nonce) } })
console.log(answer.status, await answer.text())
