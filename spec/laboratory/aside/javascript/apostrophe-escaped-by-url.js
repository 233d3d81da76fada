import { authorize, BASE_URL } from './signing.js'

const search = async (q) => {
  const target = `/v1/jobs?q=${encodeURIComponent(q)}`
  const answer = await fetch(BASE_URL + target, { headers: { Authorization: authorize('GET', target) } })
  return [answer.status, await answer.text()]
}
console.log(...(await search("the painter's garden")))
