/** The report on a request in which another text was signed than the right one. */
import { diagnose } from '../../src/kit/diagnosis/examine.ts'
import type { Report } from '../../src/kit/diagnosis/Report.ts'
import { hash } from '../../src/platform/node/hash.ts'
import { line, now, publicKey, signatureOf } from './planting.ts'

const keys = [{ appId: 'app-1', key: publicKey(2048, 'app-1') }]

/** What was sent beside the header. */
export interface Sent {
  readonly method?: string
  readonly target?: string
  readonly body?: string
  readonly agent?: string | undefined
  readonly url?: string
  readonly host?: string
  readonly headers?: ReadonlyArray<readonly [string, string]>
}

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
      body: new Uint8Array(Buffer.from(body)),
      keys,
      now,
      url,
      host,
      headers: [...headers, ...(agent === undefined ? [] : [['user-agent', agent] as const])],
    },
    hash,
    budget,
  )
