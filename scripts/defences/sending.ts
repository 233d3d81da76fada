// Defences of a client: whom it believes, and what it sends.
import { type Defence, inFile } from './defence.ts'

const sending = inFile('src/programs/sendAuthorized.ts', 'programs/submitJob')
const baseUrl = inFile('src/core/BaseUrl.ts', 'core/BaseUrl')

export const clients: ReadonlyArray<Defence> = [
  sending(
    'T22',
    'a clock is led as far as the service likes',
    '&& Math.abs(date.value - now) <= largestCorrection',
    '',
  ),
  sending(
    'T22',
    'a clock is led a day further with each correction',
    'Math.abs(date.value - now) <= largestCorrection',
    'Math.abs(date.value - sent) <= largestCorrection',
  ),
  sending('T22', 'a clock is corrected as often as the service likes', '!clockCorrected && ', ''),
  sending('T22', 'a clock is corrected by any answer', ' && answered.status === 401', ''),
  sending(
    'T22',
    'a clock is corrected by any refusal',
    "code === 'timestamp_expired' || code === 'timestamp_in_future'",
    'true',
  ),
  sending('T22', 'a clock is corrected unasked', 'if (n < retries && env.credentials', 'if (env.credentials'),
  sending('T22', 'one service sets the clock for all', 'env.offsets.get(origin)()', "env.offsets.get('')()"),
  baseUrl(
    'T22',
    'requests, and the time, go over plain http',
    "if (scheme.toLowerCase() !== 'https' && !loopback.test(name))",
    'if (false)',
  ),
  baseUrl('T22', 'a name that begins like loopback is loopback', '|\\\\[::1\\\\])$`', '|\\\\[::1\\\\])`'),
  sending('T5', 'an attempt that failed somehow is made again', "attempted.left._tag === 'connection_refused'", 'true'),
  inFile('src/node/httpClient.ts', 'node/httpClient')(
    'T19',
    'another target is sent than was signed, by node',
    'path: target,',
    'path: new URL(target, origin(base)).pathname + new URL(target, origin(base)).search,',
  ),
  inFile('src/web/httpClient.ts', 'web/httpClient')(
    'T19',
    'another target is sent than was signed, by fetch',
    'if (!keepsTarget(made, request.target))',
    'if (false)',
  ),
  inFile('src/web/httpClient.ts', 'web/httpClient')(
    'T24',
    'a redirect takes the header elsewhere',
    "redirect: 'manual'",
    "redirect: 'follow'",
  ),
  inFile('src/node/httpClient.ts', 'node/httpClient')(
    'T5',
    'node sends a request again over a connection that it had kept',
    'agent: false as const',
    'agent: undefined',
  ),
]
