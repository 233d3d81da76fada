// The matrix's program for a worker: the port and the claims.
import * as client from 'countersign/client'
import { createPort } from 'countersign/conformance'
import { memoryGuard } from 'countersign/guards/memory'
import * as server from 'countersign/server'
import { answeringAll } from './answering.mjs'
import { claims, loads } from './claims.mjs'
import { entries } from './entries.mjs'
import keys from './vectors/keys.json'
import { webGuards } from './webGuards.mjs'

const port = answeringAll(createPort)

/** Takes long enough to be cancelled halfway. */
const lookup = async () => {
  await new Promise((resolve) => setTimeout(resolve, 300))
  return keys['app-1'].publicKey
}
let lookingUp

/** Signs a request and verifies it with keys from a key source. */
const verdict = async () => {
  lookingUp ??= await server.createVerifier({ keys: server.keySource(lookup, { timeoutMs: 500 }) })
  const signer = await client.createSigner({ appId: 'app-1', privateKey: keys['app-1'].privateKey })
  const { method, target, authorization } = await signer.sign({ method: 'GET', url: '/' })
  const verified = lookingUp.verify({ method, target, authorization })
  return verified.then(
    () => 'accepted',
    ({ reason }) => reason,
  )
}

/** workerd cancels what a request has started when that request ends, silently, even if other requests await it. */
const afterOneThatWasGivenUp = async (own) => {
  const ask = (signal) => own.fetch('http://worker/verdict', { signal }).then((answer) => answer.text())
  const first = await ask(AbortSignal.timeout(50)).catch(() => 'given up')
  const seen = [first, await ask(), await ask()].join(', ')
  const words = 'a look-up that ended with the request of another is made anew'
  return seen === 'given up, accepted, accepted' ? { group: 'keys', words } : { group: 'keys', words, wrong: seen }
}

export default {
  fetch: async (request, env) => {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname === '/verdict') return new Response(await verdict())
    if (pathname === '/port')
      return new Response(await port(await request.text(), searchParams.get('policies') ?? undefined))
    const { can, odd, baseUrl } = await request.json()
    const told = await loads((specifier) => entries[specifier](), Object.keys(entries))
    told.push(await afterOneThatWasGivenUp(env.OWN))
    return Response.json(
      await claims({ client, server, guards: webGuards(memoryGuard), keys, can, odd, baseUrl }, told),
    )
  },
}
