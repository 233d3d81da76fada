import axios from 'axios'
import { authorize, EDGE_URL } from './signing.js'

const target = '/v1/jobs?limit=3'
const { status, data } = await axios.get(`${EDGE_URL}/tenant${target}`, {
  headers: { Authorization: authorize('GET', target) },
  validateStatus: () => true,
})
console.log(status, data)
