import { installedTools } from '../../../spec/support/installedTools.ts'

/** A request before it is signed. Every library gets the same, and lays it out as its own format has it. */
export interface Content {
  readonly method: string
  readonly target: string
  /** Seconds. */
  readonly timestamp: number
  readonly nonce: string
  readonly body: Buffer
}

/**
 * One library, given its best case: the keys are imported before anything is measured, nothing is looked up but by a `Map`,
 * no result is kept from one call to the next, and the synchronous form is taken where there is one. Whatever a library
 * leaves to its user and a signed request needs, such as the digest of the body, is done here, in the cheapest way that Node
 * offers, and counts as its cost: without it nothing would be verified that deserves the name.
 */
export interface Peer<Signed = unknown> {
  /** Its name in the registry. */
  readonly name: string
  /** Reads a whole request or token and checks its age; `false`: wraps the primitive and leaves the rest to its user. */
  readonly checksAll: boolean
  readonly sign: (content: Content) => Signed | Promise<Signed>
  /** May throw or reject, as each library has it, where it does not answer `false`. */
  readonly verify: (signed: Signed) => boolean | Promise<boolean>
  /** With another body, under the old signature. */
  readonly withBody: (signed: Signed, body: Buffer) => Signed
}

/** What every peer's checks are set to, as ours: five minutes back, one minute ahead. */
export const maxAge = 300
export const maxSkew = 60

export const appId = 'app-1'

/** A library, or a package that came with one, pinned by the lock file in scripts/bench/tools. */
export const load = async <A>(name: string): Promise<A> => {
  const module = await (await installedTools('scripts/bench/tools')).load<{ readonly default?: A }>(name)
  return module.default ?? (module as A)
}
