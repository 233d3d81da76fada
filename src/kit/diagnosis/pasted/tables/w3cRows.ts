/**
 * The rows of a log in the W3C format, which IIS writes. A line names the fields. `cs(Authorization)` is a header of the request.
 *
 *     #Fields: cs-method cs-uri-stem cs(Authorization)
 *     POST /v1/jobs SVC-SHA256-RSA+app_id=app-1,nonce_str=n-1,…
 */
import type { Row } from '../sqlRows.ts'

export const w3cRows = (source: string): ReadonlyArray<Row> => {
  let names: ReadonlyArray<string> = []
  return source.split(/\r?\n/).flatMap((line): ReadonlyArray<Row> => {
    const fields = /^#Fields: (.*)$/.exec(line)?.[1]
    if (fields !== undefined) names = fields.trim().split(/\s+/)
    const values = line.split(/[ \t]/)
    return line.startsWith('#') || values.length !== names.length ? [] : [w3cRow(names, values)]
  })
}

const w3cColumns: Readonly<Record<string, string>> = {
  'cs-method': 'method',
  'cs-uri': 'url',
  'cs-uri-stem': 'path',
  'cs-uri-query': 'query',
}

/** `cs(Authorization)`: a header that the client sent to the server. */
const headerField = /^cs\(([\w-]{1,128})\)$/

/** Where IIS has written a blank as a plus sign: before the name of an item. Elsewhere a plus sign may be one of Base64. */
const plusForBlank = /(^[A-Za-z][\w-]{0,64}|,)\+(?=\w{1,64}=)/g

const w3cRow = (names: ReadonlyArray<string>, values: ReadonlyArray<string>): Row => {
  const cells = names.flatMap((name, i): Row => {
    const column = w3cColumns[name]
    return column === undefined || values[i] === '-' ? [] : [{ name: column, readings: [values[i] ?? ''] }]
  })
  const headers = names.flatMap((name, i): ReadonlyArray<string> => {
    const fieldName = headerField.exec(name)?.[1] ?? (name === 'cs-host' ? 'Host' : undefined)
    if (fieldName === undefined || values[i] === '-') return []
    return [`${fieldName}: ${(values[i] ?? '').replace(plusForBlank, '$1 ')}`]
  })
  return [...cells, { name: 'headers', readings: [headers.join('\n')] }]
}
