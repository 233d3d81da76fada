import { readFile } from 'node:fs/promises'
import { authorize, BASE_URL } from './signing.js'

const body = await readFile('job.json')
const answer = await fetch(`${BASE_URL}/v1/jobs`, {
  method: 'POST',
  headers: { Authorization: authorize('POST', '/v1/jobs', body), 'Content-Type': 'application/json; charset=UTF-8' },
  body,
})
console.log(answer.status, await answer.text())
