import { createServer } from 'node:http'
import { initTRPC } from '@trpc/server'
import { createHTTPHandler } from '@trpc/server/adapters/standalone'
import { verified } from 'countersign/http'
import { createVerifier, keyFolder } from 'countersign/server'

const verifier = await createVerifier({
  keys: await keyFolder('keys'),
  onVerdict: (v) => v.outcome === 'reject' && console.error(v.reason, v.message),
})
const { router, procedure } = initTRPC.context().create()
const handler = createHTTPHandler({
  basePath: '/trpc/',
  router: router({
    submit: procedure
      .input(({ request_id }) => ({ request_id: String(request_id) }))
      .mutation(({ ctx, input }) => ({ app_id: ctx.verified.appId, request_id: input.request_id })),
  }),
  createContext: ({ req }) => ({ verified: req.verified }),
})
const answer = verified(verifier, (req, res, request) => handler(Object.assign(req, { verified: request }), res))
createServer(answer).listen(Number(process.env.PORT ?? 0), '127.0.0.1')
