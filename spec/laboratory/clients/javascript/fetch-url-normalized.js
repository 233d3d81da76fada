import { authorize, BASE_URL } from './signing.js'

const base = '/v1/images/'
const path = `${base}../jobs?limit=5`
const answer = await fetch(BASE_URL + path, { headers: { Authorization: authorize('GET', path) } })
console.log(answer.status, await answer.text())
