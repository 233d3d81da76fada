/** Requests in which another text was signed than the right one: the right draft, the report, and its one finding. */
import { type Draft, draftOf } from '../../src/kit/diagnosis/Draft.ts'
import { diagnose } from '../../src/kit/diagnosis/examine.ts'
import type { Finding, Report } from '../../src/kit/diagnosis/Report.ts'
import { hash } from '../../src/platform/node/hash.ts'
import { line, now, publicKey, signatureOf } from './planting.ts'
import { assert } from './suite.ts'

const keys = [{ appId: 'app-1', key: publicKey(2048, 'app-1') }]

/** What was sent beside the header. */
export interface Sent {
  readonly method?: string
  readonly target?: string
  readonly body?: string | Uint8Array
  readonly agent?: string | undefined
  readonly url?: string
  readonly host?: string
  readonly headers?: ReadonlyArray<readonly [string, string]>
}

/** The string to sign of a request whose header has the nonce `n-1` and the timestamp `now`. */
export const textToSign = ({
  method = 'POST',
  target = '/v1/jobs',
  body = '',
}: Partial<Readonly<Record<'method' | 'target' | 'body', string>>>): string =>
  `${method}\n${target}\n${now}\nn-1\n${body}`

const bytesOf = (body: string | Uint8Array): Uint8Array => new Uint8Array(Buffer.from(body as string))

/** What is in the right draft of a request. */
interface DraftRequest extends Pick<Sent, 'method' | 'target' | 'body' | 'url' | 'host'> {
  readonly nonce?: string
}

/** The right draft of such a request: `rightDraft({ body: '{}' })` signs `{}`, sent by POST to `/v1/jobs`. */
export const rightDraft = ({
  method = 'POST',
  target = '/v1/jobs',
  nonce = 'n-1',
  body = '',
  url,
  host,
}: DraftRequest): Draft =>
  draftOf({ method, target, timestamp: String(now), nonce, body: bytesOf(body), appId: 'app-1', url, host })

/** The budget is enough for one mistake. */
export const reportOnText = (
  text: string | Uint8Array,
  { method = 'POST', target = '/v1/jobs', body = '', agent, url, host, headers = [] }: Sent,
  budget = 200_000_000,
): Report =>
  diagnose(
    {
      method,
      target,
      authorization: [line(signatureOf(text))],
      body: bytesOf(body),
      keys,
      now,
      url,
      host,
      headers: [...headers, ...(agent === undefined ? [] : [['user-agent', agent] as const])],
    },
    hash,
    budget,
  )

/** The one finding of an exact report. */
export const onlyFinding = ({ exact, findings, alternatives }: Report): Finding => {
  const [found, ...more] = findings
  assert.ok(found !== undefined && more.length === 0 && exact, JSON.stringify([findings, alternatives]))
  return found
}
