/**
 * Tells a listener of the embedding program, who must not change what it is told of: whatever it throws, at once or in a
 * promise, is its own. It is called when the present step has ended.
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
