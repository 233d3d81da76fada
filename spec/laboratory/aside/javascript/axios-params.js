import axios from 'axios'
import { authorize, BASE_URL } from './signing.js'

// The list of yesterday's jobs for the dashboard.
const path = '/v1/jobs'
const { status, data } = await axios.get(BASE_URL + path, {
  params: { page: 1, page_size: 20, status: 'done' },
  headers: { Authorization: authorize('GET', path) },
  validateStatus: () => true,
})
console.log(status, data)
