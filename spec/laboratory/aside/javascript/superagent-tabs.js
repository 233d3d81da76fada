import superagent from 'superagent'
import { authorize, BASE_URL } from './signing.js'

const call = (method, path, data) =>
  superagent[method](BASE_URL + path)
    .set('Authorization', authorize(method, path, JSON.stringify(data, null, '\t')))
    .ok(() => true)
    .send(data)
const stages = [{ type: 'INPUT_INITIALIZE', inputInitialize: { seed: -1, count: 1 } }]
const job = { request_id: '20260101120000000206', stages }
const { status, text } = await call('post', '/v1/jobs', job)
console.log(status, text)
