import axios from 'axios'
import { authorize, BASE_URL } from './signing.js'

const params = { since: '2026-01-01T00:00:00Z', tags: 'sea,dusk', limit: 20 }
const { status, data } = await axios.get(`${BASE_URL}/v1/jobs`, {
  params,
  headers: { Authorization: authorize('GET', `/v1/jobs?${new URLSearchParams(params)}`) },
  validateStatus: () => true,
})
console.log(status, data)
