/** The service behind a measured gateway: it reads the body and answers. Its first message asks for its port. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const server = createServer((req, res) => {
  req.on('end', () => res.end('ok')).resume()
})
process.once('message', () =>
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port)),
)
process.on('disconnect', () => process.exit())
