/**
 * What helps to complete a request that was refused because no reader knows its form: the lines that were not understood, and the request
 * as raw HTTP with the parts that were found.
 *
 *       line 4: "{\"a\":1}"
 *     POST /v1/jobs HTTP/1.1
 *     content-type: application/json
 *     Authorization: SVC-SHA256-RSA app_id=app-1,…
 *
 *     <body>
 */
import { visible } from '../../kit/conformance/reports/visible.ts'
import type { Say } from '../../kit/diagnosis/chinese/dictionary.ts'
import type { Logged } from '../../kit/diagnosis/pasted/readLogLine.ts'
import { holdsSecret } from '../../kit/diagnosis/secrets.ts'

/** More lines are not shown. */
const mostLines = 3

/** How much of a line is shown. */
const longestLook = 72

/** Lines to print below the refusal. */
export const completionOf = (logged: Logged, pasted: string, say: Say): string =>
  [
    '',
    ...looksAt(logged, pasted, say),
    say('Or complete this, and give it as a file:'),
    '',
    ...templateOf(logged),
  ].join('\n')

/** The beginnings of the first lines that were not understood. A line with a secret is not shown. */
const looksAt = ({ notUnderstood = [] }: Logged, pasted: string, say: Say): ReadonlyArray<string> => {
  const lines = pasted.split('\n')
  const numbers = notUnderstood.flatMap(([first, last]) =>
    Array.from({ length: Math.min(last - first + 1, mostLines) }, (_, i) => first + i),
  )
  return numbers.slice(0, mostLines).map((number) => {
    const line = (lines[number - 1] ?? '').trim()
    const look = holdsSecret(line) ? '***' : shortened(line)
    return `  ${say(`line ${number}`)}: ${look}`
  })
}

const shortened = (line: string): string =>
  line.length > longestLook ? `${visible(line.slice(0, longestLook))}…` : visible(line)

/** The request as raw HTTP, with a name in place of each part that was not found. Content-Length is of the body that is missing. */
const templateOf = ({ method, target, authorization, headers = [] }: Logged): ReadonlyArray<string> => [
  `${visible(method ?? '<METHOD>')} ${visible(target ?? '<TARGET>')} HTTP/1.1`,
  ...headers
    .filter(([name]) => name === 'host' || name === 'content-type' || name === 'content-encoding')
    .map(([name, value]) => `${visible(name)}: ${visible(value)}`),
  `Authorization: ${visible(authorization ?? '<LINE>')}`,
  '',
  '<body>',
]
