// The packed package beside fp-ts and io-ts of every version of their ranges, and without them.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import * as assert from 'uvu/assert'
import { installedTools } from '../support/installedTools.ts'
import { packedPackage } from '../support/packedPackage.ts'
import { runIn } from '../support/project.ts'
import { suite } from '../support/suite.ts'

const { name, version } = JSON.parse(readFileSync('package.json', 'utf8'))
const tsc = `node ${resolve('node_modules/typescript/bin/tsc')}`
const { folder: built, tarball } = await packedPackage({ types: true })
const extracted = await runIn(built, `mkdir unpacked && tar -xzf ${tarball} -C unpacked`)
assert.is(extracted.code, 0, extracted.output)
const unpacked = join(built, 'unpacked/package')

/** An empty folder outside of this project with the package, these packages of ours, and those of some tools. */
const emptyFolder = (packages: ReadonlyArray<string>, tools?: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-packed-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
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
  const command = await runIn(folder, `node node_modules/${name}/dist/cli/main.js --version`)
  assert.match(command.output, version)
  const required = await runIn(folder, `node -e "console.log(Object.keys(require('${name}')).includes('Nonce'))"`)
  assert.match(required.output, 'true')
})

for (const end of ['lowest', 'highest'] as const) {
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
      // TypeScript 6 refuses the declarations of io-ts 2.2.0 themselves.
      end === 'lowest',
    )
    assert.match(output, '1a true')
  })
}

peers.run()
