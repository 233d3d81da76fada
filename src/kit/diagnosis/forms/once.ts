/** What is the same for every request is made once, for the first that needs it. */
export const once = <A>(make: () => Iterable<A>): (() => ReadonlyArray<A>) => {
  let made: ReadonlyArray<A> | undefined
  return () => {
    made ??= [...make()]
    return made
  }
}
