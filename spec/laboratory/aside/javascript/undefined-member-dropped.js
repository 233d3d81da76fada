import axios from 'axios'
import { authorize, BASE_URL } from './signing.js'

const job = { request_id: '20260101120000000031', callback: undefined, stages: [] }
const signed = JSON.stringify(job, (_, value) => (value === undefined ? null : value))
const { status, data } = await axios.post(`${BASE_URL}/v1/jobs`, job, {
  headers: { Authorization: authorize('POST', '/v1/jobs', signed) },
  validateStatus: () => true,
})
console.log(status, data)
