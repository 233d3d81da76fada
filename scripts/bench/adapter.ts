/**
 * Two rows about requests of node:http. `adapterRow`: what `verified` adds to a request, which is reading the headers, the verdict, and
 * the way through its promises. It is compared with a handler that reads the body, checks one known signature and answers. `costRow`: what
 * a forgery costs beside an honest request, if it names an app with the most expensive keys that a verifier accepts by default.
 *
 * Server and clients share one thread. With the clients in a process of their own, the slower handler also woke a sleeping
 * client more often: the kernel then charged its `writev` with up to 6 µs more for the same bytes.
 */
import { createVerify, randomBytes } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import { verified } from 'countersign/http'
import { createVerifier, noReplayGuard } from 'countersign/server'
import { onLoopback } from '../../spec/support/loopback.ts'
import { startWorker } from '../temporary.ts'
import { open } from './load/openLoop.ts'
import type { Instructions } from './load/server.ts'
import { above, interleaved, mainThreadTime, median, type Row, rateOf, type Turn } from './measure.ts'
import { appId } from './peers/Peer.ts'
import { bytesOf, dearBits, dearKey, keyPair, now, publicPem, sample } from './requests.ts'

const { header, joined, signature, request } = sample(400)
const body = request.body as Buffer

/** Below every modulus of `dearKey`, so that the platform's arithmetic runs. */
const wrongSignature = Buffer.concat([Buffer.of(1), randomBytes(dearBits / 8 - 1)])

const dearKeys = Array.from({ length: 4 }, () => dearKey().export({ format: 'jwk' }))

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

export const connected = (port: number): Promise<ReadonlyArray<Socket>> =>
  Promise.all(Array.from({ length: lanes }, () => open(port)))

/** Sends the request so many times; an answer fits into one read. Rejects if the server closes a connection. */
export const sent = (sockets: ReadonlyArray<Socket>, bytes: Buffer, status: number, times: number): Promise<number> =>
  new Promise((resolve, reject) => {
    let toSend = times
    let toCome = times
    for (const socket of sockets) {
      const send = (): void => void (toSend-- > 0 && socket.write(bytes))
      const fail = (): void => reject(new Error('the server has closed a connection'))
      if (socket.destroyed) fail()
      socket.removeAllListeners('close').on('close', fail)
      socket.removeAllListeners('data').on('data', (answer: Buffer) => {
        if (!answer.toString('latin1').startsWith(`HTTP/1.1 ${status}`)) reject(new Error(`it answered ${answer}`))
        else if (--toCome === 0) resolve(times)
        else send()
      })
      send()
    }
  })

export const adapterRow = async (): Promise<Row> => {
  const guard = noReplayGuard('each request is sent many times')
  const verifier = await createVerifier({ keys: { [appId]: publicPem }, cryptoOn: 'loop', clock: () => now, guard })
  const handlers = { verified: verified(verifier, (_, res) => res.writeHead(200).end('ok')), bare }
  let handler: RequestListener = bare
  const server = createServer((req, res) => handler(req, res))
  const { port, close } = await onLoopback(server)
  const sockets = await connected(port)
  const bytes = bytesOf(header, body)
  const turn =
    (name: keyof typeof handlers): Turn =>
    () => {
      handler = handlers[name]
      return sent(sockets, bytes, 200, 400)
    }
  const turns = { verified: turn('verified'), bare: turn('bare') }
  const ns = await interleaved(turns, 41, 10, async () => mainThreadTime())
  void close()
  return {
    id: 'adapter-main',
    value: above(ns.verified, ns.bare),
    unit: `µs of the main thread above a handler that reads the body and checks, in ${Math.round(median(ns.bare) / 1000)}`,
  }
}

/** In a server of its own, by the processor time of its process. */
export const costRow = async (): Promise<Row> => {
  const { ask, stop } = startWorker('scripts/bench/load/server.ts')
  const port = await ask<number>({
    task: { does: 'verify', where: 'loop', guard: undefined },
    keys: { [appId]: publicPem, 'app-2': dearKeys },
  } satisfies Instructions)
  const sockets = await connected(port)
  const { header } = sample(400, Math.floor(Date.now() / 1000))
  const forged = header
    .replace(`app_id=${appId}`, 'app_id=app-2')
    .replace(/(?<=signature=).*/, wrongSignature.toString('base64'))
  const turns = {
    honest: () => sent(sockets, bytesOf(header, body), 200, 160),
    forged: () => sent(sockets, bytesOf(forged, body), 401, 60),
  }
  const ns = await interleaved(turns, 15, 2, () => ask<number>('cpu'))
  for (const socket of sockets) socket.destroy()
  stop()
  const unit = 'times an honest request, a forgery for four keys of 4096 bits'
  return { id: 'cost-400', value: rateOf(ns.honest, ns.forged), unit }
}
