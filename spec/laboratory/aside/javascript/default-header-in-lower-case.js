import { readFile } from 'node:fs/promises'
import { authorize, BASE_URL } from './signing.js'

const defaults = { authorization: `Bearer ${process.env.TOKEN}`, 'content-type': 'application/json; charset=UTF-8' }
const submit = (path, body) =>
  fetch(BASE_URL + path, {
    method: 'POST',
    headers: { ...defaults, Authorization: authorize('POST', path, body) },
    body,
  })
const answer = await submit('/v1/jobs', await readFile('job.json'))
console.log(answer.status, await answer.text())
