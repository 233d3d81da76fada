// The runtimes' binaries.
import { chmodSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { installedTools, type Tools } from '../../../spec/support/installedTools.ts'
import { Missing } from './Runtime.ts'

const { platform, arch } = process
const arm = arch === 'arm64'

/** From npm, pinned in tools/package-lock.json. */
const binaries: Readonly<Record<string, string>> = {
  bun: `@oven/bun-${platform}-${arm ? 'aarch64' : arch}/bin/bun`,
  deno: `@deno/${platform}-${arch}${platform === 'linux' ? '-glibc' : ''}/deno`,
  workerd: `@cloudflare/workerd-${platform}-${arm ? 'arm64' : '64'}/bin/workerd`,
}

let tools: Promise<Tools> | undefined

/** The path of a binary. The first call installs all of them. Rejects with `Missing` if that fails. */
export const binaryOf = async (name: string): Promise<string> => {
  if (process.version.startsWith(`v${name.replace('node-', '')}.`)) return process.execPath
  tools ??= installedTools('scripts/evidence/runtimes/tools')
  const { folder } = await tools.catch((cause) => {
    throw new Missing(name, { cause })
  })
  const file = join(folder, 'node_modules', binaries[name] ?? `${name}-${platform}-${arch}/bin/node`)
  if (!existsSync(file)) throw new Missing(`${name} for ${platform} on ${arch}`)
  // Without install scripts, npm may unpack the binary without its executable bit.
  chmodSync(file, 0o755)
  return file
}
