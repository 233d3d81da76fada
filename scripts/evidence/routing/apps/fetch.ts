// A fetch handler on @hono/node-server.
import { getRequestListener } from '@hono/node-server'
import { fetchApps } from './fetchApps.ts'
import { serve } from './serve.ts'

await serve(
  fetchApps.map(({ build, ...app }) => ({
    ...app,
    build: async (verifier) => getRequestListener(await build(verifier)),
  })),
)
