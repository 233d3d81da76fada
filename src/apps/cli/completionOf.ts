/**
 * What helps to complete a request that was refused because no reader knows its form: the request as raw HTTP with the parts that were
 * found.
 *
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

/** Lines to print below the refusal. Nothing of the lines that were not understood is shown: they may hold a secret. */
export const completionOf = (logged: Logged, say: Say): string =>
  ['', say('Or complete this, and give it as a file:'), '', ...templateOf(logged)].join('\n')

/** The request as raw HTTP, with a name in place of each part that was not found. Content-Length is of the body that is missing. */
const templateOf = ({ method, target, authorization, headers = [] }: Logged): ReadonlyArray<string> => [
  `${visible(method ?? '<METHOD>')} ${visible(target === undefined || holdsSecret(target) ? '<TARGET>' : target)} HTTP/1.1`,
  ...headers
    .filter(([name]) => name === 'host' || name === 'content-type' || name === 'content-encoding')
    .map(([name, value]) => `${visible(name)}: ${visible(value)}`),
  `Authorization: ${visible(authorization ?? '<LINE>')}`,
  '',
  '<body>',
]
