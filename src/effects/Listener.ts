/**
 * Calls a listener of the embedding program, such as `onRefusal`, in the next microtask. Drops the listener's errors, thrown or
 * rejected: a listener must not change the outcome.
 */
export const tell = <Args extends ReadonlyArray<unknown>>(
  listener: ((...args: Args) => unknown) | undefined,
  ...args: Args
): void => {
  if (listener === undefined) return
  void Promise.resolve()
    .then(() => listener(...args))
    .catch(() => {})
}
