/**
 * The download size of a page that verifies a request: the smallest such program, bundled for browsers from dist/, minified
 * and compressed by gzip, in KB of 1,024 bytes. The bundle must verify correctly before it is measured.
 */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Bundle, bundled, kilobytes } from '../build/bundled.ts'
import { namespaces } from '../build/namespaces.ts'
import { withoutEffects } from '../build/withoutEffects.ts'
import { entryPoints } from '../docs/entryPoints.ts'
import type { Row } from './measure.ts'
import { publicPem, type Sample, sample } from './requests.ts'

type Program = 'bundle-verify' | 'bundle-verifier'

export const isProgram = (id: string): id is Program => id.startsWith('bundle-')

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
  const row = (id: Program, value: number, unit: string): Row => ({ id, value, better: 'lower', unit })
  return [
    {
      ...row('bundle-verify', await weigh('bundle-verify'), 'KB gzip, web and verifyRequest'),
      target: 6,
    },
    row('bundle-verifier', await weigh('bundle-verifier'), 'KB gzip, createVerifier on the web'),
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
      namespaces,
      withoutEffects,
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
