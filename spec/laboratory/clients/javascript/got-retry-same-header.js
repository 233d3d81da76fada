import got from 'got'
import { authorize, BASE_URL } from './signing.js'

const options = { headers: { authorization: authorize('GET', '/v1/jobs/17') }, throwHttpErrors: false }
for (let poll = 0; poll < 2; poll++) {
  const { statusCode, body } = await got(`${BASE_URL}/v1/jobs/17`, options)
  console.log(statusCode, body)
}
