import { readFile } from 'node:fs/promises'
import got from 'got'
import { authorize, BASE_URL } from './signing.js'

const job = JSON.parse(await readFile('job.json', 'utf8'))
const line = `${JSON.stringify(job)}\n`
const { statusCode, body } = await got.post(`${BASE_URL}/v1/jobs`, {
  json: job,
  headers: { authorization: authorize('POST', '/v1/jobs', line) },
  throwHttpErrors: false,
})
console.log(statusCode, body)
