import { readFile } from 'node:fs/promises'
import { authorize, EDGE_URL } from './signing.js'

// The setting ends with a slash. The gateway, whose own segment is not signed, merges slashes.
const base = '/'
const path = `${base}/v1/jobs`
const body = await readFile('job.json', 'utf8')
const answer = await fetch(`${EDGE_URL}/slashes${path}`, {
  method: 'POST',
  headers: { Authorization: authorize('POST', path, body), 'Content-Type': 'application/json; charset=UTF-8' },
  body,
})
console.log(answer.status, await answer.text())
