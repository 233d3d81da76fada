/**
 * Makes a list at its first use and keeps it. For long lists that are the same for every request: the import of this package then
 * spends no time on them.
 *
 *     const layouts = lazily(makeLayouts)      makes nothing yet
 *     layouts()                                makes the list; every later call answers the same one
 */
export const lazily = <Entry>(makeEntries: () => Iterable<Entry>): (() => ReadonlyArray<Entry>) => {
  let entries: ReadonlyArray<Entry> | undefined
  return () => {
    entries ??= [...makeEntries()]
    return entries
  }
}
