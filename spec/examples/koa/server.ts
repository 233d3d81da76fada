import type { AddressInfo } from 'node:net'
import { assertVerified, verified } from 'countersign/koa'
import { createVerifier, decodeJob, keyFolder } from 'countersign/server'
import Koa from 'koa'

const verifier = await createVerifier({
  keys: await keyFolder('keys'), // APPID.pem for each app; read again within a second after a change
  // Log each refusal: the verifier itself writes no log.
  onVerdict: (v) => v.outcome === 'reject' && console.error(v.reason, v.message),
})
const app = new Koa()
app.use(verified(verifier)) // before everything that reads the body
app.use((ctx) => {
  if (ctx.method !== 'POST' || ctx.path !== '/v1/jobs') return
  assertVerified(ctx) // throws if verified did not run before this middleware
  const { appId, body } = ctx.state.verified // the bytes; ctx.request.body is the JSON in them
  const { request_id } = decodeJob(body) // throws if the job is wrong: the answer is 400
  ctx.body = { app_id: appId, request_id }
})
const server = app.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
