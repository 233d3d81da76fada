import { authorize, BASE_URL } from './signing.js'

const url = new URL('/v1/jobs', BASE_URL)
url.searchParams.set('folder', 'summer/2026')
url.searchParams.set('limit', '10')
const target = '/v1/jobs?folder=summer/2026&limit=10'
const answer = await fetch(url, { headers: { Authorization: authorize('GET', target) } })
console.log(answer.status, await answer.text())
