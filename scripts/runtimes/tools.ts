// The runtimes themselves, in pinned versions: npm has the binary of each for each system.
import { chmodSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { toolbox } from '../toolbox.ts'
import { Missing } from './Runtime.ts'

const { platform, arch } = process
const arm = arch === 'arm64'

interface Tool {
  readonly version: string
  readonly package: string
  readonly binary: string
}

const node = (version: string): Tool => ({ version, package: `node-${platform}-${arch}`, binary: 'bin/node' })

type Name = 'node-20' | 'node-22' | 'node-24' | 'node-26' | 'bun' | 'deno' | 'workerd'

const tools: Readonly<Record<Name, Tool>> = {
  'node-20': node('20.20.2'),
  'node-22': node('22.23.3'),
  'node-24': node('24.21.0'),
  'node-26': node('26.10.0'),
  bun: { version: '1.4.5', package: `@oven/bun-${platform}-${arm ? 'aarch64' : arch}`, binary: 'bin/bun' },
  deno: {
    version: '2.9.6',
    package: `@deno/${platform}-${arch}${platform === 'linux' ? '-glibc' : ''}`,
    binary: 'deno',
  },
  workerd: {
    version: '1.20261117.1',
    package: `@cloudflare/workerd-${platform}-${arm ? 'arm64' : '64'}`,
    binary: 'bin/workerd',
  },
}

const found = new Map<Name, Promise<string>>()

/** The binary; installed when it is first asked for. Rejects with `Missing` if it cannot be. */
export const binaryOf = (name: Name): Promise<string> => {
  const known = found.get(name) ?? find(name)
  found.set(name, known)
  return known
}

const find = async (name: Name): Promise<string> => {
  const { version, package: from, binary } = tools[name]
  if (name === 'node-20' && process.version.startsWith('v20.')) return process.execPath
  try {
    const { folder } = await toolbox(`runtimes/${name}`, { [from]: version })
    const file = join(folder, 'node_modules', from, binary)
    if (!existsSync(file)) throw new Error(`${from} holds no ${binary}`)
    // What npm unpacks without running its scripts may lack the bit.
    chmodSync(file, 0o755)
    return file
  } catch (error) {
    throw new Missing(`${name} ${version} for ${platform} on ${arch}`, { cause: error })
  }
}

/** Installs those of these runtimes that are not there yet, one after the other; what cannot be had is told when it is used. */
export const installTools = async (runtimes: ReadonlyArray<string>): Promise<void> => {
  for (const name of Object.keys(tools) as ReadonlyArray<Name>) {
    if (runtimes.includes(name)) await binaryOf(name).catch(() => {})
  }
}
