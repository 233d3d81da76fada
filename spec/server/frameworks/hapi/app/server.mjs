import { createServer } from 'node:http'
import Hapi from '@hapi/hapi'
import { verified } from 'countersign/http'
import { createVerifier, decodeJob, JobRefused, keyFolder } from 'countersign/server'

const verifier = await createVerifier({
  keys: await keyFolder('keys'),
  onVerdict: (v) => v.outcome === 'reject' && console.error(v.reason, v.message),
})
const hapi = Hapi.server({ listener: createServer(), autoListen: false })
hapi.route({
  method: 'POST',
  path: '/v1/jobs',
  options: { payload: { parse: false } }, // the job is read from the verified bytes
  handler: ({ raw }, h) => {
    const { appId, body } = raw.req.verified
    try {
      const { request_id } = decodeJob(body)
      return { app_id: appId, request_id }
    } catch (error) {
      if (!(error instanceof JobRefused)) throw error
      return h.response(error.body).code(error.status).type('application/json')
    }
  },
})
await hapi.initialize()
const answer = verified(verifier, (req, res, request) =>
  hapi.listener.emit('request', Object.assign(req, { verified: request }), res),
)
createServer(answer).listen(Number(process.env.PORT ?? 0), '127.0.0.1')
