// Drops empty parts before it joins them, and with the empty body of a GET request the last line feed.
import { createSign, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'

const { URL: url, APP_ID, KEY } = process.env
const { pathname, search } = new URL(url)

const sign = (...parts) =>
  createSign('SHA256').update(parts.filter(Boolean).join('\n')).sign(readFileSync(KEY), 'base64')

const timestamp = Math.floor(Date.now() / 1000)
const nonce = randomUUID()
const body = ''
const signature = sign('GET', pathname + search, timestamp, nonce, body)
const Authorization = `SVC-SHA256-RSA app_id=${APP_ID},nonce_str=${nonce},timestamp=${timestamp},signature=${signature}`
const response = await fetch(url, { headers: { Authorization } })
console.log(response.status)
