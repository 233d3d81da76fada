// The packed package beside other packages: older ones, and fp-ts and io-ts in the versions of their types, or not at all.
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import ts from 'typescript'
import { text } from '../../scripts/build/functional.ts'
import * as Package from '../../src/core/Package.ts'
import { lastingFolder } from '../support/folder.ts'
import { installedTools } from '../support/installedTools.ts'
import { packedPackage } from '../support/packedPackage.ts'
import { runIn } from '../support/project.ts'
import { assert, byTurns, inTurn, suite } from '../support/suite.ts'

const { name, version, exports } = JSON.parse(readFileSync('package.json', 'utf8'))
const tsc = `node ${resolve('node_modules/typescript-7/bin/tsc')}`
const { folder: built, tarball } = await packedPackage()
const extracted = await runIn(built, `mkdir unpacked && tar -xzf ${tarball} -C unpacked`)
assert.is(extracted.code, 0, extracted.output)
const unpacked = join(built, 'unpacked/package')

/** An empty folder outside of this project with the package, these packages of ours, and those of some tools. */
const emptyFolder = (packages: ReadonlyArray<string>, tools?: string): string => {
  const folder = lastingFolder()
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  const own = packages.map((each) => [each, resolve('node_modules', each)] as const)
  const others = ['fp-ts', 'io-ts'].map((each) => [each, join(tools ?? '', 'node_modules', each)] as const)
  for (const [each, from] of [...own, ...(tools === undefined ? [] : others)]) {
    mkdirSync(dirname(join(folder, 'node_modules', each)), { recursive: true })
    symlinkSync(from, join(folder, 'node_modules', each), 'dir')
  }
  cpSync(unpacked, join(folder, 'node_modules', name), { recursive: true })
  return folder
}

const checkedAndRun = async (folder: string, file: string, text: string, skipLibCheck = false): Promise<string> => {
  const compilerOptions = {
    strict: true,
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: ['node'],
    module: 'nodenext',
    skipLibCheck,
    outDir: 'out',
  }
  writeFileSync(join(folder, file), text)
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [file] }))
  const { code, output } = await runIn(folder, `${tsc} -p . && node out/${file.replace(/ts$/, 'js')}`)
  assert.is(code, 0, output)
  return output
}

const peers = suite('fp-ts and io-ts')

peers('are not needed by the Promise faces, the adapters, the test helpers and the command', async () => {
  const folder = emptyFolder(['@types/node', 'undici-types', 'express', 'fastify', 'hono'])
  const output = await checkedAndRun(
    folder,
    'without.mts',
    `import assert from 'node:assert'
     import { createClient, createSigner } from 'countersign/client'
     import { verified as express } from 'countersign/express'
     import { verified as fastify } from 'countersign/fastify'
     import { verified as fetching } from 'countersign/fetch'
     import { verified as hono } from 'countersign/hono'
     import { verified as http } from 'countersign/http'
     import { createVerifier } from 'countersign/server'
     import { signedRequest, testApp, testClock, testVerifier } from 'countersign/testing'
     assert.throws(() => import.meta.resolve('fp-ts'))
     const { appId, privateKey, publicKey } = testApp
     const clock = testClock()
     const verifier = await createVerifier({ keys: { [appId]: publicKey }, clock })
     const signer = await createSigner({ appId, privateKey, clock, nonce: () => 'n-1' })
     const verified = await verifier.verify(await signer.sign({ method: 'POST', url: '/v1/jobs', body: '{}' }))
     const seconds: number | undefined = verified.timestamp
     const app = fetching(await testVerifier(), (_, { appId }) => new Response(appId))
     const { url, ...init } = await signedRequest({ method: 'GET', url: 'https://jobs.example/' })
     const answer = await app(new Request(url, init))
     const client = await createClient({ baseUrl: 'https://jobs.example', token: 'abc' })
     // @ts-expect-error a job's id is text: the types are really there
     client.submitJob({ request_id: 1, stages: [] }).catch(() => {})
     console.log(verified.appId, seconds, await answer.text(), [express, fastify, hono, http].length)
     process.exit()`,
  )
  assert.match(output, 'test-app 1700000000 test-app 4')
  const command = await runIn(folder, `node node_modules/${name}/dist/apps/cli/main.js --version`)
  assert.match(command.output, version)
  const required = await runIn(folder, `node -e "console.log(Object.keys(require('${name}')).includes('Nonce'))"`)
  assert.match(required.output, 'true')
})

/** The packages that a file of declarations names, and those that it leads to. */
const namedBy = (file: string, seen = new Set<string>()): ReadonlyArray<string> => {
  if (seen.has(file)) return []
  seen.add(file)
  return ts
    .preProcessFile(readFileSync(file, 'utf8'))
    .importedFiles.flatMap(({ fileName }) =>
      fileName.startsWith('.') ? namedBy(join(dirname(file), fileName.replace(/js$/, 'd.ts')), seen) : [fileName],
    )
}

