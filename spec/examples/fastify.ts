import { verified } from 'countersign/fastify'
import { fastify } from 'fastify'
import { submit } from './jobs.ts'
import { verifier } from './verifier.ts'

const app = fastify()
app.register(verified, { verifier }) // before the plugins that hold routes
app.post('/v1/jobs', async (request) => {
  const { appId, body } = request.verified
  return submit(appId, body)
})
const url = await app.listen({ port: Number(process.env.PORT ?? 0), host: '127.0.0.1' })
console.log(`listening on ${url}`)
