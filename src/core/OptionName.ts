/**
 * A name that a program wrote where an option's belongs, as an error repeats it: only if it looks like one, for it may be a
 * key or a token in the wrong place.
 */
export const shown = (name: string): string => (/^[\w-]{1,40}$/.test(name) ? `"${name}"` : 'by such a name')
