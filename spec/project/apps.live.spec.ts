// The packed package in the tools of apps, each of which resolves and loads modules in its own way.
import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { lastingFolder } from '../support/folder.ts'
import { installedTools } from '../support/installedTools.ts'
import { packedPackage } from '../support/packedPackage.ts'
import { runIn } from '../support/project.ts'
import { assert, byTurns, suite } from '../support/suite.ts'

const { tarball } = await packedPackage()
const { folder: tools } = await installedTools('spec/project/apps')

// Beside this project's packages, in which TypeScript finds Node's declarations.
mkdirSync('.tmp', { recursive: true })
const folder = lastingFolder(resolve('.tmp'))
const installed = join(folder, 'node_modules/countersign')
mkdirSync(installed, { recursive: true })
const extracted = await runIn(folder, `tar -xzf ${tarball} --strip-components=1 -C ${installed}`)
assert.is(extracted.code, 0, extracted.output)

// By this name Vitest finds itself.
symlinkSync(join(tools, 'node_modules/vitest'), join(folder, 'node_modules/vitest'))

const imports = `
import { createClient, createSigner } from 'countersign/client'
import { createVerifier, VerificationError } from 'countersign/server'
`
const forTests = "import { signedRequest, testVerifier } from 'countersign/testing'\n"
const requires = (imports: string): string => imports.replace(/import (\{.*\}) from (.*)/g, 'const $1 = require($2)')

const pem = { publicKeyEncoding: { type: 'spki', format: 'pem' }, privateKeyEncoding: { type: 'pkcs8', format: 'pem' } }
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048, ...pem } as never)

const use = `
const use = async () => {
  const app = { appId: 'app-1', privateKey: ${JSON.stringify(privateKey)} }
  const verifier = await createVerifier({ keys: { 'app-1': ${JSON.stringify(publicKey)} } })
  const signer = await createSigner(app)
  const signed = await signer.sign({ method: 'POST', url: 'https://jobs.example/v1/jobs', body: '{}' })
  const verified = await verifier.verify(signed)
  const refusal = await verifier.verify({ ...signed, body: '{ }' }).catch((error) => error)
  if (!(refusal instanceof VerificationError)) throw refusal
  const service: typeof fetch = async (url, init) => {
    const authorization = new Headers(init?.headers).get('authorization') ?? undefined
    const body = new Uint8Array(await new Response(init?.body).arrayBuffer())
    const { appId } = await verifier.verify({ method: 'POST', target: new URL(String(url)).pathname, authorization, body })
    return Response.json({ appId })
  }
  const client = await createClient({ baseUrl: 'https://jobs.example', ...app, fetch: service })
  const { status } = await client.submitJob({ request_id: '1', stages: [] })
  return [verified.appId, refusal.reason, status].join()
}
`
const inJavaScript = use.replace(': typeof fetch', '')
const used = 'app-1,signature_invalid,200'

const printing = `${imports}${inJavaScript}\nuse().then(console.log)\n`
const tests = `
test('an app', async () => expect(await use()).toBe('${used}'))
test('with the helpers', async () => {
  const { method, url, headers, body } = await signedRequest({ method: 'POST', url: '/v1/jobs', body: '{}' })
  const verifier = await testVerifier()
  const { appId } = await verifier.verify({ method, target: url, authorization: headers.authorization, body })
  expect(appId).toBe('test-app')
})
test('a refusal is explained', async () => {
  const { method, url, headers } = await signedRequest({ method: 'POST', url: '/v1/jobs', body: '{}' })
  const verifier = await testVerifier()
  const refused = verifier.verify({ method, target: url, authorization: headers.authorization, body: '{}\\n' })
  await expect(refused).rejects.toThrow()
})
`
const explained = 'a line end after the body'

/** The test that the guide shows, for Vitest. */
const shown = readFileSync('spec/examples/testing/app.test.ts', 'utf8')

/** Jest gives a mock to whoever requires it; the package reads its own files all the same. */
const mocked = `
jest.mock('node:fs')
jest.mock('fs')
${requires(imports)}${inJavaScript}
test('an app, with the files mocked', async () => expect(await use()).toBe('${used}'))
test('the mock', () => expect(require('node:fs').readFileSync('app.test.js')).toBe(undefined))
`

