// The smallest program for each thing that people import, bundled from dist/ and minified.
import { gzipSync } from 'node:zlib'
import { type BuildOptions, build, type Metafile } from 'esbuild'

export interface Program {
  readonly what: string
  readonly contents: string
}

export type ProgramName =
  | 'nonce'
  | 'verify-request'
  | 'bundle-verify'
  | 'create-signer'
  | 'create-client'
  | 'bundle-verifier'

const importing = (names: string, entry: string): Program => ({
  what: names,
  contents: `import { ${names} } from '${entry}'\nconsole.log(${names})`,
})

/** `verifierOf(appId, publicKey, guard)` makes a function that answers whether it accepts a request. */
export const programs: Readonly<Record<ProgramName, Program>> = {
  nonce: { what: 'Nonce', contents: "import { Nonce } from 'countersign'\nconsole.log(Nonce.isNonce('n-1'))" },
  'verify-request': importing('verifyRequest', 'countersign'),
  'bundle-verify': {
    what: 'verifyRequest with countersign/web',
    contents: `
import { verifyRequest } from 'countersign'
import { clock, digest, verificationKey } from 'countersign/web'
export const verifierOf = async (appId, publicKey, guard) => {
  const key = await verificationKey(publicKey)()
  if (key._tag === 'Left') throw new Error(key.left.rule)
  const keyRing = { keysOf: (id) => async () => ({ _tag: 'Right', right: id === appId ? [key.right] : [] }) }
  const verify = verifyRequest()
  return async (request) => (await verify(request)({ clock, digest, keyRing, guard })())._tag === 'Right'
}`,
  },
  'create-signer': importing('createSigner', 'countersign/client'),
  'create-client': importing('createClient', 'countersign/client'),
  'bundle-verifier': {
    what: 'createVerifier',
    contents: `
import { createVerifier } from 'countersign/server'
export const verifierOf = async (appId, publicKey, guard) => {
  const verifier = await createVerifier({ keys: { [appId]: publicKey }, guard })
  return (request) => verifier.verify(request).then(() => true, () => false)
}`,
  },
}

export interface Bundle {
  readonly code: Uint8Array
  readonly inputs: Metafile['outputs'][string]['inputs']
}

export const bundled = async (name: ProgramName, options: BuildOptions = {}): Promise<Bundle> => {
  const { outputFiles, metafile } = await build({
    stdin: { contents: programs[name].contents, resolveDir: process.cwd(), sourcefile: 'the program itself' },
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

export const kilobytes = ({ code }: Bundle): number => gzipSync(code, { level: 9 }).length / 1024
