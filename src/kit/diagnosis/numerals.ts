/** How page, ticket and summary write sentences and numbers. */

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** With a capital and a full stop. */
export const sentence = (text: string): string => (/[.!?]$/.test(text) ? capital(text) : `${capital(text)}.`)

export const number = (value: number): string => value.toLocaleString('en')

export const counted = (count: number, one: string): string => `${number(count)} ${one}${count === 1 ? '' : 's'}`
