// Writes the text over several lines of a template, and signs their indentation.
import { createSign, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'

const { URL: url, APP_ID, KEY, JOB } = process.env
const body = readFileSync(JOB, 'utf8')

function sign(path, timestamp, nonce) {
  const message = `POST
    ${path}
    ${timestamp}
    ${nonce}
    ${body}`
  return createSign('SHA256').update(message).sign(readFileSync(KEY), 'base64')
}

const timestamp = Math.floor(Date.now() / 1000)
const nonce = randomUUID()
const signature = sign(new URL(url).pathname, timestamp, nonce)
const Authorization = `SVC-SHA256-RSA app_id=${APP_ID},nonce_str=${nonce},timestamp=${timestamp},signature=${signature}`
const response = await fetch(url, { method: 'POST', headers: { Authorization }, body })
console.log(response.status)
