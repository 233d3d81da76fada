/**
 * The two editions of the service (interface §1, §5.1). The one for mainland use offers no token authentication; the
 * other, which the interface does not name, we call international.
 */
export type Edition = 'international' | 'mainland'

export const editions: ReadonlyArray<Edition> = ['international', 'mainland']

export const offersBearer = (edition: Edition): boolean => edition === 'international'
