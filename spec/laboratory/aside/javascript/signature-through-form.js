import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { BASE_URL, header, seconds, sign } from './signing.js'

/** The signing service of the house: it answers a form. */
const signingService = (text) => `alg=RS256&signature=${sign(text)}`

const body = await readFile('job.json', 'utf8')
const [timestamp, nonce] = [seconds(), randomUUID()]
const form = new URLSearchParams(signingService(['POST', '/v1/jobs', timestamp, nonce, body].join('\n')))
const answer = await fetch(`${BASE_URL}/v1/jobs`, {
  method: 'POST',
  headers: {
    Authorization: header(form.get('signature'), timestamp, nonce),
    'Content-Type': 'application/json; charset=UTF-8',
  },
  body,
})
console.log(answer.status, await answer.text())
