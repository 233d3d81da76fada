import axios from 'axios'
import { authorize, BASE_URL } from './signing.js'

// Polls until the job is done.
const path = '/v1/jobs/20260312101500000021'
const api = axios.create({
  baseURL: BASE_URL,
  headers: { Authorization: authorize('GET', path) },
  validateStatus: null,
})
for (let i = 0; i < 3; i++) {
  const { status, data } = await api.get(path)
  console.log(status, data)
  await new Promise((resolve) => setTimeout(resolve, 300))
}
