/**
 * The download size of a page that verifies a request: the smallest such program, bundled for browsers from dist/, minified
 * and compressed by gzip, in KB of 1,024 bytes. The bundle must verify correctly before it is measured.
 */
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import type { Row } from './measure.ts'
import { publicPem, type Sample, sample } from './requests.ts'

/** `verifierOf(appId, publicKey, guard)` makes a function that answers whether it accepts a request. */
const programs = {
  'bundle-verify': `
import { verifyRequest } from 'countersign'
import { clock, digest, verificationKey } from 'countersign/web'
export const verifierOf = async (appId, publicKey, guard) => {
  const key = await verificationKey(publicKey)()
  if (key._tag === 'Left') throw new Error(key.left.rule)
  const keyRing = { keysOf: (id) => async () => ({ _tag: 'Right', right: id === appId ? [key.right] : [] }) }
  const verify = verifyRequest()
  return async (request) => (await verify(request)({ clock, digest, keyRing, guard })())._tag === 'Right'
}`,
  'bundle-verifier': `
import { createVerifier } from 'countersign/server'
export const verifierOf = async (appId, publicKey, guard) => {
  const verifier = await createVerifier({ keys: { [appId]: publicKey }, guard })
  return (request) => verifier.verify(request).then(() => true, () => false)
}`,
} as const

type Program = keyof typeof programs

const bundled = async (program: Program): Promise<Uint8Array> => {
  const { outputFiles } = await build({
    stdin: { contents: programs[program], resolveDir: process.cwd(), sourcefile: 'the program itself' },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    // Otherwise esbuild follows the paths of tsconfig.json to src/, instead of bundling the package.
    tsconfigRaw: {},
    // esbuild warns about chunks that import each other only for their order.
    logOverride: { 'ignored-bare-import': 'silent' },
  })
  return outputFiles[0]?.contents ?? new Uint8Array(0)
}

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
    const code = await bundled(program)
    await mustVerify(program, code)
    return gzipSync(code, { level: 9 }).length / 1024
  }
  const row = async (id: Program, unit: string): Promise<Row> => ({ id, value: await weigh(id), unit })
  return [
    await row('bundle-verify', 'KB gzip, web and verifyRequest'),
    await row('bundle-verifier', 'KB gzip, createVerifier on the web'),
  ]
}
