import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { assertVerified, verified } from 'countersign/http'
import { createVerifier, keyFolder } from 'countersign/server'

const verifier = await createVerifier({
  keys: await keyFolder('keys'),
  onVerdict: (v) => v.outcome === 'reject' && console.error(v.reason, v.message),
})

// This imitates a framework: its router reads /%761/orders as /v1/orders, and answers an error with 500.
const app = (req: IncomingMessage, res: ServerResponse): unknown => {
  try {
    const path = decodeURIComponent(new URL(req.url ?? '', 'http://h').pathname)
    if (path === '/health') return res.end('ok')
    if (path !== '/v1/orders') return res.writeHead(404).end()
    assertVerified(req) // throws if the request is unsigned
    return res.end(`orders of ${req.verified.appId}`)
  } catch {
    return res.writeHead(500).end()
  }
}

const signed = verified(verifier, app)
const isUnsigned = (url: string): boolean => url === '/health' // compare the whole target, never a prefix
const server = createServer((req, res) => void (isUnsigned(req.url ?? '') ? app : signed)(req, res))
server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
