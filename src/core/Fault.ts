/**
 * How errors are declared: a tag and its fields, in closed unions, and one table for the words of a union.
 */

/** An error as data: its tag, and what else is known. */
export type Fault<Tag extends string, Fields = unknown> = { readonly _tag: Tag } & Fields

/** What to say of each member of a union: a text, or a function that makes it. A tag without its words does not compile. */
export type Words<F extends Fault<string>> = {
  readonly [Tag in F['_tag']]: string | ((fault: Extract<F, Fault<Tag>>) => string)
}

/** The message of each member of a union. `others` speaks for the members that `words` leaves out. */
export const messageOf =
  <F extends Fault<string>, Others extends Fault<string> = never>(
    words: Words<Exclude<F, Others>>,
    others?: (fault: Others) => string,
  ) =>
  (fault: F): string => {
    const said = (words as Partial<Words<Fault<string>>>)[fault._tag] ?? others
    return typeof said === 'function' ? said(fault as never) : `${said}`
  }
