// The service behind the soak's gateway. It counts what comes: each request once, with the body that was sent.
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Behind {
  readonly handled: number
  /** Requests with a nonce that came before. */
  readonly doubled: number
  /** Requests with another body than the caller sent. */
  readonly altered: number
}

const nonces = new Set<string>()
const count = { handled: 0, doubled: 0, altered: 0 }

const server = createServer((req, res) => {
  const digest = createHash('sha256')
  req.on('data', (part) => digest.update(part))
  req.on('end', () => {
    count.handled++
    if (digest.digest('hex') !== req.headers['x-digest']) count.altered++
    const nonce = /nonce_str=([^,]+)/.exec(req.headers.authorization ?? '')?.[1]
    if (nonce !== undefined && nonces.has(nonce)) count.doubled++
    if (nonce !== undefined) nonces.add(nonce)
    res.end('ok')
  })
})
server.listen(0, '127.0.0.1')
process.on('message', (message: 'begin' | 'count') =>
  process.send?.(message === 'count' ? count : (server.address() as AddressInfo).port),
)
process.on('disconnect', () => process.exit())
