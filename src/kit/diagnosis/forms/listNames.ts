/** The names of parameters that hold a list: `ids[]`, or with escapes `ids%5B%5D`. */

const listMark = /(?:%5B|\[)(?:%5D|\])$/i

export const isListName = (name: string): boolean => listMark.test(name)

export const withoutListMark = (name: string): string => name.replace(listMark, '')
