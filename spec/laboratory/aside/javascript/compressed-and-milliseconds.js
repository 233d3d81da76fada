import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { BASE_URL, header, sign } from './signing.js'

const body = await readFile('job.json', 'utf8')
const [now, nonce] = [Date.now(), randomUUID()]
const signature = sign(`POST\n/v1/jobs\n${now}\n${nonce}\n${body}`)
const headers = { Authorization: header(signature, Math.floor(now / 1000), nonce), 'Content-Encoding': 'gzip' }
const answer = await fetch(`${BASE_URL}/v1/jobs`, { method: 'POST', headers, body: gzipSync(body) })
console.log(answer.status, await answer.text())
