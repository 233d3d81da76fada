/** What frameworks judge a handler by, beside what it does: whether it is async, its parameters, and what it answers. */
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { verified as onExpress } from '../../../src/server/adapters/express.ts'
import { verified as onFastify } from '../../../src/server/adapters/fastify.ts'
import { verified as onFetch } from '../../../src/server/adapters/fetch.ts'
import { verified as onHono } from '../../../src/server/adapters/hono.ts'
import { verified as onHttp } from '../../../src/server/adapters/http.ts'
import { verified as onKoa } from '../../../src/server/adapters/koa.ts'
import { verified as onLambda } from '../../../src/server/adapters/lambda.ts'
import { createVerifier } from '../../../src/server/node.ts'
import { assert, suite } from '../../support/suite.ts'

const plain = suite('the adapters as functions')
const verifier = await createVerifier({ keys: {} })

plain('none is async, and each has the parameters of its framework', () => {
  const handle = () => new Response()
  const adapters = {
    http: [onHttp(verifier, handle), 2],
    express: [onExpress(verifier), 3],
    koa: [onKoa(verifier), 2],
    hono: [onHono(verifier), 2],
    fastify: [onFastify, 3],
    fetch: [onFetch(verifier, handle), 1],
    lambda: [onLambda(verifier, handle), 1],
    'fetch with cors': [onFetch(verifier, handle, { cors: '*' }), 1],
    'hono with cors': [onHono(verifier, { cors: '*' }), 2],
  } as const
  for (const [name, [adapter, parameters]] of Object.entries(adapters)) {
    assert.is(adapter.constructor.name, 'Function', name)
    assert.is(adapter.length, parameters, name)
  }
})

plain('that of Express answers nothing: a promise that resolves after a refusal would be leave to go on', () => {
  const req = Object.assign(new IncomingMessage(new Socket()), { method: 'GET', url: '/' })
  assert.is(
    onExpress(verifier)(req, new ServerResponse(req), () => assert.unreachable()),
    undefined,
  )
})
