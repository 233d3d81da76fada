import { serve } from '@hono/node-server'
import { verified } from 'countersign/hono'
import { Hono } from 'hono'
import { submit } from './jobs.ts'
import { verifier } from './verifier.ts'

const app = new Hono()
app.use('/v1/*', verified(verifier)) // in front of everything that reads the body
app.post('/v1/jobs', (c) => {
  const { appId, body } = c.get('verified')
  return c.json(submit(appId, body))
})
serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 0), hostname: '127.0.0.1' }, ({ port }) => {
  console.log(`listening on http://127.0.0.1:${port}`)
})
