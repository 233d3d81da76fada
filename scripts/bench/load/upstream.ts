/** The service behind a measured gateway: it reads the body and answers. Its first message asks for its port. */
import { createServer } from 'node:http'
import { onLoopback } from '../../../spec/support/loopback.ts'

const server = createServer((req, res) => {
  req.on('end', () => res.end('ok')).resume()
})
process.once('message', async () => process.send?.((await onLoopback(server)).port))
process.on('disconnect', () => process.exit())
