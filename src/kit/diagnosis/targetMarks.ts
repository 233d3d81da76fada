/**
 * The marks between the parts of a target, where another mark was signed than was sent: `/v1/jobs&page=1` for `/v1/jobs?page=1`, or
 * `\v1\jobs` for `/v1/jobs`. Everything between the marks is the same on both sides.
 */
import { splitTarget } from './forms/percent.ts'
import type { Telling } from './Telling.ts'

const makeTelling = (what: string, remedy: string, detail: string): Telling => ({ what, remedy, detail })

/** Windows separates the folders of a path with backslashes. */
const backslashes = (signed: string, sent: string): Telling | undefined => {
  const [signedPath, signedQuery] = splitTarget(signed)
  const [sentPath, sentQuery] = splitTarget(sent)
  const [mark] = /\\|%5C/i.exec(signedPath) ?? []
  if (mark === undefined || signedQuery !== sentQuery || sentPath.includes(mark)) return undefined
  if (signedPath.replaceAll(mark, '/') !== sentPath) return undefined
  return makeTelling(
    `The caller signed ${mark} in the path where a slash was sent. Functions for file names write backslashes on Windows, and some HTTP clients change them to slashes.`,
    'Join the path with slashes, not with a function for file names. Then sign and send this path.',
    `${mark} where a slash was sent`,
  )
}

const joinQuery = 'Write one question mark between the path and the query. Then sign and send this target.'

/** What stands where the question mark should: nothing, an ampersand, or two question marks. */
const questionMark = (signed: string, sent: string): Telling | undefined => {
  const [path, query] = splitTarget(sent)
  if (query.length < 2) return undefined
  switch (signed) {
    case path + query.slice(1):
      return makeTelling(
        'The caller signed the path and the query without the question mark between them.',
        joinQuery,
        'without the question mark',
      )
    case `${path}&${query.slice(1)}`:
      return makeTelling(
        'The caller signed & between the path and the query, where the question mark was sent.',
        joinQuery,
        '& where the question mark was sent',
      )
    case `${path}?${query}`:
      return makeTelling(
        'The caller signed two question marks between the path and the query, but sent one.',
        joinQuery,
        'two question marks',
      )
    default:
      return undefined
  }
}

/** Whether one & of the parameters is a question mark in the signed ones, and all else is the same. */
const isOneAmpersandReplaced = (parameters: string, signed: string): boolean => {
  let index = 0
  while (index < signed.length && signed[index] === parameters[index]) index++
  return parameters[index] === '&' && signed === `${parameters.slice(0, index)}?${parameters.slice(index + 1)}`
}

/** Between two parameters: a semicolon, or the question mark of a URL to which a further query was appended. */
const ampersand = (signed: string, sent: string): Telling | undefined => {
  const [path, query] = splitTarget(sent)
  const parameters = query.slice(1)
  if (!parameters.includes('&')) return undefined
  if (signed === `${path}?${parameters.replaceAll('&', ';')}`)
    return makeTelling(
      'The caller signed semicolons between the parameters of the query, where & was sent.',
      'Write & between two parameters. Then sign and send this query.',
      'semicolons where & was sent',
    )
  return isOneAmpersandReplaced(parameters, signed.startsWith(`${path}?`) ? signed.slice(path.length + 1) : '')
    ? makeTelling(
        'The caller signed a second question mark in the query, where & was sent. It appended a query to a URL that had one.',
        'Write & between two parameters, and a question mark only before the first. Then sign and send this query.',
        'a second question mark',
      )
    : undefined
}

/** The words for other marks between the same parts, if only these differ. */
export const targetMarks = (signed: string, sent: string): Telling | undefined =>
  backslashes(signed, sent) ?? questionMark(signed, sent) ?? ampersand(signed, sent)
