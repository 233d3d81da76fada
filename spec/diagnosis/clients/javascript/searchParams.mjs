// Writes the query again from its searchParams: a space that is sent as %20 is signed as +.
import { createSign, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'

const { URL: url, APP_ID, KEY, JOB } = process.env
const { pathname, searchParams } = new URL(url)
const body = readFileSync(JOB, 'utf8')
const timestamp = Math.floor(Date.now() / 1000)
const nonce = randomUUID()

const message = `POST\n${pathname}?${searchParams}\n${timestamp}\n${nonce}\n${body}`
const signature = createSign('SHA256').update(message).sign(readFileSync(KEY), 'base64')

const Authorization = `SVC-SHA256-RSA app_id=${APP_ID},nonce_str=${nonce},timestamp=${timestamp},signature=${signature}`
const response = await fetch(url, { method: 'POST', headers: { Authorization }, body })
console.log(response.status)
