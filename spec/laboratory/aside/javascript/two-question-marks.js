import superagent from 'superagent'
import { authorize, BASE_URL } from './signing.js'

const { href, pathname, search } = new URL('/v1/jobs?status=done&limit=20', BASE_URL)
const { status, text } = await superagent
  .get(href)
  .set('Authorization', authorize('GET', `${pathname}?${search}`))
  .ok(() => true)
console.log(status, text)
