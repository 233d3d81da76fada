// What the matrix asks of a worker: the port, and the claims.
import * as client from 'countersign/client'
import { createPort } from 'countersign/conformance'
import { memoryGuard } from 'countersign/guards/memory'
import * as server from 'countersign/server'
import keys from 'countersign/vectors/keys.json'
import { answeringAll } from './answering.mjs'
import { claims, loads } from './claims.mjs'
import { entries } from './entries.mjs'
import { webGuards } from './webGuards.mjs'

const port = answeringAll(createPort)

/** It takes long enough to be ended in the middle. */
const lookup = async () => {
  await new Promise((resolve) => setTimeout(resolve, 300))
  return keys['app-1'].publicKey
}
let lookingUp

/** Verifies a request of its own making, by keys that are looked up. */
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

/** What a request has begun ends with it, and with no word: for others who wait for the same as well. */
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
