// The published package: the files of the tarball, and whether TypeScript, bundlers and Node resolve them.
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, posix, resolve } from 'node:path'
import { build } from 'esbuild'
import { webModulesOf } from '../../scripts/evidence/runtimes/modules.ts'
import { lastingFolder } from '../support/folder.ts'
import { installedTools } from '../support/installedTools.ts'
import { packedPackage } from '../support/packedPackage.ts'
import { runIn } from '../support/project.ts'
import { assert, byTurns, suite } from '../support/suite.ts'

const { name, exports, version } = JSON.parse(readFileSync('package.json', 'utf8'))
const { tarball, files } = await packedPackage()
const { load } = await installedTools('spec/project/tools')

/** `countersign/server` for each entry point that is a module. */
const entryPoints = Object.entries(exports).flatMap(([path, target]) =>
  typeof target === 'string' ? [] : [`${name}${path.slice(1)}`],
)

// Installed beside this project's packages, so programs find Node's declarations and the peers.
mkdirSync('.tmp', { recursive: true })
/** TypeScript 7 and 6. */
const [tsc, olderTsc] = ['typescript-7', 'typescript'].map((name) => `node ${resolve(`node_modules/${name}/bin/tsc`)}`)
const program = lastingFolder(resolve('.tmp'))
writeFileSync(join(program, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
const installation = await runIn(program, `npm install --ignore-scripts --no-audit --no-fund ${tarball}`)
assert.is(installation.code, 0, installation.output)
const nest = await installedTools('spec/examples/nest')
symlinkSync(join(nest.folder, 'node_modules/@nestjs'), join(program, 'node_modules/@nestjs'))

const content = suite('the tarball')

content(
  'contains the modules, their declarations, the vectors, the guides and their programs, and nothing else',
  () => {
    const expected = [
      /^(?:README|CHANGELOG|SECURITY|STABILITY)\.md$|^LICENSE$|^package\.json$/,
      /^src\/(?:[\w-]+\/)+[\w.-]+\.(?:md|ya?ml|service|py)$|^src\/server\/operate\/(?:dashboard\.json|Dockerfile|image\/package(?:-lock)?\.json)$/,
      /^dist\/(?!types\/|cjs\/)[\w/-]+\.js$/,
      /^dist\/cjs\/[\w/-]+\.js$|^dist\/(?:cjs|apps\/cli)\/package\.json$/,
      /^dist\/types\/[\w/-]+\.d\.m?ts$|^dist\/types\/package\.json$/,
      /^dist\/(?:inspector\.html|licenses\.txt|vectors\.br)$/,
      /^spec\/examples\/[\w-]+\/(?:[\w/.-]+\.[jt]s|package\.json|tsconfig\.json|wrangler\.toml)$/,
      /^vectors\/(?:README\.md|LICENSE)$/,
    ]
    const strange = files.filter((file) => !expected.some((pattern) => pattern.test(file)))
    assert.equal(strange, [])
    for (const pattern of expected)
      assert.ok(
        files.some((file) => pattern.test(file)),
        `nothing fits ${pattern}`,
      )
  },
)

/** Pictures are for the repository and the site: in the package they would be a fiftieth of it, and nobody sees them there. */
const isPicture = (target: string): boolean => /\.(?:webp|svg)$/.test(target)

content('has in its documents no link that leads out of it, but for pictures', () => {
  const dead = files
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) => {
      const text = readFileSync(join(program, 'node_modules', name, file), 'utf8').replace(/^```[\s\S]*?^```/gm, '')
      const links = [...text.matchAll(/\]\(([^)\s]+)\)|\b(?:src|href)="([^"]+)"/g)].map(
        ([, md, html]) => md ?? html ?? '',
      )
      const relative = links.filter((link) => !/^(?:https?:|mailto:|#)/.test(link))
      const targets = relative.map((link) => posix.join(posix.dirname(file), link.replace(/\/?(?:#.*)?$/, '')))
      const isThere = (target: string) => files.some((other) => other === target || other.startsWith(`${target}/`))
      return targets.filter((target) => !isThere(target) && !isPicture(target)).map((target) => `${file}: ${target}`)
    })
  assert.equal(dead, [])
})

content('contains no path or host of the build machine', () => {
  const built = files.filter((file) => file.startsWith('dist/') && !file.endsWith('.br'))
  for (const file of built) {
    const text = readFileSync(join(program, 'node_modules', name, file), 'utf8')
    assert.not.ok(text.includes(process.cwd()), file)
    assert.not.match(text, /sourceMappingURL/, file)
  }
})

content('holds the suite in one file, which the command checks and writes as the files of the repository', async () => {
  const command = 'node node_modules/countersign/dist/apps/cli/main.js vectors'
  const checked = await runIn(program, `${command} check`)
  assert.match(checked.output, 'good: suite')
  const { code, output } = await runIn(
    program,
    `${command} write && diff -r -x cases -x ports -x skeletons -x '*.md' -x LICENSE vectors ${resolve('vectors')}`,
  )
  assert.is(code, 0, output)
})

const reading = byTurns(2, suite('package.json'))

reading('publint reports nothing', async () => {
  const { publint } = await load<{ publint: (options: object) => Promise<{ messages: ReadonlyArray<unknown> }> }>(
    'publint',
  )
  const file = readFileSync(tarball)
  const data = file.buffer.slice(file.byteOffset, file.byteOffset + file.length)
  const { messages } = await publint({ strict: true, pack: { tarball: data } })
  assert.equal(messages, [])
})

reading('are-the-types-wrong reports nothing for any resolution', async () => {
  const attw = await load<{
    createPackageFromTarballData: (data: Uint8Array) => unknown
    checkPackage: (of: unknown, options: object) => Promise<{ types: unknown; problems: ReadonlyArray<unknown> }>
  }>('@arethetypeswrong/core')
  const entrypoints = entryPoints.map((entry) => entry.replace(name, '.'))
  const checked = await attw.checkPackage(attw.createPackageFromTarballData(readFileSync(tarball)), {
    entrypoints,
  })
  assert.ok(checked.types)
  assert.equal(checked.problems, [])
})

const typing = byTurns(3, suite('a program in TypeScript'))

const uses = `
const call = async (): Promise<string> => {
  const verifier: Verifier = await createVerifier({ keys: { 'app-1': 'PEM' }, maxAge: 300 })
  const verified: VerifiedRequest = await verifier.verify({ method: 'GET', target: '/', authorization: undefined })
  const signer = await createSigner({ appId: 'app-1', privateKey: 'PEM' })
  const { authorization }: { authorization: string } = await signer.sign({ method: 'GET', url: '/' })
  // The bytes that are handed out are such as the web's APIs take.
  const answer: Response = new Response(verified.body)
  const rs256 = 'RSASSA-PKCS1-v1_5'
  const { privateKey } = await crypto.subtle.generateKey({ name: rs256 } as RsaHashedKeyGenParams, true, ['sign'])
  await createSigner({
    appId: 'app-1',
    publicKey: 'PEM',
    sign: async (message) => new Uint8Array(await crypto.subtle.sign(rs256, privateKey, message)),
  })
  await createSigner({
    appId: 'app-1',
    publicKey: 'PEM',
    signDigest: async (sha256) => new Uint8Array(await crypto.subtle.sign(rs256, privateKey, sha256)),
  })
  // @ts-expect-error there is no such option
  await createVerifier({ keys: {}, maxAgeSeconds: 300 })
  // @ts-expect-error a number is no Nonce
  const nonce: Nonce.Nonce = 1
  return [verified.appId, authorization, nonce, answer.status].join()
}
`
const importing = `
import { Nonce } from 'countersign'
import { createSigner } from 'countersign/client'
import { createVerifier, type VerifiedRequest, type Verifier } from 'countersign/server'
${uses}
export { call }
`
const requiring = `
import { Nonce } from 'countersign'
import client = require('countersign/client')
import server = require('countersign/server')
import type { VerifiedRequest, Verifier } from 'countersign/server'
const { createSigner } = client
const { createVerifier } = server
${uses}
export = call
`

// @types/koa means the types of content-disposition 0.5; Koa brings version 2, which has others of its own.
const paths = { 'content-disposition': [resolve('node_modules/@types/content-disposition/index.d.ts')] }

/** The declarations of fast-check itself need a resolution that knows `exports`. */
const needsExports = (entry: string): boolean => /^countersign\/testing\/(?:arbitraries|laws)$/.test(entry)

const compiled = (file: string, text: string, options: object): ReturnType<typeof runIn> => {
  const config = `tsconfig.${file}.json`
  const isOld = (options as { readonly moduleResolution?: string }).moduleResolution === 'node10'
  const entries = entryPoints.filter((entry) => !(isOld && needsExports(entry)))
  const compilerOptions = { strict: true, noEmit: true, target: 'es2023', types: ['node'], paths, ...options }
  writeFileSync(join(program, file), text + entries.map((entry) => `import '${entry}'\n`).join(''))
  writeFileSync(join(program, config), JSON.stringify({ compilerOptions, files: [file] }))
  return runIn(program, `${isOld ? olderTsc : tsc} -p ${config}`)
}

for (const [what, file, text, options] of [
  ['that is an ES module', 'esm.mts', importing, { module: 'nodenext', lib: ['es2023', 'dom'] }],
  ['that is CommonJS', 'cjs.cts', requiring, { module: 'nodenext', lib: ['es2023', 'dom'] }],
  [
    'that is bundled',
    'bundled.ts',
    importing,
    { module: 'esnext', moduleResolution: 'bundler', lib: ['es2023', 'dom'] },
  ],
  [
    'with module resolution from before `exports`',
    'old.cts',
    requiring,
    { module: 'commonjs', moduleResolution: 'node10', ignoreDeprecations: '6.0', lib: ['es2023', 'dom'] },
  ],
] as const) {
  typing(`${what} compiles, with the package's declarations checked too`, async () => {
    const { code, output } = await compiled(file, text, options)
    assert.is(code, 0, output)
  })
}

typing('that emits declarations can name inferred types by its imported namespaces', async () => {
  writeFileSync(
    join(program, 'declaring.mts'),
    `import { Job, type JobError, type VerifyError, verifyRequest } from 'countersign'
     export const read = (body: Uint8Array) => Job.decode(body)
     export const verify = verifyRequest()`,
  )
  const compilerOptions = {
    strict: true,
    declaration: true,
    emitDeclarationOnly: true,
    module: 'nodenext',
    outDir: 'declared',
  }
  writeFileSync(join(program, 'tsconfig.declaring.json'), JSON.stringify({ compilerOptions, files: ['declaring.mts'] }))
  const { code, output } = await runIn(program, `${tsc} -p tsconfig.declaring.json`)
  assert.is(code, 0, output)
  const declared = readFileSync(join(program, 'declared/declaring.d.mts'), 'utf8')
  assert.match(declared, 'JobError.JobError')
  // As the types of fp-ts, which the program need not have.
  assert.match(declared, 'import("countersign").Either<')
})

const effects = byTurns(2, suite('importing an entry point'))

const weigh = async (contents: string): Promise<number> => {
  const stdin = { contents, resolveDir: program }
  // Otherwise this project's tsconfig.json resolves to the sources.
  const options = { bundle: true, write: false, minify: true, format: 'esm', tsconfigRaw: {} } as const
  const { outputFiles } = await build({
    stdin,
    ...options,
    external: ['node:*', '@nestjs/*', 'fast-check', 'fastify', 'hono', 'lmdb'],
    logOverride: { 'ignored-bare-import': 'silent' },
  })
  return outputFiles[0]?.contents.length ?? Number.NaN
}

effects('adds only the used code to a bundle', async () => {
  for (const entry of entryPoints) assert.is(await weigh(`import '${entry}'`), 0, entry)
  const one = await weigh("import { Nonce } from 'countersign'; console.log(Nonce.isNonce('n-1'))")
  // esbuild keeps a namespace whole, and its codec brings the part of io-ts that every codec needs.
  assert.ok(one < 8_000, `${one} bytes for one function`)
})

effects('imports nothing of Node where it may be bundled for another platform', async () => {
  const names = ['process', 'Buffer', 'global', 'require', 'module', 'setImmediate', '__dirname', '__filename']
  const web = webModulesOf(program)
  assert.ok(web.length > 5)
  const contents = web.map((entry, i) => `export * as e${i} from '${entry}'`).join('\n')
  const options = { bundle: true, write: false, format: 'esm', tsconfigRaw: {} } as const
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: program },
    ...options,
    conditions: ['browser'],
    // Only free identifiers are replaced.
    define: Object.fromEntries(names.map((each) => [each, `NODES_${each.toUpperCase()}`])),
    external: ['fast-check', 'hono'],
  })
  const named = new Set(outputFiles[0]?.text.match(/NODES_\w+/g))
  assert.equal([...named], [])
})

