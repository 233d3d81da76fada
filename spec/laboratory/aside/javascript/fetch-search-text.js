import { authorize, BASE_URL } from './signing.js'

const search = process.argv[2] ?? 'café de nuit'
const target = `/v1/jobs?prompt=${search}&limit=5`
const answer = await fetch(BASE_URL + target, { headers: { Authorization: authorize('GET', target) } })
console.log(answer.status, await answer.text())
