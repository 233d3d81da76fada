// Signs in one place, for every call of the web shop.
import axios from 'axios'
import { authorize, BASE_URL } from './signing.js'

const api = axios.create({ baseURL: BASE_URL, validateStatus: () => true })
api.interceptors.request.use((config) => {
  config.data = JSON.stringify(config.data)
  config.headers.set('Content-Type', 'application/json')
  config.headers.set('Authorization', authorize(config.method, config.url, config.data))
  return config
})
const { status, data } = await api.post('/v1/jobs', {
  request_id: '20260312101500000012',
  stages: [{ type: 'INPUT_INITIALIZE', inputInitialize: { seed: 42, count: 1 } }],
})
console.log(status, data)