effects('takes the same modules for require as for import, where a bundler sees it', async () => {
  const contents = entryPoints.map((entry) => `require('${entry}')`).join('\n')
  const { metafile } = await build({
    stdin: { contents, resolveDir: program },
    bundle: true,
    write: false,
    platform: 'node',
    tsconfigRaw: {},
    metafile: true,
    external: ['@nestjs/*', 'fast-check', 'fastify', 'hono', 'lmdb'],
    logLevel: 'error',
  })
  const files = Object.keys(metafile.inputs).filter((file) => file.includes('/countersign/dist/'))
  assert.ok(files.some((file) => file.endsWith('/dist/server/node.js')))
  assert.equal(
    files.filter((file) => file.includes('/dist/cjs/')),
    [],
  )
})

effects('has no side effects: starts nothing, changes no globals, and does not keep the process alive', async () => {
  const script = `
    const before = [Object.getOwnPropertyNames(globalThis).join(), process.eventNames().join()].join()
    // Nest itself extends Reflect.
    for (const entry of ${JSON.stringify(entryPoints)}) if (!entry.endsWith('/nest')) await import(entry)
    const after = [Object.getOwnPropertyNames(globalThis).join(), process.eventNames().join()].join()
    if (before !== after) throw new Error('changed: ' + before + ' → ' + after)
    const active = process.getActiveResourcesInfo().filter((kind) => !/^(TTYWrap|PipeWrap|CloseReq|FSReqPromise)$/.test(kind))
    if (active.length > 0) throw new Error('still active: ' + active.join())
    console.log('quiet')`
  writeFileSync(join(program, 'quiet.mjs'), script)
  const { code, output } = await runIn(program, 'node quiet.mjs')
  assert.is(code, 0, output)
  assert.match(output, 'quiet')
})

