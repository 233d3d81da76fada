// `node --import ./scripts/typescript.mjs FILE.ts` runs TypeScript on every Node that the project supports.
import { readFileSync } from 'node:fs'
import { register } from 'node:module'

// The bundle gets this name from esbuild's `define`; unbundled code finds it on the global object.
globalThis.COUNTERSIGN_VERSION = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version

// Where Node strips types by itself there is nothing to register, and newer ones warn about `register`.
if (!process.features.typescript) {
  register('./typescript-hook.mjs', import.meta.url)
  process.setSourceMapsEnabled(true) // stack traces tell the lines of the source
}
