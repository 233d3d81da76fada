/** The function; what it makes of a key is made once. */
export const memoized = <K, A>(make: (key: K) => A): ((key: K) => A) => {
  const known = new Map<K, A>()
  return (key) => {
    const made = known.get(key) ?? make(key)
    known.set(key, made)
    return made
  }
}
