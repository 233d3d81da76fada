/**
 * The servers of pipelined.ts, one a process: it is told which, answers its port, and tells the longest turn of its event loop
 * between `begin` and `end`.
 */
import { createServer, type Server } from 'node:http'
import { onLoopback } from '../../spec/support/loopback.ts'
import { loggedServer } from '../../src/apps/cli/loggedServer.ts'
import { verified } from '../../src/server/adapters/http.ts'
import { createVerifier } from '../../src/server/node.ts'
import { mainThreadTime } from './measure.ts'
import { appId } from './peers/Peer.ts'
import { publicPem } from './requests.ts'

const make = {
  bare: async (): Promise<Server> =>
    createServer((_, res) => res.writeHead(401, { 'Content-Type': 'application/json', 'Content-Length': 2 }).end('{}')),
  verified: async (): Promise<Server> => {
    const verifier = await createVerifier({ keys: { [appId]: publicPem } })
    return createServer(verified(verifier, (_, res) => res.end()))
  },
  serve: async (): Promise<Server> => {
    const verifier = await createVerifier({ keys: { [appId]: publicPem } })
    const listener = verified(verifier, (_, res) => res.end())
    return loggedServer(listener, () => {})
  },
}

export type Kind = keyof typeof make

let last = mainThreadTime()
let longest = 0
const turn = (): void => {
  const time = mainThreadTime()
  longest = Math.max(longest, time - last)
  last = time
  setImmediate(turn)
}

const answer = async (message: Kind | 'begin' | 'end'): Promise<number> => {
  if (message === 'end') return longest / 1e6
  if (message === 'begin') {
    longest = 0
    return 0
  }
  const { port } = await onLoopback(await make[message]())
  setImmediate(turn)
  return port
}

process.on('message', async (message: Kind | 'begin' | 'end') => process.send?.(await answer(message)))
process.on('disconnect', () => process.exit())
