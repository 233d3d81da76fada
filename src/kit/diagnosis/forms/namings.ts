/**
 * The ways in which languages and libraries join the words of a name: `user_id` becomes `userId`, `UserId` or `USER_ID`.
 *
 *     wordsOf('userId')     ['user', 'id']
 */

/** The word with a capital letter first. */
export const capitalized = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1)

export type Namings = ReadonlyArray<readonly [detail: string, join: (words: ReadonlyArray<string>) => string]>

export const usualNamings: Namings = [
  ['camelCase', ([firstWord = '', ...otherWords]) => firstWord + otherWords.map(capitalized).join('')],
  ['PascalCase', (words) => words.map(capitalized).join('')],
  ['snake_case', (words) => words.join('_')],
]

/** Go programmers write such a word in capitals. */
const initialism = /^(?:api|cpu|html|https?|ids?|ip|json|sha|sql|ssl|tls|ttl|ui|uid|uri|url|uuid|xml)$/

const capitalizedInGo = (word: string): string => (initialism.test(word) ? word.toUpperCase() : capitalized(word))

/** Few programs write these. */
export const seldomNamings: Namings = [
  ['PascalCase with initials (Go)', (words) => words.map(capitalizedInGo).join('')],
  ['UPPER_CASE', (words) => words.join('_').toUpperCase()],
  ['kebab-case', (words) => words.join('-')],
  ['lowercase', (words) => words.join('')],
  ['UPPERCASE', (words) => words.join('').toUpperCase()],
]

/** The words of a name, in lower case. */
export const wordsOf = (memberName: string): ReadonlyArray<string> =>
  memberName
    .replace(/([a-z0-9])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$3_$2')
    .split(/[_-]+/)
    .map((word) => word.toLowerCase())
