/**
 * A shell splits a variable without quotation marks into words at white space, and a program gets the words as arguments. `echo` writes them
 * with one space between them, `printf '%s'` with nothing, and `printf '%s\n'` each on a line. A script that uses `$1` gets the first word.
 *
 *     sent '{ "a":  1 }', signed '{ "a": 1 }'     echo $BODY
 *     sent '{ "a":  1 }', signed '{"a":1}'        printf '%s' $BODY
 *     sent '{ "a":  1 }', signed '{'              $1 of a script that was called with $BODY
 */
import type { Telling } from './Telling.ts'

const wordsOf = (text: string): ReadonlyArray<string> => text.split(/\s+/).filter((word) => word !== '')

/** The text of the words, as `echo` writes them. */
const echoed = (text: string): string => wordsOf(text).join(' ')

const withoutLastLineEnd = (text: string): string => text.replace(/\r?\n$/, '')

const quoteVariable =
  'Sign and send the same text, with all its white space. In a shell, write the variable in quotation marks wherever the script uses it: "$BODY".'

/** What the script did with the words that it signed. */
const signedWords = (signed: string, sent: string): string | undefined => {
  const words = wordsOf(sent)
  const [firstWord = ''] = words
  if (words.length < 2) return undefined
  if (signed === words.join(' '))
    return 'In the body that the caller signed, each run of white space is one space. Either its program changes white space, or a shell wrote a variable without quotation marks: echo $BODY.'
  if (signed === words.join(''))
    return "The caller signed the body without its white space, even within strings. Either its program removes white space, or a shell wrote a variable without quotation marks: printf '%s' $BODY."
  if (words.join('\n') === withoutLastLineEnd(signed))
    return "The caller signed each word of the body on a line of its own. A shell writes a variable in this way if it has no quotation marks: printf '%s\\n' $BODY."
  return signed === firstWord
    ? 'The caller signed the body only up to its first white space. Either its program reads only one line or one word, or a shell has split a variable without quotation marks: then the first word is $1.'
    : undefined
}

/** A body that a shell split into words before it was signed. */
export const signedUnquoted = (signed: string, sent: string): Telling | undefined => {
  const what = signed === '' || signed === sent ? undefined : signedWords(signed, sent)
  return what === undefined ? undefined : { what, remedy: quoteVariable }
}

/** Serializers write no blank after the first bracket of JSON on one line. */
const isUnusual = (line: string): boolean => /^[[{] /.test(line) && !line.includes('\n')

/** JSON that was indented on one side, and whose lines and indents are single blanks on the other. */
export const echoedJson = (signed: string, sent: string): Telling | undefined => {
  if (isUnusual(signed) && signed !== sent && signed === echoed(sent)) return signedUnquoted(signed, sent)
  const arrived = withoutLastLineEnd(sent)
  return isUnusual(arrived) && arrived !== withoutLastLineEnd(signed) && arrived === echoed(signed)
    ? {
        what: 'In the body that arrived, each run of white space of the signed body is one space. Either the client changed white space after signing, or a shell wrote a variable without quotation marks: curl -d "$(echo $BODY)".',
        remedy: quoteVariable,
      }
    : undefined
}
