/**
 * What `verified` adds to a request of node:http: reading the headers, the verdict, and the way through its promises. Beside a
 * handler that reads the body as well, checks one known signature and answers.
 *
 * Server and clients share one thread. With the clients in a process of their own, the slower handler also woke a sleeping
 * client more often: the kernel then charged its `writev` with up to 6 µs more for the same bytes.
 */
import { createVerify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { verified } from 'countersign/http'
import { createVerifier, noReplayGuard } from 'countersign/server'
import { above, interleaved, mainThreadTime, median, type Row, type Turn } from '../measure.ts'
import { keyPair, now, publicPem, sample } from '../requests.ts'

const { header, joined, signature, request } = sample(400)
const body = request.body as Buffer
const head = `POST /v1/jobs HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${header}\r\nContent-Length: ${body.length}\r\n\r\n`
const bytes = Buffer.concat([Buffer.from(head), body])

const bare: RequestListener = (req, res) => {
  const parts: Array<Buffer> = []
  req.on('data', (part: Buffer) => parts.push(part))
  req.on('end', () => {
    const isWhole = Buffer.concat(parts).length === body.length
    const isValid = createVerify('sha256').update(joined).verify(keyPair.publicKey, signature)
    res.writeHead(isWhole && isValid ? 200 : 401).end('ok')
  })
}

/** A number of connections, as few as keep the server busy. */
const lanes = 8
/** Requests of a turn. */
const times = 400

const connected = async (port: number): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1').setNoDelay(true)
  await once(socket, 'connect')
  return socket
}

/** Sends the request over and over; an answer fits into one read. */
const turnOf = (sockets: ReadonlyArray<Socket>): Promise<number> =>
  new Promise((resolve, reject) => {
    let [toSend, toCome] = [times, times]
    for (const socket of sockets) {
      const send = (): void => void (toSend-- > 0 && socket.write(bytes))
      socket.removeAllListeners('data').on('data', (answer: Buffer) => {
        if (!answer.toString('latin1').startsWith('HTTP/1.1 200')) reject(new Error(`the server answered ${answer}`))
        else if (--toCome === 0) resolve(times)
        else send()
      })
      send()
    }
  })

export const adapterRows = async (): Promise<ReadonlyArray<Row>> => {
  const guard = noReplayGuard('each request is sent many times')
  const verifier = await createVerifier({ keys: { 'app-1': publicPem }, where: 'loop', clock: () => now, guard })
  const handlers = { verified: verified(verifier, (_, res) => res.writeHead(200).end('ok')), bare }
  let handler: RequestListener = bare
  const server = createServer((req, res) => handler(req, res))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const sockets = await Promise.all(Array.from({ length: lanes }, () => connected(port)))
  const turn =
    (name: keyof typeof handlers): Turn =>
    () => {
      handler = handlers[name]
      return turnOf(sockets)
    }
  const turns = { verified: turn('verified'), bare: turn('bare') }
  const ns = await interleaved(turns, 41, 10, async () => mainThreadTime())
  server.closeAllConnections()
  server.close()
  return [
    {
      id: 'adapter-main',
      value: above(ns.verified, ns.bare),
      target: 10,
      better: 'lower',
      unit: 'µs of the main thread above a handler that reads the body and checks',
    },
    {
      id: 'adapter-main-bare',
      value: median(ns.bare) / 1000,
      better: 'lower',
      unit: 'µs, that handler and its client',
    },
  ]
}
