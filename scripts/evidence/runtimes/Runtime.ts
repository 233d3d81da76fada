/**
 * A runtime of the matrix: its capabilities, how it runs programs, and what it must refuse.
 */
import { chmodSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { installedTools, type Tools } from '../../../spec/support/installedTools.ts'
import type { Service } from './process.ts'
import type { OurService } from './service.ts'

/** Capabilities that differ between runtimes. The claims check both what a runtime can do and what it cannot. */
export interface Can {
  /** The longest modulus, in bits. */
  readonly mostBits: number
  /** Whether public exponents other than 3 and 65537 work. */
  readonly anyExponent: boolean
  readonly encryptedKeys: boolean
  readonly certificates: boolean
  readonly missingNull: boolean
}

/** The capabilities of WebCrypto. */
export const web: Can = {
  mostBits: 8192,
  anyExponent: true,
  encryptedKeys: false,
  certificates: false,
  missingNull: false,
}

/** Something that must hold, and what happened instead if it does not. */
export interface Told {
  readonly group: string
  readonly words: string
  readonly wrong?: string
}

export const tell = (group: string, words: string, right: boolean, seen: string): Told =>
  right ? { group, words } : { group, words, wrong: seen }

/** The runtime's own server, with the package's adapter. */
export interface Server {
  readonly name: string
  readonly start: () => Promise<Service>
  /** The odd targets that the server refuses, or that it rewrites, so that the adapter refuses them. */
  readonly refusedTargets: ReadonlyArray<string>
}

/** An installed runtime, ready for requests. */
export interface Ready {
  readonly title: string
  readonly can: Can
  readonly claims: () => Promise<ReadonlyArray<Told>>
  /** The command of a port of the suite, with the package's own policies or with these. */
  readonly port: (policies?: ReadonlyArray<string>) => ReadonlyArray<string>
  readonly servers: ReadonlyArray<Server>
  /** The command `countersign`, if the runtime has commands. */
  readonly cli?: ReadonlyArray<string>
  /** The cases that the runtime cannot pass, because it does not import their key. */
  readonly refuses: Readonly<Record<string, string>>
  readonly stop?: () => Promise<void>
}

/** A missing tool: named in the closing line, and a failure under CI. */
export class Missing extends Error {}

export interface Runtime {
  readonly name: string
  readonly modules: 'ESM' | 'CommonJS'
  /** Rejects with `Missing`. */
  readonly prepare: () => Promise<Ready>
}

/** What all runtimes of a run share. */
export interface World {
  /** The program's folder, with the package installed in it. */
  readonly folder: string
  readonly service: OurService
  /** The keys of app-1, in PEM. */
  readonly publicKey: string
  /** Keys of kinds that some runtimes cannot import. */
  readonly odd: { readonly encrypted: string; readonly passphrase: string; readonly certificate: string }
  /** The URL of a Redis; `undefined` if the machine has none. */
  readonly redis: string | undefined
}

/** The entry points that need Node's files or sockets. */
export const onNodeOnly: ReadonlyArray<string> = [
  'countersign/node',
  'countersign/guards/lmdb',
  'countersign/guards/redis',
]

/** The modules that the installed package exports, each with its file for platforms other than Node; not NestJS, which is not beside it. */
export const modulesOf = (folder: string): ReadonlyArray<{ readonly name: string; readonly file: string }> => {
  type Target = string | { readonly default: Target }
  const fileOf = (target: Target): string => (typeof target === 'string' ? target : fileOf(target.default))
  const { name, exports } = JSON.parse(readFileSync(join(folder, 'node_modules/countersign/package.json'), 'utf8'))
  return Object.entries<Target>(exports)
    .filter(([path, target]) => typeof target !== 'string' && path !== './nest')
    .map(([path, target]) => ({ name: `${name}${path.slice(1)}`, file: fileOf(target).slice(2) }))
}

/** The adapters of Node's frameworks. A bundler for another platform takes them, and no server there has use for them. */
const ofNode: ReadonlyArray<string> = ['http', 'express', 'fastify', 'koa'].map((name) => `countersign/${name}`)

/** The exported modules that work on every platform. */
export const webModulesOf = (folder: string): ReadonlyArray<string> =>
  modulesOf(folder).flatMap(({ name }) => (onNodeOnly.includes(name) || ofNode.includes(name) ? [] : [name]))

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
