/**
 * `countersign/conformance` on the web platform: our own implementation as a port, for a page or a worker. The functions that start and
 * judge ports need Node.
 */
import { platform } from '../../platform/web/platform.ts'
import { createPortOn, type Port, type PortSettings } from './createPort.ts'

export type { Port, PortSettings } from './createPort.ts'
export type { Expectation, Hello, Op, PortAnswer, Trace, Vector, VectorBytes, VectorText } from './Vector.ts'

/** Workers and browsers have a user agent; Node 20 does not. */
const runtime = (): string => globalThis.navigator?.userAgent ?? 'the web platform'

/**
 * Our own implementation as a port, on WebCrypto; `version` is what it calls itself, `policies` those that it takes. Throws a
 * TypeError for the policy `missing-null`, which WebCrypto has no means to take.
 *
 * @example
 * ```ts
 * import { createPort } from 'countersign/conformance'
 *
 * const port = createPort({ version: '1.0.0' })
 * const answer = await port.answer('decodeJob', { body: { hex: '7b7d' } })
 * assert.deepEqual(answer, { outcome: 'reject', reason: 'job_invalid' })
 * ```
 */
export const createPort = (settings: PortSettings): Port => {
  if (settings.policies?.['missing-null'] === true) {
    throw new TypeError('the policy missing-null needs node:crypto; leave it off on the web platform')
  }
  return createPortOn(platform, `TypeScript on ${runtime()}`, settings)
}
