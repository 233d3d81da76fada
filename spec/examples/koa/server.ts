import type { AddressInfo } from 'node:net'
import { assertVerified, verified } from 'countersign/koa'
import { createVerifier, decodeJob, keyFolder } from 'countersign/server'
import Koa from 'koa'

const verifier = await createVerifier({
  keys: await keyFolder('keys'), // APPID.pem for each app; a change counts within a second
  // Unless you listen here, a refusal leaves no trace on the server.
  onVerdict: (v) => v.outcome === 'reject' && console.error(v.reason, v.message),
})
const app = new Koa()
app.use(verified(verifier)) // before everything that reads the body
app.use((ctx) => {
  if (ctx.method !== 'POST' || ctx.path !== '/v1/jobs') return
  assertVerified(ctx) // throws if this middleware is not after verified
  const { appId, body } = ctx.state.verified // the bytes; ctx.request.body is the JSON in them
  const { request_id } = decodeJob(body) // or 400, which says where the job is wrong
  ctx.body = { app_id: appId, request_id }
})
const server = app.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