peers('are named by no declarations but those that the page of the adapters names', () => {
  const naming = Object.entries(exports).flatMap(([path, target]) => {
    const types = JSON.stringify(target).match(/[\w./]+\.d\.ts/g) ?? []
    return types.some((file) => namedBy(join(unpacked, file)).some((each) => /^(?:fp-ts|io-ts)/.test(each)))
      ? [path]
      : []
  })
  assert.equal(naming, ['.'])
  assert.match(
    readFileSync('src/server/adapters/README.md', 'utf8').replaceAll(/\s+/g, ' '),
    'Only the types of `countersign` need `io-ts`, not the types of the other entry points. No declaration imports `fp-ts`:',
  )
  assert.equal(
    [...new Set(namedBy(join(unpacked, 'dist/types/index.d.ts')))].filter((each) => /^fp-ts/.test(each)),
    [],
  )
})

/** Whether each of two types is assignable to the other. */
const comparing = `
import * as own from './functional.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Eq } from 'fp-ts/lib/Eq.js'
import type { IO } from 'fp-ts/lib/IO.js'
import type { NonEmptyArray } from 'fp-ts/lib/NonEmptyArray.js'
import type { Option } from 'fp-ts/lib/Option.js'
import type { Ord } from 'fp-ts/lib/Ord.js'
import type { ReaderTaskEither } from 'fp-ts/lib/ReaderTaskEither.js'
import type { Show } from 'fp-ts/lib/Show.js'
import type { Task } from 'fp-ts/lib/Task.js'
import type { TaskEither } from 'fp-ts/lib/TaskEither.js'
type Both<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false
interface R { readonly r: 1 }
const same: ReadonlyArray<true> = [
  true satisfies Both<own.Either<1, 2>, Either<1, 2>>,
  true satisfies Both<own.Option<1>, Option<1>>,
  true satisfies Both<own.IO<1>, IO<1>>,
  true satisfies Both<own.Task<1>, Task<1>>,
  true satisfies Both<own.TaskEither<1, 2>, TaskEither<1, 2>>,
  true satisfies Both<own.ReaderTaskEither<R, 1, 2>, ReaderTaskEither<R, 1, 2>>,
  true satisfies Both<own.NonEmptyArray<1>, NonEmptyArray<1>>,
  true satisfies Both<own.Eq<1>, Eq<1>>,
  true satisfies Both<own.Ord<1>, Ord<1>>,
  true satisfies Both<own.Show<1>, Show<1>>,
]
// @ts-expect-error another type is told apart
true satisfies Both<own.Either<1, 2>, Either<1, 3>>
console.log(same.length)
`

peers(
  'the types of fp-ts that the declarations write out are those of fp-ts, in the lowest and the highest version',
  async () => {
    for (const end of ['lowest', 'highest']) {
      const { folder: tools } = await installedTools(`spec/project/peers/${end}`)
      const folder = emptyFolder(['@types/node', 'undici-types'], tools)
      writeFileSync(join(folder, 'functional.ts'), text)
      assert.match(await checkedAndRun(folder, 'comparing.ts', comparing), '10', end)
    }
  },
)

for (const end of inTurn(2, ['lowest', 'highest'] as const)) {
  peers(`in the ${end} version of their range: codecs of the program and of the package make one`, async () => {
    const { folder: tools } = await installedTools(`spec/project/peers/${end}`)
    const folder = emptyFolder(['@types/node', 'undici-types', 'fast-check', 'pure-rand'], tools)
    const output = await checkedAndRun(
      folder,
      'codecs.mts',
      `import { Job, Nonce, Stage } from 'countersign'
       import * as arb from 'countersign/testing/arbitraries'
       import fc from 'fast-check'
       import * as E from 'fp-ts/lib/Either.js'
       import { pipe } from 'fp-ts/lib/function.js'
       import * as t from 'io-ts'
       const Billed = t.intersection([Job.codec, t.type({ account: t.string, nonce: Nonce.codec })])
       const S: t.Type<Stage.Stage> = Stage.codec()
       const Upscale = t.type({ type: t.literal('UPSCALE'), by: t.number })
       const Either: t.Type<Stage.Stage | t.TypeOf<typeof Upscale>> = t.union([S, Upscale])
       const job = { request_id: '1', stages: [], account: 'a', nonce: 'n-1' }
       const read = pipe(Billed.decode(job), E.map(({ request_id, account }) => request_id + account))
       const wrong = E.isLeft(Billed.decode({ ...job, request_id: 1 })) && E.isLeft(Billed.decode({ ...job, account: 1 }))
       fc.assert(fc.property(arb.stage(), (stage) => Either.is(stage)))
       console.log(E.isRight(read) && read.right, wrong)`,
      // TypeScript refuses the declarations of io-ts 2.2.0 themselves.
      end === 'lowest',
    )
    assert.match(output, '1a true')
  })
}

