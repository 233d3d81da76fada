/** Our own implementation as a port on Node, Bun and Deno, for `countersign port`, the oracle and tests; `createPort.ts` has its operations. */
import { platform } from '../../platform/node/platform.ts'
import { createPortOn, type Port, type PortSettings } from './createPort.ts'

export type { Port, PortSettings } from './createPort.ts'

/** Bun and Deno have a version of their own beside the version of Node that they imitate. */
const runtime = (): string => {
  const { bun, deno, node } = process.versions
  if (bun !== undefined) return `Bun ${bun}`
  return deno === undefined ? `Node ${node}` : `Deno ${deno}`
}

/**
 * Our own implementation as a port, on Node's crypto; `version` is what it calls itself, `policies` those that it takes.
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
export const createPort = (settings: PortSettings): Port =>
  createPortOn(platform, `TypeScript on ${runtime()}`, settings)
