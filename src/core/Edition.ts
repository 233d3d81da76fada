import { oneOf, type Rule } from './Rule.ts'

/**
 * The two editions of the service (interface §1, §5.1). The one for mainland use offers no token authentication; the
 * other, which the interface does not name, we call international.
 */
export type Edition = 'international' | 'mainland'

/** Both, for what comes from a program without types. */
export const editions: ReadonlyArray<Edition> = ['international', 'mainland']

export const rule: Rule<Edition> = /* @__PURE__ */ oneOf(editions)

/**
 * Whether an edition takes access tokens beside signatures (interface §5.1).
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
