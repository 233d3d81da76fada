import superagent from 'superagent'
import { authorize, BASE_URL } from './signing.js'

const job = {
  request_id: '20260312101500000016',
  stages: [
    {
      type: 'DIFFUSION',
      diffusion: { width: 512, height: 512, prompts: [{ text: 'red fox, snow' }], steps: 25, cfg_scale: 7.5 },
    },
  ],
}
// Same text as in the console of the platform
const text = JSON.stringify(job, null, 2)
const answer = await superagent
  .post(`${BASE_URL}/v1/jobs`)
  .set('Authorization', authorize('POST', '/v1/jobs', text))
  .send(job)
  .ok(() => true)
console.log(answer.status, answer.text)
