import { randomUUID } from 'node:crypto'
import superagent from 'superagent'
import { APP_ID, BASE_URL, seconds, sign } from './signing.js'

const items = { app_id: APP_ID, nonce_str: randomUUID(), timestamp: seconds() }
items.signature = sign(`GET\n/v1/jobs\n${items.timestamp}\n${items.nonce_str}\n`)
const info = Object.entries(items).map(([key, value]) => `${key}="${value}"`)
const request = superagent.get(`${BASE_URL}/v1/jobs`).ok(() => true)
const answer = await request.set('Authorization', `SVC-SHA256-RSA ${info.join(',')}`)
console.log(answer.status, answer.text)
