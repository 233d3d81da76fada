/**
 * A command of curl that a library prints without escapes, so that an apostrophe in the JSON ends the text in quotation marks. A shell
 * does not run such a command, because one apostrophe has no partner.
 *
 *     curl -X POST 'https://h/v1/jobs' --data '{"title":"it's red"}'
 *         →  curl -X POST 'https://h/v1/jobs' --data '{"title":"it'\''s red"}'
 *
 * With an even number of apostrophes a shell runs the command, and sends what it reads. So such a command stays as it is.
 */
import { isJson } from './escapedBody.ts'

/** The command is the text, perhaps behind a prompt. In another text it may be a part of a body. */
const beginsLikeCommand = /^\s{0,64}(?:[^\n"'{]{0,128}[$%#>] {1,4})?curl\s/

const dataOption = /(?:^|\s)(?:--data(?:-raw|-binary)?|-d) '(?=[[{])/

/** An apostrophe within or behind a word. Beside a quotation mark, it could be of the shell. */
const ofWord = /(?<=[A-Za-z\x80-\xff])'(?=[A-Za-z\s])/g

const countOf = (text: string): number => text.split("'").length - 1

/** The command with the apostrophes of its JSON escaped. Undefined if there are none of this kind. Texts have one character for each byte. */
export const withEscapedApostrophes = (text: string): string | undefined => {
  const option = beginsLikeCommand.test(text) && countOf(text) % 2 === 1 ? dataOption.exec(text) : null
  if (option === null) return undefined
  const start = option.index + option[0].length
  const quoteIndexes = [...text.slice(start).matchAll(/'/g)].map(({ index }) => start + index).slice(0, mostApostrophes)
  const end = quoteIndexes.find(
    (index) => /^[\s"]|^$/.test(text.slice(index + 1, index + 2)) && isJson(text.slice(start, index)),
  )
  const json = end === undefined ? '' : text.slice(start, end)
  if (end === undefined || countOf(json) !== (json.match(ofWord) ?? []).length) return undefined
  return text.slice(0, start) + json.replaceAll("'", "'\\''") + text.slice(end)
}

/** Each is tried as the end of the JSON. */
const mostApostrophes = 64
