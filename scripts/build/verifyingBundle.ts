/** The smallest program for a page that verifies a request, bundled from dist/: it works there, without node:crypto. */
import { publicPem, type Sample, sample } from '../bench/requests.ts'
import { bundled } from './bundled.ts'

type Accepts = (request: Sample['request']) => Promise<boolean>

/** Whether the bundle accepts a signed request, and whether it accepts an altered one. */
export const verdictsOf = async (program: 'bundle-verify' | 'bundle-verifier'): Promise<ReadonlyArray<boolean>> => {
  const { code } = await bundled(program)
  const guard = { claim: () => async () => ({ _tag: 'Right', right: 'first' }) }
  const { verifierOf } = await import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`)
  const accepts: Accepts = await verifierOf('app-1', publicPem, guard)
  const { request } = sample(400, Math.floor(Date.now() / 1000))
  return [await accepts(request), await accepts({ ...request, body: Buffer.from('{"text":"a lighthouse at dusk"}') })]
}
