/** A function that computes its result for each key only once. It keeps the results as long as it lives. */
export const memoized = <K, A>(compute: (key: K) => A): ((key: K) => A) => {
  const results = new Map<K, A>()
  return (key) => {
    const result = results.get(key) ?? compute(key)
    results.set(key, result)
    return result
  }
}
