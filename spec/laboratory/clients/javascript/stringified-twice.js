import axios from 'axios'
import { authorize, BASE_URL } from './signing.js'

const api = axios.create({ baseURL: BASE_URL, validateStatus: () => true })
api.interceptors.request.use((config) => {
  config.headers.set('Authorization', authorize('POST', config.url, JSON.stringify(config.data)))
  config.headers.set('Content-Type', 'application/json')
  config.transformRequest = [(data) => data]
  return config
})
const { status, data } = await api.post('/v1/jobs', '{"request_id":"20260101120000000036","stages":[]}')
console.log(status, data)
