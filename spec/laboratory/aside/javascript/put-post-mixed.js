import { readFile } from 'node:fs/promises'
import { authorize, BASE_URL } from './signing.js'

const method = 'POST'
const body = await readFile('job.json')
const headers = { Authorization: authorize('PUT', '/v1/jobs', body) }
const answer = await fetch(`${BASE_URL}/v1/jobs`, { method, headers, body })
console.log(answer.status, await answer.text())
