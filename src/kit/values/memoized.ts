/** The function; what it makes of a key is made once. */
export const memoized = <K, A>(compute: (key: K) => A): ((key: K) => A) => {
  const results = new Map<K, A>()
  return (key) => {
    const result = results.get(key) ?? compute(key)
    results.set(key, result)
    return result
  }
}
