// app/v1/jobs/route.ts
import { verified } from 'countersign/fetch'
import { createVerifier, keyFolder } from 'countersign/server'
import { submit } from './jobs.ts'

const start = async () => {
  const verifier = await createVerifier({
    keys: await keyFolder('keys'),
    onVerdict: (v) => v.outcome === 'reject' && console.error(v.reason, v.message),
  })
  return verified(verifier, (_, { appId, body }) => Response.json(submit(appId, body)))
}

// By the first request, because `next build` imports this file too, where there may be no keys.
let answer: ReturnType<typeof start> | undefined
export const POST = async (request: Request): Promise<Response> => {
  answer ??= start()
  return (await answer)(request)
}
