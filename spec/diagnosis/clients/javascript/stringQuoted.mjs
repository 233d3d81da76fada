// Stringifies a body that is a string already.
import { createSign, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'

const { URL: url, APP_ID, KEY, JOB } = process.env

const post = (url, body) => {
  const timestamp = Math.floor(Date.now() / 1000)
  const nonce = randomUUID()
  const message = ['POST', new URL(url).pathname, timestamp, nonce, JSON.stringify(body)].join('\n')
  const signature = createSign('SHA256').update(message).sign(readFileSync(KEY), 'base64')
  const Authorization = `SVC-SHA256-RSA app_id=${APP_ID},nonce_str=${nonce},timestamp=${timestamp},signature=${signature}`
  return fetch(url, { method: 'POST', headers: { Authorization }, body })
}

console.log((await post(url, readFileSync(JOB, 'utf8'))).status)
