import { randomUUID } from 'node:crypto'
import axios from 'axios'
import { BASE_URL, header, seconds, sign } from './signing.js'

const job = { request_id: '20260101120000000025', stages: [] }
const [timestamp, nonce] = [seconds(), randomUUID()]
const signature = sign(`POST\n/v1/jobs\n${timestamp}\n${nonce}\n${job}`)
const headers = { Authorization: header(signature, timestamp, nonce) }
const { status, data } = await axios.post(`${BASE_URL}/v1/jobs`, job, { headers, validateStatus: () => true })
console.log(status, data)
