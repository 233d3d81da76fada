import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { APP_ID, BASE_URL, seconds, sign } from './signing.js'

const target = "/v1/jobs?q=it's%20(a)%20draft!&tag[]=sea"
const items = { timestamp: seconds(), nonce_str: randomUUID(), app_id: APP_ID }
const signature = sign(`GET\n${target}\n${items.timestamp}\n${items.nonce_str}\n`)
const list = Object.entries({ signature, ...items }).map((item) => item.join('='))
const { hostname, port } = new URL(BASE_URL)
request({ hostname, port, path: target, headers: { Authorization: `SVC-SHA256-RSA ${list}` } }, (answer) => {
  console.log(answer.statusCode)
  answer.resume()
}).end()