const config = (name: string, value: object): readonly [file: string, text: string] => [name, JSON.stringify(value)]
const jest = (transform: object): object => ({ transform, testEnvironment: 'node', watchman: false, cache: false })
const run = (tool: string, args: string): string => `node ${join(tools, 'node_modules', tool)} ${args}`

const webpack = (target: string): string => `
require('${join(tools, 'node_modules/webpack')}')(
  { mode: 'production', optimization: { minimize: ${target === 'web'} }, target: '${target}', module: { parser: { javascript: { dynamicImportMode: 'eager' } } }, entry: { app: './app.mjs', required: './required.cjs' }, output: { path: __dirname + '/dist', filename: '[name].cjs' } },
  (error, stats) => {
    if (error || stats.hasErrors() || stats.hasWarnings()) throw error ?? new Error(stats.toString())
  },
)`
const vite = {
  minify: true,
  modulePreload: false,
  rollupOptions: { input: 'app.mjs', output: { entryFileNames: 'app.mjs' } },
}

interface App {
  readonly name: string
  readonly files: ReadonlyArray<readonly [file: string, text: string]>
  readonly command: string
  /** Each is found in what the command prints. */
  readonly says: ReadonlyArray<string>
}

const apps: ReadonlyArray<App> = [
  {
    name: 'Jest, in CommonJS',
    files: [
      ['app.test.js', requires(imports + forTests) + inJavaScript + tests],
      ['mocked.test.js', mocked],
      config('jest.json', jest({})),
    ],
    command: run('jest/bin/jest.js', '--config jest.json --ci'),
    says: ['5 passed', explained],
  },
  {
    name: 'Jest with ts-jest, which checks the types, and the test of the guide',
    files: [
      ['app.test.ts', `import { expect, test } from '@jest/globals'\n${imports}${forTests}${use}${tests}`],
      ['shown.test.ts', shown.replace("'vitest' //", "'@jest/globals' //")],
      config('jest.json', jest({ '\\.ts$': join(tools, 'node_modules/ts-jest') })),
      config('tsconfig.json', {
        compilerOptions: {
          strict: true,
          target: 'es2023',
          module: 'commonjs',
          moduleResolution: 'node10',
          esModuleInterop: true,
          ignoreDeprecations: '6.0',
          types: ['node'],
          paths: { '@jest/globals': [join(tools, 'node_modules/@jest/globals')] },
        },
      }),
    ],
    command: run('jest/bin/jest.js', '--config jest.json --ci'),
    says: ['4 passed', explained],
  },
  {
    name: 'Vitest, with the test of the guide',
    files: [['app.test.ts', shown]],
    command: run('vitest/vitest.mjs', 'run'),
    says: ['1 passed'],
  },
  ...(['web', 'node'] as const).flatMap(
    (target): ReadonlyArray<App> => [
      {
        name: `Vite, for ${target}`,
        files: [
          ['app.mjs', printing],
          config('vite.json', vite),
          [
            'vite.config.mjs',
            `export default ${JSON.stringify({ build: { ...vite, ssr: target === 'node' }, ssr: { noExternal: true } })}`,
          ],
        ],
        command: `${run('vite/bin/vite.js', 'build --logLevel warn')} && node dist/app.mjs`,
        says: [used],
      },
      {
        name: `webpack, for ${target}`,
        files: [
          ['app.mjs', printing],
          [
            'required.cjs',
            `${requires(imports)}${inJavaScript}\nuse().then((used) => console.log('required', used))\n`,
          ],
          ['webpack.cjs', webpack(target)],
        ],
        command: 'node webpack.cjs && node dist/app.cjs && node dist/required.cjs',
        says: [`${used}\n`, `required ${used}`],
      },
    ],
  ),
]

const building = byTurns(3, suite('an app'))

for (const [at, { name, files, command, says }] of apps.entries())
  building(`of ${name}, signs, verifies and submits`, async () => {
    const here = join(folder, `app-${at}`)
    mkdirSync(here)
    writeFileSync(join(here, 'package.json'), '{ "private": true }')
    for (const [file, text] of files) writeFileSync(join(here, file), text)
    const { code, output } = await runIn(here, command)
    assert.is(code, 0, output.slice(-2_000))
    for (const text of says) assert.ok(output.includes(text), output.slice(-2_000))
  })
