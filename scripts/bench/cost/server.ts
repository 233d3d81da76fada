/**
 * The measured server, in its own process and on the built package. The first message is its keys, and the answer its port;
 * each later message asks how much processor time it has used, in nanoseconds: `cpu` of all threads, `main` of the main one.
 * At `/bare` it checks the signature of one known message, and does nothing else. The server ends with its parent.
 */
import { createVerify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { verified } from 'countersign/http'
import { createVerifier, noReplayGuard } from 'countersign/server'
import { mainThreadTime } from '../measure.ts'
import { keyPair, now, sample } from '../requests.ts'

const [keys] = (await once(process, 'message')) as [Record<string, ReadonlyArray<string>>]
const verifier = await createVerifier({
  keys,
  where: 'loop',
  maxKeyBits: 8192,
  clock: () => now,
  guard: noReplayGuard('each request is sent many times'),
})
const verifying = verified(verifier, (_, res) => res.end('ok'))
const { joined, signature } = sample(400)
const bare: RequestListener = (_, res) => {
  const valid = createVerify('sha256').update(joined).verify(keyPair.publicKey, signature)
  res.end(valid ? 'ok' : 'no')
}
const server = createServer((req, res) => (req.url === '/bare' ? bare(req, res) : verifying(req, res)))
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.on('message', (which: 'cpu' | 'main') => {
  const { user, system } = process.cpuUsage()
  process.send?.(which === 'main' ? mainThreadTime() : (user + system) * 1000)
})
process.on('disconnect', () => process.exit())
