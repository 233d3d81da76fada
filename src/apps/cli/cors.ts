/** Pages of other origins: the option `--cors`, and the answer to what a browser asks before it sends. */
import * as E from 'fp-ts/lib/Either.js'
import { textThat } from '../../core/Rule.ts'
import { visible } from '../../kit/conformance/reports/visible.ts'
import { corsField } from '../../server/adapters/cors.ts'
import { allowOrigin, noContent, refuse } from '../../server/adapters/nodeRequest.ts'
import { word } from './arguments.ts'
import { type Argument, repeated } from './grammar.ts'
import { type Listener, maxRest } from './loggedServer.ts'
import type { Logger } from './logger.ts'
import { ofIdentity } from './logLines.ts'
import type { RequestIdentities } from './requestIdentities.ts'

const words = 'an origin as browsers write it, such as https://app.example, or * for all'
const origin = word(
  'ORIGIN',
  textThat(words, (given) => E.isRight(corsField('cors', given))),
)

export const corsArgument: Argument<ReadonlyArray<string>> = repeated(
  origin,
  'pages of this origin may send requests, and the server answers their preflights. * means all origins',
)

/** The listener, behind the answers to preflights of these origins. */
export const allowing = (
  origins: ReadonlyArray<string>,
  log: Logger['log'],
  identityOf: RequestIdentities['of'],
): ((listener: Listener) => Listener) => {
  // A page that reports a failure names the request as the log does.
  const given = origins.length === 0 ? undefined : { origins, exposed: ['X-Request-Id'] }
  const cors = corsField('cors', given)
  const policy = E.isRight(cors) ? cors.right : undefined
  return (listener) => (req, res, waits) => {
    if (policy === undefined || !allowOrigin(req, res, policy)) return listener(req, res, waits)
    const path = visible((req.url ?? '').replace(/\?.*$/s, '').slice(0, 200))
    log(204, `preflight: OPTIONS ${path}: a browser asks before a page of another origin sends its request`, {
      method: 'OPTIONS',
      path,
      ...ofIdentity(identityOf(req)),
    })
    return refuse(req, res, noContent, maxRest)
  }
}
