/**
 * Calls a listener of the embedding program in the next microtask. Its errors, thrown or rejected, are dropped: a listener
 * must not change what it is told of.
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
