import { randomUUID } from 'node:crypto'
import { BASE_URL, header, seconds, sign } from './signing.js'

const settings = JSON.parse('{"separator":"\\\\n","path":"/v1/jobs"}')
const [timestamp, nonce] = [seconds(), randomUUID()]
const body = '{"request_id":"20260101120000000027","stages":[]}'
const signature = sign(['POST', settings.path, timestamp, nonce, body].join(settings.separator))
const answer = await fetch(BASE_URL + settings.path, {
  method: 'POST',
  headers: { Authorization: header(signature, timestamp, nonce) },
  body,
})
console.log(answer.status, await answer.text())
