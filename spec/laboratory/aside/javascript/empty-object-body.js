import axios from 'axios'
import { authorize, BASE_URL } from './signing.js'

const api = axios.create({ baseURL: BASE_URL, validateStatus: () => true })
api.interceptors.request.use((config) => {
  const method = config.method.toUpperCase()
  config.headers.set('Authorization', authorize(method, config.url, JSON.stringify(config.data ?? {})))
  return config
})
const answer = await api.delete('/v1/jobs/42')
console.log(answer.status, answer.data)
