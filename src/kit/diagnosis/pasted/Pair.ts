/** A name and its value as texts: a header, or a parameter. */
export type Pair = readonly [name: string, value: string]

/** The value of the first Content-Length, as it is written. Undefined if there is none. */
export const contentLengthIn = (headers: ReadonlyArray<Pair>): string | undefined =>
  headers.find(([fieldName]) => fieldName.toLowerCase() === 'content-length')?.[1]
