/**
 * A runtime of the matrix: its capabilities, how it runs programs, and what it must refuse.
 */
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
  /** Its replay guard keeps what it has claimed over a restart; one in memory does not, and refuses what is older than itself. */
  readonly remembers?: boolean
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
