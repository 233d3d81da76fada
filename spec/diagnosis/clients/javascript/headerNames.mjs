// Names the nonce as the variable is called; the signature's digits are hexadecimal, too.
import { createSign, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'

const { URL: url, APP_ID, KEY, JOB } = process.env
const body = readFileSync(JOB, 'utf8')
const timestamp = Math.floor(Date.now() / 1000)
const nonce = randomUUID()

const message = `POST\n${new URL(url).pathname}\n${timestamp}\n${nonce}\n${body}`
const signature = createSign('SHA256').update(message).sign(readFileSync(KEY), 'hex')

const info = Object.entries({ app_id: APP_ID, nonce, timestamp, signature }).map((item) => item.join('='))
const response = await fetch(url, {
  method: 'POST',
  headers: { Authorization: `SVC-SHA256-RSA ${info.join(',')}` },
  body,
})
console.log(response.status)
