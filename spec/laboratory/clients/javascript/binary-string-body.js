import { readFile } from 'node:fs/promises'
import { authorize, BASE_URL } from './signing.js'

const body = await readFile('job.json', 'utf8')
const answer = await fetch(`${BASE_URL}/v1/jobs`, {
  method: 'POST',
  headers: { Authorization: authorize('POST', '/v1/jobs', Buffer.from(body, 'binary')) },
  body,
})
console.log(answer.status, await answer.text())
