/**
 * How the plain port can be changed: a check is switched off, a policy is taken, a function is replaced by a wrong one.
 * Every rule of the scheme is one visible line, `if (on('fresh-age') && …) refuse(…)`.
 */
import type { Base64 } from './base64.ts'
import type { Content } from './content.ts'
import type { Header } from './header.ts'
import type { Job } from './job.ts'
import type { Json } from './json.ts'
import type { Keys } from './keys.ts'
import type { Parts } from './parts.ts'
import type { Replay } from './replay.ts'
import type { Rsa } from './rsa.ts'
import type { Signer } from './signer.ts'
import type { Verifier } from './verifier.ts'

/** All functions of the port. They call each other through this record, so a planted bug can replace one of them. */
export interface Functions extends Content, Parts, Base64, Header, Keys, Rsa, Replay, Verifier, Signer, Json, Job {}

export interface Switches {
  /** Whether the check is on. */
  readonly on: (check: string) => boolean
  /** Whether the policy is taken. */
  readonly takes: (policy: string) => boolean
}

/** A part of the port, made over all of its functions. */
export type Part<F> = (f: Functions, switches: Switches) => F

/** Thrown where a rule is broken; it becomes the answer. */
export class Refusal {
  readonly reason: string
  constructor(reason: string) {
    this.reason = reason
  }
}

export const refuse = (reason: string): never => {
  throw new Refusal(reason)
}
