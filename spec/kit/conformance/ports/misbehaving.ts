// The commands of the misbehaving ports. Our own port is bundled for them: they are started again and again.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const folder = mkdtempSync(join(tmpdir(), 'countersign-ports-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

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
