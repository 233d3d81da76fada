/** The editions of the service, which a client or a verifier is configured for. */
import { oneOf, type Rule } from './Rule.ts'

/**
 * The editions of the service (interface §1, §5.1). The mainland edition offers no token authentication. The interface does
 * not name the other edition; `international` is our name.
 */
export type Edition = 'international' | 'mainland'

/** Both editions. */
export const editions: ReadonlyArray<Edition> = ['international', 'mainland']

export const rule: Rule<Edition> = /* @__PURE__ */ oneOf(editions)

/**
 * Whether an edition accepts access tokens as well as signatures (interface §5.1).
 *
 * @example
 * ```ts
 * import { Edition } from 'countersign'
 *
 * assert.ok(Edition.offersBearer('international'))
 * assert.ok(!Edition.offersBearer('mainland'))
 * ```
 */
export const offersBearer = (edition: Edition): boolean => edition === 'international'
