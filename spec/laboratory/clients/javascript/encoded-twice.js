import { authorize, BASE_URL } from './signing.js'

const target = `/v1/jobs?q=${encodeURIComponent('café & mer')}`
const answer = await fetch(BASE_URL + target, { headers: { Authorization: authorize('GET', encodeURI(target)) } })
console.log(answer.status, await answer.text())
