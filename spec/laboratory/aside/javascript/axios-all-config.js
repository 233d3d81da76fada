import axios from 'axios'
import { authorize, BASE_URL } from './signing.js'

const api = axios.create({
  baseURL: BASE_URL,
  validateStatus: () => true,
  headers: { 'Content-Type': 'application/json' },
})
api.interceptors.request.use((config) => {
  config.headers.Authorization = authorize(config.method, config.baseURL + config.url, config.data)
  return config
})
const { status, data } = await api.post('/v1/jobs', JSON.stringify({ request_id: '20260312101500000025', stages: [] }))
console.log(status, data)
