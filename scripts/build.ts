// Writes dist/: one ESM file an entry point, their shared chunks, and the declarations. `--no-types` leaves the last out.
import { execFile } from 'node:child_process'
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { builtinModules, createRequire } from 'node:module'
import { promisify } from 'node:util'
import { build, type Metafile, type Plugin } from 'esbuild'

const withTypes = !process.argv.includes('--no-types')
const started = performance.now()
const { version, dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))

const entries = [
  'index',
  'node/index',
  'web/index',
  'client/node',
  'client/web',
  'server/node',
  'server/web',
  'guards/memory',
  'cli/main',
].filter((entry) => existsSync(`src/${entry}.ts`))

/** fp-ts and io-ts ship CommonJS in lib/, of which nothing can be shaken off, and ES modules in es6/: 107 KB against 8.6. */
const esModules: Plugin = {
  name: 'es modules of fp-ts and io-ts',
  setup: ({ onResolve, resolve }) => {
    onResolve({ filter: /^fp-ts\/lib\// }, ({ path, importer, ...rest }) =>
      resolve(path.replace('/lib/', '/es6/'), { importer, ...rest }),
    )
  },
}
