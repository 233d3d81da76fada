// The smallest program for each thing that people import, bundled from dist/ and minified.
import { basename, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type BuildOptions, type BuildResult, build, type Metafile } from 'esbuild'

export interface Program {
  readonly what: string
  readonly contents: string
}

export type ProgramName =
  | 'nonce'
  | 'verify-request'
  | 'bundle-verify'
  | 'crypto-key-signer'
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
  'crypto-key-signer': {
    what: 'signRequest with cryptoKeySigner',
    contents: `
import { AppId, AuthType, signRequest } from 'countersign'
import { clock, cryptoKeySigner, entropy } from 'countersign/web'
export const signerOf = async (app, privateKey) => {
  const appId = AppId.parse(app)
  const key = await cryptoKeySigner(privateKey)()
  if (appId._tag === 'Left' || key._tag === 'Left') return appId._tag === 'Left' ? appId : key
  const sign = signRequest({ appId: appId.right, authType: AuthType.standard })
  return { _tag: 'Right', right: (request) => sign(request)({ clock, entropy, signer: key.right })() }
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

/** The package is bundled as a page's bundler finds it. */
const built = (name: ProgramName, options: BuildOptions): Promise<BuildResult<BuildOptions>> =>
  build({
    stdin: { contents: programs[name].contents, resolveDir: process.cwd(), sourcefile: 'the program itself' },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    // Otherwise esbuild follows the paths of tsconfig.json to src/, instead of bundling the package.
    tsconfigRaw: {},
    metafile: true,
    // esbuild warns about chunks that import each other only for their order.
    logOverride: { 'ignored-bare-import': 'silent' },
    ...options,
  })

/** In one file, also what is behind an `import()`. */
export const bundled = async (name: ProgramName, options: BuildOptions = {}): Promise<Bundle> => {
  const { outputFiles, metafile } = await built(name, { outfile: 'bundle.js', ...options })
  const [output] = Object.values(metafile?.outputs ?? {})
  return { code: outputFiles?.[0]?.contents ?? new Uint8Array(0), inputs: output?.inputs ?? {} }
}

/** A bundle with splitting. */
export interface SplitBundle {
  /** The program and what it imports: a page loads these before it runs. */
  readonly first: ReadonlyArray<Uint8Array>
  /** All others, by name: a page loads them when it needs them. */
  readonly late: ReadonlyMap<string, Uint8Array>
}

export const splitBundle = async (name: ProgramName, options: BuildOptions = {}): Promise<SplitBundle> => {
  const { outputFiles = [], metafile } = await built(name, { splitting: true, outdir: '.tmp/split', ...options })
  const outputs = metafile?.outputs ?? {}
  const first = new Set(Object.keys(outputs).filter((file) => /\/stdin\.js$/.test(file)))
  for (const file of first)
    for (const { path, kind } of outputs[file]?.imports ?? []) if (kind === 'import-statement') first.add(path)
  const files = outputFiles.map(({ path, contents }) => [relative('', path), contents] as const)
  return {
    first: files.filter(([file]) => first.has(file)).map(([, contents]) => contents),
    late: new Map(files.filter(([file]) => !first.has(file)).map(([file, contents]) => [basename(file), contents])),
  }
}

const gzipped = (code: Uint8Array): number => gzipSync(code, { level: 9 }).length / 1024

export const kilobytes = ({ code }: Bundle): number => gzipped(code)

/** Of the files that a page loads before it runs. */
export const firstKilobytes = ({ first }: SplitBundle): number => first.reduce((sum, code) => sum + gzipped(code), 0)
