import axios from 'axios'
import { authorize, BASE_URL } from './signing.js'

const api = axios.create({ baseURL: `${BASE_URL}/v1`, validateStatus: () => true })
api.interceptors.request.use((config) => {
  config.headers.Authorization = authorize(config.method.toUpperCase(), config.url, config.data)
  return config
})
const body = JSON.stringify({ request_id: '20260312101500000013', stages: [] })
const { status, data } = await api.post('/jobs', body, { headers: { 'Content-Type': 'application/json' } })
console.log(status, data)
