import { readFile } from 'node:fs/promises'
import axios from 'axios'
import { authorize, BASE_URL } from './signing.js'

const template = await readFile('job.json', 'utf8')
const { status, data } = await axios.post(`${BASE_URL}/v1/jobs`, JSON.parse(template), {
  headers: { Authorization: authorize('POST', '/v1/jobs', template) },
  validateStatus: () => true,
})
console.log(status, data)
