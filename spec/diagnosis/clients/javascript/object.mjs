// Puts the job itself into the template: it signs [object Object].
import { createSign, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'

const { URL: url, APP_ID, KEY, JOB } = process.env

const authorize = (method, path, body) => {
  const timestamp = Math.floor(Date.now() / 1000)
  const nonce = randomUUID()
  const message = `${method}\n${path}\n${timestamp}\n${nonce}\n${body}`
  const signature = createSign('SHA256').update(message).sign(readFileSync(KEY), 'base64')
  return `SVC-SHA256-RSA app_id=${APP_ID},nonce_str=${nonce},timestamp=${timestamp},signature=${signature}`
}

const job = JSON.parse(readFileSync(JOB, 'utf8'))
const response = await fetch(url, {
  method: 'POST',
  headers: { Authorization: authorize('POST', new URL(url).pathname, job) },
  body: JSON.stringify(job),
})
console.log(response.status)
