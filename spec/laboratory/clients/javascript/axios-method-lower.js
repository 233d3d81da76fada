import axios from 'axios'
import { authorize, BASE_URL } from './signing.js'

const api = axios.create({ baseURL: BASE_URL, validateStatus: () => true })
api.interceptors.request.use((config) => {
  config.headers.Authorization = authorize(config.method, config.url, JSON.stringify(config.data))
  return config
})
const { status, data } = await api.post('/v1/jobs', { request_id: '20260101120000000022', stages: [] })
console.log(status, data)
