/** What is used of MiniSearch, which only the site needs. */
declare module 'minisearch' {
  type Found<A> = A & { readonly terms: ReadonlyArray<string> }
  export default class MiniSearch<A> {
    constructor(options: object)
    addAll(documents: ReadonlyArray<A & { readonly id: number }>): void
    search(words: string, options?: object): ReadonlyArray<Found<A>>
  }
}
