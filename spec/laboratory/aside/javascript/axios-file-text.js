import { readFileSync } from 'node:fs'
import axios from 'axios'
import { authorize, BASE_URL } from './signing.js'

const body = readFileSync('job.json', 'utf8')
const answer = await axios({
  method: 'POST',
  url: `${BASE_URL}/v1/jobs`,
  data: body,
  headers: {
    'Content-Type': 'application/json; charset=UTF-8',
    Accept: 'application/json',
    Authorization: authorize('POST', '/v1/jobs', body),
  },
  validateStatus: null,
})
console.log(answer.status, answer.data)
