import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { BASE_URL, header, seconds, sign } from './signing.js'

const body = readFile('job.json', 'utf8')
const [timestamp, nonce] = [seconds(), randomUUID()]
const headers = { Authorization: header(sign(`POST\n/v1/jobs\n${timestamp}\n${nonce}\n${body}`), timestamp, nonce) }
const answer = await fetch(`${BASE_URL}/v1/jobs`, { method: 'POST', headers, body: await body })
console.log(answer.status, await answer.text())
