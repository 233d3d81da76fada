/**
 * What pipelined requests of a stranger cost everybody else: the longest turn of the event loop of a server with `verified` and
 * of the command's server, beside a bare server of node:http that answers 401 to the same bytes. Each server is a process of
 * its own. A turn is measured by the processor time of the main thread, so that other load on the machine does not count.
 */
import { connect } from 'node:net'
import { startWorker } from '../temporary.ts'
import { median, type Row } from './measure.ts'
import type { Kind } from './pipelinedServer.ts'

/** Each sends 1,800 requests of 28 bytes, which are one read of the server. */
const connections = 8
const bytes = Buffer.from('GET /p HTTP/1.1\r\nHost: h\r\n\r\n'.repeat(1800))
const rounds = 5

/** Sends the bytes, and waits until the server has answered all or has closed the connection. */
const flood = (port: number): Promise<void> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    let answers = 0
    socket.on('data', (part) => {
      answers += part.toString('latin1').split('HTTP/1.1 ').length - 1
      if (answers === 1800) socket.destroy()
    })
    socket.on('error', () => {}).on('close', () => resolve())
  })

/** In milliseconds. */
const longestTurn = async (kind: Kind): Promise<number> => {
  const { ask, stop } = startWorker('scripts/bench/pipelinedServer.ts')
  const port = await ask<number>(kind)
  // The first flood compiles.
  await Promise.all(Array.from({ length: connections }, () => flood(port)))
  const turns: Array<number> = []
  for (let round = 0; round < rounds; round++) {
    await ask('begin')
    await Promise.all(Array.from({ length: connections }, () => flood(port)))
    turns.push(await ask<number>('end'))
  }
  stop()
  return median(turns)
}

export const pipelinedRows = async (): Promise<ReadonlyArray<Row>> => {
  const bare = await longestTurn('bare')
  const unit = `the longest turn, beside ${bare.toFixed(0)} ms of a bare server`
  return [
    { id: 'pipelined-verified', value: (await longestTurn('verified')) / bare, unit },
    { id: 'pipelined-serve', value: (await longestTurn('serve')) / bare, unit },
  ]
}
