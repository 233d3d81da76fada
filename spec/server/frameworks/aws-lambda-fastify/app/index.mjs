import awsLambdaFastify from '@fastify/aws-lambda'
import { verified } from 'countersign/fastify'
import { createVerifier, decodeJob } from 'countersign/server'
import Fastify from 'fastify'

const verifier = await createVerifier({
  keys: { 'app-1': process.env.APP_1_PUBLIC_KEY ?? '' },
  onVerdict: (v) => v.outcome === 'reject' && console.error(v.reason, v.message),
})
const app = Fastify()
await app.register(verified, { verifier })
app.post('/v1/jobs', async ({ verified: { appId, body } }) => {
  const { request_id } = decodeJob(body)
  return { app_id: appId, request_id }
})
export const handler = awsLambdaFastify(app)
