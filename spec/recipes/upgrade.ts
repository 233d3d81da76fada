import { createServer } from 'node:http'
import type { Duplex } from 'node:stream'
import { createVerifier, keyFolder, VerificationError } from 'countersign/server'

const verifier = await createVerifier({
  keys: await keyFolder('keys'),
  onVerdict: (v) => v.outcome === 'reject' && console.error(v.reason, v.message),
})

const refuse = (socket: Duplex, { status, headers, body }: VerificationError): void => {
  const lines = Object.entries({ ...headers, Connection: 'close' }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} Refused\r\n${lines.join('')}\r\n${body}`)
}

const server = createServer((_req, res) => void res.writeHead(426).end())
server.on('upgrade', async (req, socket) => {
  socket.on('error', () => {}) // otherwise a caller that resets the connection ends the process
  const { authorization } = req.headersDistinct // every line; `req.headers` has only the first
  const request = { method: 'GET', target: req.url ?? '', authorization, body: '' }
  const verdict = await verifier.verify(request).catch((error: VerificationError) => error)
  if (verdict instanceof VerificationError) return refuse(socket, verdict)
  // With the package `ws`, call `sockets.handleUpgrade(req, socket, head, …)` here.
  socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n')
  socket.pipe(socket).write(`hello ${verdict.appId}`)
})
server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => console.log('listening'))
