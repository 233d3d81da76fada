// Signs Date.now() as it is; only the header has seconds.
import { createSign, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'

const { URL: url, APP_ID, KEY, JOB } = process.env
const body = readFileSync(JOB, 'utf8')
const now = Date.now()
const nonce = randomUUID()

const message = `POST\n${new URL(url).pathname}\n${now}\n${nonce}\n${body}`
const signature = createSign('SHA256').update(message).sign(readFileSync(KEY), 'base64')

const Authorization = `SVC-SHA256-RSA app_id=${APP_ID},nonce_str=${nonce},timestamp=${Math.floor(now / 1000)},signature=${signature}`
const response = await fetch(url, { method: 'POST', headers: { Authorization }, body })
console.log(response.status)
