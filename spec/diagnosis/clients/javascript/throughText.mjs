// Makes text of the signature's bytes on their way to btoa(): what is no UTF-8 is lost.
import { createSign, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'

const { URL: url, APP_ID, KEY, JOB } = process.env
const body = readFileSync(JOB, 'utf8')
const timestamp = Math.floor(Date.now() / 1000)
const nonce = randomUUID()

const message = `POST\n${new URL(url).pathname}\n${timestamp}\n${nonce}\n${body}`
const signed = createSign('SHA256').update(message).sign(readFileSync(KEY)).toString()
const signature = Buffer.from(signed).toString('base64')

const Authorization = `SVC-SHA256-RSA app_id=${APP_ID},nonce_str=${nonce},timestamp=${timestamp},signature=${signature}`
const response = await fetch(url, { method: 'POST', headers: { Authorization }, body })
console.log(response.status)
