/** Throws a TypeError, which a framework answers with 500, if `verified` has not run for what `holder` belongs to. */
export const assertCovered = (holder: { readonly verified?: unknown }, remedy: string): void => {
  if (!Object.hasOwn(holder, 'verified') || holder.verified === undefined)
    throw new TypeError(`this route is not covered by verified: put ${remedy} in front of it`)
}
