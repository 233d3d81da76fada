import { readFile } from 'node:fs/promises'
import axios from 'axios'
import { authorize, BASE_URL } from './signing.js'

const api = axios.create({ baseURL: `${BASE_URL}/v1`, headers: { 'Content-Type': 'application/json; charset=UTF-8' } })
api.interceptors.request.use((config) => {
  config.headers.Authorization = authorize(config.method, config.url, config.data)
  return config
})
const { status, data } = await api.post('/jobs', await readFile('job.json', 'utf8'), { validateStatus: () => true })
console.log(status, data)
