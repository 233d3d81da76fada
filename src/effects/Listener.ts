/**
 * Calls a listener of the embedding program in the next microtask. Drops its errors, thrown or rejected: a listener must not
 * change the outcome.
 */
export const tell = <A extends ReadonlyArray<unknown>>(
  listener: ((...told: A) => unknown) | undefined,
  ...told: A
): void => {
  if (listener === undefined) return
  void Promise.resolve()
    .then(() => listener(...told))
    .catch(() => {})
}
