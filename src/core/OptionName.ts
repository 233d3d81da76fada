/**
 * A name that a program wrote where an option's belongs, as an error repeats it: only if it looks like one, for it may be a
 * key or a token in the wrong place.
 */
export const shown = (name: string): string => (/^[\w-]{1,40}$/.test(name) ? `"${name}"` : 'by such a name')

/** What is wrong with options of which one has no such name, in our words; nothing if each has. */
export const complaint = (names: ReadonlyArray<string>, options: object, whose = 'there is'): string | undefined => {
  const unknown = Object.keys(options).find((name) => !names.includes(name))
  return unknown === undefined ? undefined : `${whose} no option ${shown(unknown)}; the options are ${names.join(', ')}`
}
