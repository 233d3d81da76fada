import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { request } from 'undici'
import { authorize, BASE_URL } from './signing.js'

const body = JSON.stringify(JSON.parse(readFileSync('job.json', 'utf8')))
const answer = await request(`${BASE_URL}/v1/jobs`, {
  method: 'POST',
  headers: {
    'Content-Type': 'application/json',
    'Content-Encoding': 'gzip',
    Authorization: authorize('POST', '/v1/jobs', body),
  },
  body: gzipSync(body),
})
console.log(answer.statusCode, await answer.body.text())
