// Draws one nonce for the text and another for the header.
import { createSign, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'

const { URL: url, APP_ID, KEY, JOB } = process.env
const nonce = () => randomUUID()
const body = readFileSync(JOB, 'utf8')
const timestamp = Math.floor(Date.now() / 1000)

const message = `POST\n${new URL(url).pathname}\n${timestamp}\n${nonce()}\n${body}`
const signature = createSign('SHA256').update(message).sign(readFileSync(KEY), 'base64')

const Authorization = `SVC-SHA256-RSA app_id=${APP_ID},nonce_str=${nonce()},timestamp=${timestamp},signature=${signature}`
const response = await fetch(url, { method: 'POST', headers: { Authorization }, body })
console.log(response.status)
