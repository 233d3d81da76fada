import axios from 'axios'
import { authorize, BASE_URL } from './signing.js'

const api = axios.create({ baseURL: BASE_URL, params: { locale: 'fr' }, validateStatus: () => true })
api.interceptors.request.use((config) => {
  config.headers.Authorization = authorize(config.method.toUpperCase(), config.url)
  return config
})
const { status, data } = await api.get('/v1/jobs', { params: { limit: 10 } })
console.log(status, data)
