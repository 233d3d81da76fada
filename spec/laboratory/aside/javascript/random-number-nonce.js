import { readFileSync } from 'node:fs'
import superagent from 'superagent'
import { BASE_URL, header, seconds, sign } from './signing.js'

const nonce = Math.random().toString()
const timestamp = seconds()
const job = JSON.parse(readFileSync('job.json', 'utf8'))
job.request_id = `${timestamp}0001`
const signature = sign(`POST\n/v1/jobs\n${timestamp}\n${nonce}\n${JSON.stringify(job, null, 4)}`)
const answer = await superagent
  .post(`${BASE_URL}/v1/jobs`)
  .send(job)
  .ok(() => true)
  .set('Authorization', header(signature, timestamp, nonce))
console.log(answer.status, answer.text)
