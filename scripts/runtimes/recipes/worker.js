import { verified } from 'countersign/fetch'
import { createVerifier } from 'countersign/server'

const start = async ({ APP_1_PUBLIC_KEY }) => {
  const verifier = await createVerifier({ keys: { 'app-1': APP_1_PUBLIC_KEY } })
  return verified(verifier, (request, { appId }) => {
    const { pathname } = new URL(request.url)
    if (request.method !== 'POST' || pathname !== '/v1/jobs') return new Response(null, { status: 404 })
    return Response.json({ app_id: appId })
  })
}

// Made by the first request: outside of one a worker may neither draw random numbers nor ask WebCrypto.
let started
export default {
  fetch: async (request, env) => {
    started ??= start(env)
    const answer = await started
    return answer(request)
  },
}
