/**
 * The download size of a page that verifies a request: the smallest such program, bundled for browsers from dist/, minified
 * and compressed by gzip, in KB of 1,024 bytes. The bundle must verify correctly before it is measured.
 */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type BuildOptions, build, type Metafile } from 'esbuild'
import { esModulesOfFpTs } from '../build/esModulesOfFpTs.ts'
import { entryPoints } from '../docs/entryPoints.ts'
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

export const isProgram = (id: string): id is Program => id in programs

interface Bundle {
  readonly code: Uint8Array
  readonly inputs: Metafile['outputs'][string]['inputs']
}

const bundled = async (program: Program, options: BuildOptions = {}): Promise<Bundle> => {
  const { outputFiles, metafile } = await build({
    stdin: { contents: programs[program], resolveDir: process.cwd(), sourcefile: 'the program itself' },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    outfile: 'bundle.js',
    // Otherwise esbuild follows the paths of tsconfig.json to src/, instead of bundling the package.
    tsconfigRaw: {},
    metafile: true,
    // esbuild warns about chunks that import each other only for their order.
    logOverride: { 'ignored-bare-import': 'silent' },
    ...options,
  })
  const [output] = Object.values(metafile?.outputs ?? {})
  return { code: outputFiles?.[0]?.contents ?? new Uint8Array(0), inputs: output?.inputs ?? {} }
}

const kilobytes = ({ code }: Bundle): number => gzipSync(code, { level: 9 }).length / 1024

/** Checks that the bundle accepts a signed request and refuses an altered one, without node:crypto. */
const mustVerify = async (program: Program, { code }: Bundle): Promise<void> => {
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
    await mustVerify(program, bundle)
    return kilobytes(bundle)
  }
  const row = async (id: Program, unit: string): Promise<Row> => ({ id, value: await weigh(id), unit })
  return [
    await row('bundle-verify', 'KB gzip, web and verifyRequest'),
    await row('bundle-verifier', 'KB gzip, createVerifier on the web'),
  ]
}

/** A chunk's name is a hash, so name it after the sources in its comments. */
const sourcesIn = (file: string): string => {
  const sources = [...readFileSync(file, 'utf8').matchAll(/^\/\/ ((?:src|node_modules)\/\S+)$/gm)].map(([, path]) =>
    String(path).replace(/^(?:node_modules|src)\//, ''),
  )
  return sources.length > 4 ? `${sources.slice(0, 3).join(' ')} and ${sources.length - 3} more` : sources.join(' ')
}

/** One line per input, the largest first: minified bytes, before gzip. */
const listed = (inputs: Bundle['inputs'], named: (file: string) => string): ReadonlyArray<string> =>
  Object.entries(inputs)
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .toSorted(([, a], [, b]) => b.bytesInOutput - a.bytesInOutput)
    .map(([file, { bytesInOutput }]) => `${String(bytesInOutput).padStart(8)}  ${named(file)}`)

/**
 * Where a bundle's bytes come from: once by the chunks of dist/, once by the sources bundled directly. The difference is
 * the cost of the way through dist/.
 */
export const whySoLarge = async (program: Program): Promise<ReadonlyArray<string>> => {
  const ours = await bundled(program)
  const direct = await bundled(program, {
    plugins: [
      esModulesOfFpTs,
      {
        name: 'countersign -> src',
        setup: ({ onResolve }) => {
          onResolve({ filter: /^countersign/ }, ({ path }) => {
            const module = entryPoints()
              .find(({ name }) => name === path)
              ?.modules.at(-1)
            return { path: resolve(`src/${module}.ts`), sideEffects: false }
          })
        },
      },
    ],
  })
  const heading = (from: string, bundle: Bundle): string =>
    `${program} from ${from}: ${kilobytes(bundle).toFixed(2)} KB gzip, ${bundle.code.length} bytes before it, of which`
  return [
    heading('dist/', ours),
    ...listed(ours.inputs, (file) => `${file}  ${file.includes('/chunks/') ? sourcesIn(file) : ''}`),
    heading('the sources in one go', direct),
    ...listed(direct.inputs, (file) => file),
  ]
}
