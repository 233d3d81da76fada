import axios from 'axios'
import { authorize, BASE_URL } from './signing.js'

const tags = ['sea', 'dusk']
const query = tags.map((tag, at) => `tag[${at}]=${tag}`).join('&')
const { status, data } = await axios.get(`${BASE_URL}/v1/jobs`, {
  params: { tag: tags },
  headers: { Authorization: authorize('GET', `/v1/jobs?${query}`) },
  validateStatus: () => true,
})
console.log(status, data)
