/** The same function, which computes its result for each key once and keeps it as long as the function lives. */
export const memoized = <K, A>(compute: (key: K) => A): ((key: K) => A) => {
  const results = new Map<K, A>()
  return (key) => {
    const result = results.get(key) ?? compute(key)
    results.set(key, result)
    return result
  }
}
