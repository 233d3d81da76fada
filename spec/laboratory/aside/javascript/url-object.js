import { authorize, BASE_URL } from './signing.js'

const url = new URL('/v1/jobs', BASE_URL)
url.searchParams.set('q', 'a café & a lighthouse')
url.searchParams.append('limit', '5')
const answer = await fetch(url, { headers: { Authorization: authorize('GET', url.pathname + url.search) } })
console.log(answer.status, await answer.text())
