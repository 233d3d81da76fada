/**
 * Makes a list at its first use and keeps it. For lists that are the same for every request: importing this package then costs no
 * work for them.
 */
export const lazily = <A>(make: () => Iterable<A>): (() => ReadonlyArray<A>) => {
  let items: ReadonlyArray<A> | undefined
  return () => {
    items ??= [...make()]
    return items
  }
}
