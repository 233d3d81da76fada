import fetch from 'node-fetch'
import { authorize, BASE_URL } from './signing.js'

const login = { model: '600000000000000001', note: 'first try' }
const answer = await fetch(`${BASE_URL}/v1/models/search`, {
  method: 'POST',
  headers: { Authorization: authorize('POST', '/v1/models/search', JSON.stringify(login)) },
  body: new URLSearchParams(login),
})
console.log(answer.status, await answer.text())