effects('is the same package by import and by require: each recognises the other’s objects', async () => {
  const script = `
    import { createRequire } from 'node:module'
    const require = createRequire(import.meta.url)
    // Nest 12 itself is ES modules alone.
    for (const entry of ${JSON.stringify(entryPoints)}.filter((entry) => !entry.endsWith('/nest') || process.execArgv.length === 0)) {
      const [imported, required] = [Object.keys(await import(entry)), Object.keys(require(entry))]
      if (imported.sort().join() !== required.sort().join()) throw new Error(entry + ': ' + imported + ' but ' + required)
    }
    const made = async ({ createClient, createVerifier, decodeJob, BodyUnreadable }) => {
      const thrown = await Promise.allSettled([
        createClient({}),
        createVerifier({ keys: {} }).then((verifier) => verifier.verify({ method: 'GET', target: '/', authorization: [] })),
        Promise.resolve(new Uint8Array(1)).then((bytes) => decodeJob(bytes)),
        Promise.reject(new BodyUnreadable({ _tag: 'body_incomplete' })),
      ])
      return thrown.map(({ reason }) => reason)
    }
    const faces = ['countersign/client', 'countersign/server']
    const imported = Object.assign({}, ...(await Promise.all(faces.map((face) => import(face)))))
    const required = Object.assign({}, ...faces.map(require))
    for (const [maker, other] of [[imported, required], [required, imported]]) {
      const errors = await made(maker)
      const classes = Object.keys(other).filter((name) => Error.isPrototypeOf(other[name]))
      for (const name of classes) {
        if (other[name].name !== name) throw new Error(name + ' is shown as ' + other[name].name)
        if (other[name] === maker[name]) throw new Error(name + ' is loaded once: this proves nothing')
        const known = errors.filter((error) => error instanceof other[name]).map((error) => error.name)
        if (known.join() !== name) throw new Error(name + ' of the one recognises of the other: ' + known)
      }
    }
    console.log('the same', require('countersign/package.json').version)`
  writeFileSync(join(program, 'both.mjs'), script)
  // As Node 22.0 to 22.11, whose require takes no ES module.
  const older = '--no-experimental-require-module'
  const flags = process.allowedNodeEnvironmentFlags.has(older.replace('no-', '')) ? older : ''
  const { code, output } = await runIn(program, `node ${flags} both.mjs`)
  assert.is(code, 0, output)
  assert.match(output, `the same ${version}`)
})
