/**
 * A runtime as the matrix asks it: what it can, how it runs our programs, and what it is said to refuse.
 */
import type { Service } from './processes.ts'

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

/** Something that must hold, and what was seen in its place if it does not. */
export interface Told {
  readonly group: string
  readonly words: string
  readonly wrong?: string
}

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
