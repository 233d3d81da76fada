import axios from 'axios'
import { authorize, BASE_URL } from './signing.js'

const body = JSON.stringify({ request_id: '20260101120000000032', stages: [] })
const { status, data } = await axios.put(`${BASE_URL}/v1/jobs/draft?lang=fr`, body, {
  headers: { Authorization: authorize('PUT', '/v1/jobs/draft?lang=fr', body), 'Content-Type': 'application/json' },
  validateStatus: () => true,
})
console.log(status, data)
