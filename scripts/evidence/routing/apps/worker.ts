// Fetch handlers and Hono on workerd: one worker for each socket, and its bindings say which app it is.
import { createVerifier, noReplayGuard, type Verifier } from '../../../../src/server/web.ts'
import { fetchApps } from './fetchApps.ts'
import { type Fetch, honoApps } from './honoApps.ts'

interface Env {
  readonly APP: string
  readonly PUBLIC_KEY?: string
}

const apps = [...fetchApps, ...honoApps]

const build = async ({ APP, PUBLIC_KEY }: Env): Promise<Fetch> => {
  const verifier: Verifier | undefined =
    PUBLIC_KEY === undefined
      ? undefined
      : await createVerifier({
          keys: { 'app-1': PUBLIC_KEY },
          tokens: { 'holder-1': 'a-token-for-routing' },
          guard: noReplayGuard('a request is asked about once'),
          scope: 'shared',
        })
  return (apps[Number(APP)] as (typeof apps)[number]).build(verifier)
}

let built: Fetch | undefined
export default {
  fetch: async (request: Request, env: Env): Promise<Response> => {
    built ??= await build(env)
    return built(request)
  },
}
