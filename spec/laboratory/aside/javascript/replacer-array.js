import { readFileSync } from 'node:fs'
import { authorize, BASE_URL } from './signing.js'

const job = JSON.parse(readFileSync('job.json', 'utf8'))
const canonical = (value) => JSON.stringify(value, Object.keys(value).sort())
const answer = await fetch(`${BASE_URL}/v1/jobs`, {
  method: 'POST',
  headers: { Authorization: authorize('POST', '/v1/jobs', canonical(job)), 'Content-Type': 'application/json' },
  body: JSON.stringify(job),
})
console.log(answer.status, await answer.text())
