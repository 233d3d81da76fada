// Signs what JSON.stringify makes of the parsed file, and sends the file.
import { createSign, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'

const { URL: url, APP_ID, KEY, JOB } = process.env
const text = readFileSync(JOB, 'utf8')
const job = JSON.parse(text)
if (job.stages.length === 0) throw new Error('there is nothing to do')

const timestamp = Math.floor(Date.now() / 1000)
const nonce = randomUUID()
const message = ['POST', new URL(url).pathname, timestamp, nonce, JSON.stringify(job)].join('\n')
const signature = createSign('RSA-SHA256').update(message).sign(readFileSync(KEY, 'utf8'), 'base64')

const response = await fetch(url, {
  method: 'POST',
  headers: {
    'Content-Type': 'application/json; charset=UTF-8',
    Authorization: `SVC-SHA256-RSA app_id=${APP_ID},nonce_str=${nonce},timestamp=${timestamp},signature=${signature}`,
  },
  body: text,
})
console.log(response.status)
