/**
 * Importing an entry point touches nothing of the platform. Jest with jsdom, and others, load this package where TextDecoder,
 * crypto or fetch are missing: an import must not fail there, whatever a call may then need.
 */
import { createRequire } from 'node:module'
import { createContext, runInContext } from 'node:vm'
import { build } from 'esbuild'
import { entryPoints } from '../../scripts/docs/entryPoints.ts'
import { assert, suite } from '../support/suite.ts'

const importing = suite('importing in a context without the platform’s globals')

const resolved = createRequire(import.meta.url)

/** Any member, any call: for decorators of a framework that is not installed here. */
const anything: unknown = new Proxy(() => anything, {
  get: (_, name) => (name === Symbol.toPrimitive ? undefined : anything),
})

const require = (name: string): unknown => (name.startsWith('@nestjs/') ? anything : resolved(name))

/** Modules of others, which may need a platform. What is built in, and what is bundled, is not among them. */
const foreign = [
  '@nestjs/*',
  'express',
  'fastify',
  'koa',
  'hono',
  'hono/*',
  '@hono/*',
  'lmdb',
  'ioredis',
  'redis',
  'fast-check',
  'esbuild',
]

/** Our own code as one script. The files of a foreign module are loaded as usual, outside of the context. */
const scriptOf = async (module: string): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [`src/${module}.ts`],
    bundle: true,
    format: 'cjs',
    platform: 'node',
    external: foreign,
    define: { 'import.meta.url': '"file:///countersign/index.js"' },
    write: false,
    logLevel: 'silent',
  })
  return outputFiles[0]?.text ?? ''
}

/** The conformance runner of Node starts ports as processes, so no page and no jsdom loads it: it may have Node's own. */
const contextOf = (module: string): object => (module === 'kit/conformance/index' ? { URL, Buffer } : {})

for (const module of entryPoints().flatMap(({ modules }) => modules)) {
  importing(module, async () => {
    const script = await scriptOf(module)
    const exported = { exports: {} }
    const context = createContext(contextOf(module))
    const run = runInContext(`(function (module, exports, require) {${script}\n})`, context, {
      filename: `${module}.js`,
    })
    run(exported, exported.exports, require)
    assert.ok(Object.keys(exported.exports).length > 0)
  })
}
