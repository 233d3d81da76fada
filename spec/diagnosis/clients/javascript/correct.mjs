// Nothing is wrong here.
import { createSign, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'

const { URL: url, APP_ID, KEY, JOB } = process.env
const { pathname, search } = new URL(url)
const body = readFileSync(JOB)
const timestamp = Math.floor(Date.now() / 1000)
const nonce = randomUUID()

const signature = createSign('RSA-SHA256')
  .update(`POST\n${pathname}${search}\n${timestamp}\n${nonce}\n`)
  .update(body)
  .sign(readFileSync(KEY), 'base64')

const Authorization = `SVC-SHA256-RSA app_id=${APP_ID},nonce_str=${nonce},timestamp=${timestamp},signature=${signature}`
const call = request(url, { method: 'POST', headers: { Authorization, 'Content-Length': body.length } })
call.on('response', (response) => console.log(response.statusCode))
call.end(body)
