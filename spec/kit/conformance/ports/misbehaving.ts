import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { lastingFolder } from '../../../support/folder.ts'

const folder = lastingFolder()

const ourPort = join(folder, 'port.mjs')
await build({
  entryPoints: ['src/kit/conformance/port.ts'],
  outfile: ourPort,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  logLevel: 'error',
})

/** The port with this fault; `flips` needs the id of the case to get wrong. */
export const misbehaving = (mode: string, ...more: ReadonlyArray<string>): ReadonlyArray<string> => [
  process.execPath,
  'spec/kit/conformance/ports/misbehaving.mjs',
  mode,
  pathToFileURL(ourPort).href,
  ...more,
]
