import { readFile } from 'node:fs/promises'
import { authorize, EDGE_URL } from './signing.js'

const body = await readFile('job.json')
const url = new URL('/api/v1/jobs', EDGE_URL)
const answer = await fetch(url, {
  method: 'POST',
  headers: { Authorization: authorize('POST', url.pathname, body) },
  body,
})
console.log(answer.status, await answer.text())
