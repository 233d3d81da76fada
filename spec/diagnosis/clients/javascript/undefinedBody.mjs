// Puts the body that a GET request does not have into the template: it signs undefined.
import { createSign, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'

const { URL: url, APP_ID, KEY } = process.env

const call = (method, { body } = {}) => {
  const timestamp = Math.floor(Date.now() / 1000)
  const nonce = randomUUID()
  const message = `${method}\n${new URL(url).pathname}\n${timestamp}\n${nonce}\n${body}`
  const signature = createSign('SHA256').update(message).sign(readFileSync(KEY), 'base64')
  const Authorization = `SVC-SHA256-RSA app_id=${APP_ID},nonce_str=${nonce},timestamp=${timestamp},signature=${signature}`
  return fetch(url, { method, headers: { Authorization }, body })
}

console.log((await call('GET')).status)
