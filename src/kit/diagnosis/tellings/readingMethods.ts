/** Requests of these methods have no body, as a rule. */
export const readingMethods: ReadonlyArray<string> = ['GET', 'HEAD']
