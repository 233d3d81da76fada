/**
 * The download size of a page that verifies a request: the smallest such program, bundled for browsers from dist/, minified
 * and compressed by gzip, in KB of 1,024 bytes. The bundle must verify correctly before it is measured.
 */
import { bundled, kilobytes } from '../build/bundled.ts'
import type { Row } from './measure.ts'
import { publicPem, type Sample, sample } from './requests.ts'

type Program = 'bundle-verify' | 'bundle-verifier'

/** Checks that the bundle accepts a signed request and refuses an altered one, without node:crypto. */
const mustVerify = async (program: Program, code: Uint8Array): Promise<void> => {
  const guard = { claim: () => async () => ({ _tag: 'Right', right: 'first' }) }
  const { verifierOf } = await import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`)
  const accepts: (request: Sample['request']) => Promise<boolean> = await verifierOf('app-1', publicPem, guard)
  const { request } = sample(400, Math.floor(Date.now() / 1000))
  const altered = { ...request, body: Buffer.from('{"text":"a lighthouse at dusk"}') }
  if (!(await accepts(request))) throw new Error(`${program}: the bundle refuses a request that is in order`)
  if (await accepts(altered)) throw new Error(`${program}: the bundle accepts an altered body`)
}

export const bundleRows = async (): Promise<ReadonlyArray<Row>> => {
  const weigh = async (program: Program): Promise<number> => {
    const bundle = await bundled(program)
    await mustVerify(program, bundle.code)
    return kilobytes(bundle)
  }
  const row = async (id: Program, unit: string): Promise<Row> => ({ id, value: await weigh(id), unit })
  return [
    await row('bundle-verify', 'KB gzip, web and verifyRequest'),
    await row('bundle-verifier', 'KB gzip, createVerifier on the web'),
  ]
}
