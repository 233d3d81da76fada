// What the matrix asks of a worker: the port, and the claims.
import * as client from 'countersign/client'
import { createPort } from 'countersign/conformance'
import { memoryGuard } from 'countersign/guards/memory'
import * as server from 'countersign/server'
import keys from 'countersign/vectors/keys.json'
import { answering } from './answering.mjs'
import { claims, loads } from './claims.mjs'
import { webGuards } from './webGuards.mjs'

const entries = {
  countersign: () => import('countersign'),
  'countersign/web': () => import('countersign/web'),
  'countersign/client': async () => client,
  'countersign/server': async () => server,
  'countersign/fetch': () => import('countersign/fetch'),
  'countersign/hono': () => import('countersign/hono'),
  'countersign/diagnosis': () => import('countersign/diagnosis'),
  'countersign/guards/memory': async () => ({ memoryGuard }),
  'countersign/conformance': async () => ({ createPort }),
}

/** By the policies that the port takes. */
const ports = new Map()

export default {
  fetch: async (request) => {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname === '/port') {
      const policies = searchParams.get('policies') ?? undefined
      const answer = ports.get(policies) ?? answering(createPort, policies)
      ports.set(policies, answer)
      return new Response((await answer(await request.text())) ?? '')
    }
    const { can, odd, baseUrl } = await request.json()
    const told = await loads((specifier) => entries[specifier](), Object.keys(entries))
    return Response.json(
      await claims({ client, server, guards: webGuards(memoryGuard), keys, can, odd, baseUrl }, told),
    )
  },
}
