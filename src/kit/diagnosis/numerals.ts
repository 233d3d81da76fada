/**
 * How page, ticket and summary write sentences and numbers.
 *
 *     sentence('the body differs')     'The body differs.'
 *     counted(1200, 'byte')            '1,200 bytes'
 */

export const capital = (phrase: string): string => phrase.charAt(0).toUpperCase() + phrase.slice(1)

/** The phrase with a capital and a full stop, unless it ends a sentence already. */
export const sentence = (phrase: string): string => (/[.!?]$/.test(phrase) ? capital(phrase) : `${capital(phrase)}.`)

export const number = (quantity: number): string => quantity.toLocaleString('en')

export const counted = (count: number, singular: string): string =>
  `${number(count)} ${singular}${count === 1 ? '' : 's'}`
