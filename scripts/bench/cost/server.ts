/**
 * The measured server, in its own process and on the built package. The first message is its keys, and the answer its port;
 * each later message asks how much processor time it has used, in nanoseconds. The server ends with its parent.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { verified } from 'countersign/http'
import { createVerifier, noReplayGuard } from 'countersign/server'
import { processorMs } from '../../processorMs.ts'
import { now } from '../requests.ts'

const [keys] = (await once(process, 'message')) as [Record<string, ReadonlyArray<string>>]
const verifier = await createVerifier({
  keys,
  where: 'loop',
  maxKeyBits: 8192,
  clock: () => now,
  guard: noReplayGuard('each request is sent many times'),
})
const server = createServer(verified(verifier, (_, res) => res.end('ok')))
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.on('message', () => process.send?.(processorMs() * 1e6))
process.on('disconnect', () => process.exit())
