import type { AddressInfo } from 'node:net'
import { verified } from 'countersign/koa'
import Koa from 'koa'
import { submit } from './jobs.ts'
import { verifier } from './verifier.ts'

const app = new Koa()
app.use(verified(verifier)) // in front of everything that reads the body
app.use((ctx) => {
  if (ctx.method !== 'POST' || ctx.path !== '/v1/jobs') return
  const { appId, body } = ctx.state.verified // the bytes; ctx.request.body is the JSON in them
  ctx.body = submit(appId, body)
})
const server = app.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