/** A folder in which npm has installed the tarball beside the packages of one in `older`, as a user would. */
const installedBeside = async (older: string): Promise<string> => {
  const folder = lastingFolder()
  for (const file of ['package.json', 'package-lock.json'])
    cpSync(`spec/project/older/${older}/${file}`, join(folder, file))
  const { code, output } = await runIn(
    folder,
    `npm install --ignore-scripts --no-audit --no-fund --prefer-offline ${tarball}`,
  )
  assert.is(code, 0, output)
  return folder
}

const ranIn = async (folder: string, text: string): Promise<string> => {
  writeFileSync(join(folder, 'program.mjs'), text)
  const { code, output } = await runIn(folder, 'node program.mjs')
  assert.is(code, 0, output)
  return output
}

/** But for that of NestJS, which these folders lack. */
const entryPoints = Object.entries(exports).flatMap(([path, target]) =>
  typeof target === 'string' || path === './nest' ? [] : [`${name}${path.slice(1)}`],
)

const beside = byTurns(2, suite('npm installs the package beside older ones'))

beside('that are served: every entry point is there, and the arbitraries and Hono work', async () => {
  const output = await ranIn(
    await installedBeside('served'),
    `import { createRequire } from 'node:module'
     import * as arb from 'countersign/testing/arbitraries'
     import { verified } from 'countersign/hono'
     import { signedRequest, testVerifier } from 'countersign/testing'
     import fc from 'fast-check'
     import { Hono } from 'hono'
     import { serve } from 'node-server-1.15'
     for (const entry of ${JSON.stringify(entryPoints)}) {
       await import(entry)
       createRequire(import.meta.url)(entry)
     }
     for (const name of ['appId', 'authorization', 'nonce', 'job', 'request', 'target'])
       fc.assert(fc.property(arb[name](), arb[name].nearMiss(), () => {}))
     const app = new Hono().use(verified(await testVerifier())).post('/v1/jobs', (c) => c.text(c.get('verified').appId))
     app.onError(({ message }, c) => c.text(message, 500))
     const send = async (origin, fetch) => {
       const { url, ...init } = await signedRequest({ method: 'POST', url: origin + '/v1/jobs', body: '{}' })
       return (await fetch(url, init)).text()
     }
     console.log(await send('http://h', (url, init) => app.request(url, init)))
     const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, async ({ port }) => {
       console.log(await send('http://127.0.0.1:' + port, fetch))
       server.close()
     })`,
  )
  assert.equal(output.trim().split('\n'), ['test-app', 'test-app'])
})

beside('that are not served: what needs them says which versions are, and the rest is there', async () => {
  const output = await ranIn(
    await installedBeside('refused'),
    `import { lmdbGuard } from 'countersign/guards/lmdb'
     import { redisGuard } from 'countersign/guards/redis'
     import * as onExpress from 'countersign/express'
     import * as onFastify from 'countersign/fastify'
     import * as onHono from 'countersign/hono'
     import { testVerifier } from 'countersign/testing'
     import express from 'express'
     import { fastify } from 'fastify'
     import redis from 'redis'
     for (const entry of ${JSON.stringify(entryPoints)}) if (!/arbitraries|laws$/.test(entry)) await import(entry)
     const verifier = await testVerifier()
     const client = redis.createClient(1).on('error', () => {})
     const starts = {
       express: () => new Promise((_, fail) => {
         const app = express().use(onExpress.verified(verifier)).use((error, req, res, next) => res.end(error.message))
         const server = app.listen(0, '127.0.0.1', async () => {
           const answer = await fetch('http://127.0.0.1:' + server.address().port)
           server.close()
           fail(new Error(await answer.text()))
         })
       }),
       'fast-check': () => import('countersign/testing/arbitraries'),
       fastify: () => fastify().register(onFastify.verified, { verifier }).ready(),
       hono: async () => onHono.verified(verifier),
       lmdb: () => lmdbGuard({ path: 'nonces', maxAge: 300, maxSkew: 60 }),
       redis: () => redisGuard(client),
     }
     for (const [name, start] of Object.entries(starts))
       console.log(JSON.stringify([name, await start().then(() => 'it starts', ({ message }) => message)]))
     process.exit()`,
  )
  const said = Object.fromEntries(output.match(/^\[.*\]$/gm)?.map((line) => JSON.parse(line)) ?? [])
  const { lmdb, redis, ...adapters } = said
  assert.equal(adapters, {
    express: Package.unserved(Package.express),
    'fast-check': Package.unserved(Package.fastCheck, '3.21.0'),
    fastify: Package.unserved(Package.fastify, '4.29.1'),
    hono: Package.unserved(Package.hono),
  })
  assert.match(lmdb, Package.unserved(Package.lmdb))
  assert.match(redis, Package.unserved(Package.redis))
})
