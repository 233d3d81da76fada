/**
 * A small memory for functions of a text that several mistakes ask for in turn, one after the other.
 */
/** So many texts: a body, and what a few mistakes make of it. */
const mostKept = 8
/** In characters: longer texts are not kept, for they would stay in memory after the diagnosis. */
const longestKept = 65_536

/** The function; what it makes of the last texts is kept, for one mistake after the other asks about the same body. */
export const lately = <A>(make: (text: string) => A): ((text: string) => A) => {
  const kept = new Map<string, A>()
  return (text) => {
    if (text.length > longestKept) return make(text)
    const known = kept.get(text)
    if (known !== undefined) return known
    const [oldest] = kept.keys()
    if (kept.size === mostKept && oldest !== undefined) kept.delete(oldest)
    const made = make(text)
    kept.set(text, made)
    return made
  }
}
