/** What a library must offer so that measure.ts can compare it with ours: it signs, verifies and alters a request. */
import { installedTools } from '../../../spec/support/installedTools.ts'

/** A request before it is signed. Every library gets the same one and uses its own format. */
export interface Content {
  readonly method: string
  readonly target: string
  /** Seconds. */
  readonly timestamp: number
  readonly nonce: string
  readonly body: Buffer
}

/**
 * One library that parses a whole request or token and checks its age, in its best case: keys are imported before the measurement, lookups use a `Map`, no result is cached, and the
 * synchronous form is used if there is one. Steps that the library leaves to its user, such as the body's digest, are done
 * here in Node's cheapest way and count as its cost, because a request is not verified without them.
 */
export interface Peer<Signed = unknown> {
  /** The package's name in the registry. */
  readonly name: string
  readonly sign: (content: Content) => Signed | Promise<Signed>
  /** A refusal: `false`, an exception or a rejection, depending on the library. */
  readonly verify: (signed: Signed) => boolean | Promise<boolean>
  /** The same request with another body and the old signature. */
  readonly withBody: (signed: Signed, body: Buffer) => Signed
}

/** The window of every peer's checks, the same as ours: five minutes back, one minute ahead. */
export const maxAge = 300
export const maxSkew = 60

export const appId = 'app-1'

/** Imports a library or one of its dependencies, pinned by the lock file in scripts/bench/tools. */
export const load = async <A>(name: string): Promise<A> => {
  const module = await (await installedTools('scripts/bench/tools')).load<{ readonly default?: A }>(name)
  return module.default ?? (module as A)
}
