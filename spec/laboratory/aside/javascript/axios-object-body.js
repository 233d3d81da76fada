import axios from 'axios'
import { authorize, BASE_URL } from './signing.js'

const api = axios.create({ baseURL: BASE_URL, validateStatus: () => true })
api.interceptors.request.use((config) => {
  const body = config.data ? JSON.stringify(config.data, null, 2) : ''
  config.headers.Authorization = authorize(config.method.toUpperCase(), config.url, body)
  return config
})
const stages = [{ type: 'INPUT_INITIALIZE', inputInitialize: { seed: 3, count: 1 } }]
const { status, data } = await api.post('/v1/jobs', { request_id: '20260101120000000021', stages })
console.log(status, data)
