/**
 * A runtime as the matrix asks it: what it can, how it runs our programs, and what it is said to refuse.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Service } from './process.ts'
import type { OurService } from './service.ts'

/** What differs from runtime to runtime; the claims hold it to each of them, both ways. */
export interface Can {
  /** The longest modulus, in bits, of a key that verifies, and of one that signs. */
  readonly publicBits: number
  readonly privateBits: number
  /** Whether a public exponent may be another than 3 or 65537. */
  readonly anyExponent: boolean
  readonly encryptedKeys: boolean
  readonly certificates: boolean
  readonly missingNull: boolean
}

/** Where keys are imported by WebCrypto. */
export const web: Can = {
  publicBits: 8192,
  privateBits: 8192,
  anyExponent: true,
  encryptedKeys: false,
  certificates: false,
  missingNull: false,
}

/** Something that must hold, and what was seen in its place if it does not. */
export interface Told {
  readonly group: string
  readonly words: string
  readonly wrong?: string
}

export const tell = (group: string, words: string, right: boolean, seen: string): Told =>
  right ? { group, words } : { group, words, wrong: seen }

/** A server of the runtime's own, with our adapter in front. */
export interface Server {
  readonly name: string
  readonly start: () => Promise<Service>
  /** The odd targets that it refuses, or rewrites before the adapter sees them, so that the adapter does. */
  readonly refusedTargets: ReadonlyArray<string>
}

/** A runtime that is there, ready to be asked. */
export interface Ready {
  readonly title: string
  readonly can: Can
  readonly claims: () => Promise<ReadonlyArray<Told>>
  /** The command that is a port of the suite, with our own policies or with these. */
  readonly port: (policies?: ReadonlyArray<string>) => ReadonlyArray<string>
  readonly servers: ReadonlyArray<Server>
  /** The command `countersign`, where it is one. */
  readonly cli?: ReadonlyArray<string>
  /** The cases that it cannot pass, and why: a key that it does not import. */
  readonly refuses: Readonly<Record<string, string>>
  readonly stop?: () => Promise<void>
}

/** What a machine may lack; told in the closing line, and a failure under CI. */
export class Missing extends Error {}

export interface Runtime {
  readonly name: string
  readonly modules: 'ESM' | 'CommonJS'
  /** Rejects with `Missing`. */
  readonly prepare: () => Promise<Ready>
}

/** What every runtime of a run shares. */
export interface World {
  /** The program's folder, with the package installed in it. */
  readonly folder: string
  readonly service: OurService
  /** Of app-1, in PEM. */
  readonly publicKey: string
  /** Keys of kinds that not every runtime reads. */
  readonly odd: { readonly encrypted: string; readonly passphrase: string; readonly certificate: string }
  /** The URL of a real Redis; undefined where the machine has none. */
  readonly redis: string | undefined
}

/** The entry points that need files or sockets of Node. */
export const onNodeOnly: ReadonlyArray<string> = [
  'countersign/node',
  'countersign/guards/lmdb',
  'countersign/guards/redis',
]

/** The modules that the installed package exports, each with the file for a program that is not on Node. */
export const modulesOf = (folder: string): ReadonlyArray<{ readonly name: string; readonly file: string }> => {
  type Target = string | { readonly default: Target }
  const fileOf = (target: Target): string => (typeof target === 'string' ? target : fileOf(target.default))
  const { name, exports } = JSON.parse(readFileSync(join(folder, 'node_modules/countersign/package.json'), 'utf8'))
  return Object.entries<Target>(exports)
    .filter(([, target]) => typeof target !== 'string')
    .map(([path, target]) => ({ name: `${name}${path.slice(1)}`, file: fileOf(target).slice(2) }))
}

/** Of these, the ones that are made for every platform. */
export const webModulesOf = (folder: string): ReadonlyArray<string> =>
  modulesOf(folder).flatMap(({ name, file }) => (file.startsWith('dist/modules/') ? [name] : []))
