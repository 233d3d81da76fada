/**
 * The command as one bundle. Cached under the ignored `.tmp`, by the digest of its sources: a dozen specs need it,
 * and each build takes a second.
 */
import { existsSync, renameSync } from 'node:fs'
import { resolve } from 'node:path'
import { build, version as esbuildVersion } from 'esbuild'
import { digestOf } from '../../scripts/build/digest.ts'
import { external } from '../../scripts/build/external.ts'
import { promClient } from '../../scripts/build/promClient.ts'

export const version = '1.2.3-spec'

/** The folder that holds `main.js`, and `run.js` for a run in this process. */
export const bundle: string = resolve(
  '.tmp/command',
  digestOf(['package.json', 'src', 'scripts/build/promClient.ts'], esbuildVersion),
)

if (!existsSync(bundle)) {
  const half = `${bundle}.${process.pid}`
  await build({
    entryPoints: ['src/apps/cli/main.ts', 'src/apps/cli/run.ts'],
    outdir: half,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external: [...external],
    plugins: [promClient],
    define: { COUNTERSIGN_VERSION: JSON.stringify(version) },
    logLevel: 'error',
  })
  // Atomic: specs in other processes may read it now.
  if (!existsSync(bundle)) renameSync(half, bundle)
}
