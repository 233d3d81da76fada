// Hono on @hono/node-server.
import type { RequestListener } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import { getRequestListener } from '@hono/node-server'
import express, { type Handler } from 'express'
import { Hono } from 'hono'
import type { App } from './App.ts'
import { type Fetch, honoApps, register, verifiedInMounts } from './honoApps.ts'
import { serve } from './serve.ts'

const listenerOf = (fetch: Fetch) => getRequestListener(fetch)

const apps = [...honoApps, verifiedInMounts]

const onNode = ({ build, ...app }: App<Fetch>): App<RequestListener> => ({
  ...app,
  build: async (verifier) => listenerOf(await build(verifier)),
})

await serve(
  [
    ...apps.map(onNode),
    {
      name: 'mounted in an app of Express',
      reports: 'resolved',
      anyCase: true,
      anyEnd: true,
      refusesMountPoint: true,
      build: (verifier) => {
        const inner = listenerOf(register(new Hono(), verifier, '/api').fetch)
        return express()
          .set('env', 'test')
          .use('/api', inner as Handler) as RequestListener
      },
    },
  ],
  apps.map(({ build, ...app }) => ({
    ...app,
    build: async (verifier) =>
      listenerOf(await build(verifier)) as (req: Http2ServerRequest, res: Http2ServerResponse) => unknown,
  })),
)
