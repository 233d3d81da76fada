import got from 'got'
import { authorize, BASE_URL } from './signing.js'

const client = got.extend({
  throwHttpErrors: false,
  hooks: {
    beforeRequest: [
      (options) => {
        const { pathname, search } = new URL(options.url)
        options.headers.authorization = authorize(options.method, pathname + search, options.body ?? '')
      },
    ],
  },
})
const { statusCode, body } = await client.post(`${BASE_URL}/v1/jobs`, {
  searchParams: { source: 'web shop', lang: 'de' },
  json: {
    request_id: '20260312101500000011',
    stages: [{ type: 'INPUT_INITIALIZE', inputInitialize: { seed: -1, count: 2 } }],
  },
})
console.log(statusCode, body)
