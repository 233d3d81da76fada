import axios from 'axios'
import { authorize, BASE_URL } from './signing.js'

const api = axios.create({ baseURL: `${BASE_URL}/v1/`, validateStatus: () => true })
const post = (url, job) => {
  const body = JSON.stringify(job)
  const headers = { Authorization: authorize('POST', url, body), 'Content-Type': 'application/json' }
  return api.post(url, body, { headers })
}
const { status, data } = await post('/jobs', { request_id: '20260101120000000205', stages: [] })
console.log(status, data)
