import express, { rest } from '@feathersjs/express'
import { feathers } from '@feathersjs/feathers'
import { verified } from 'countersign/express'
import { createVerifier, decodeJob, keyFolder } from 'countersign/server'

const verifier = await createVerifier({
  keys: await keyFolder('keys'),
  onVerdict: (v) => v.outcome === 'reject' && console.error(v.reason, v.message),
})
const jobs = {
  create: async (_data, { verified: { appId, body } }) => {
    const { request_id } = decodeJob(body)
    return { app_id: appId, request_id }
  },
}
const app = express(feathers())
app.use('/v1', verified(verifier), (req, _res, next) => {
  req.feathers = { ...req.feathers, verified: req.verified }
  next()
})
app.configure(rest())
app.use('v1/jobs', jobs)
await app.listen(Number(process.env.PORT ?? 0), '127.0.0.1')
