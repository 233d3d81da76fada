/**
 * A generator that sends at a fixed rate, whatever the answers do: a slow server does not slow it down, so a latency counts
 * from the moment at which its request was due (wrk waits for each answer before it sends again).
 */
import { connect, type Socket } from 'node:net'

export interface Plan {
  readonly port: number
  readonly connections: number
  /** The address of each connection, by its number; all are 127.0.0.1 unless it is given. */
  readonly from?: (i: number) => string
  /** Requests a second; undefined: each connection sends again when it has its answer. */
  readonly rate: number | undefined
  readonly seconds: number
  /** The bytes of the next request; undefined ends the run. */
  readonly next: () => Buffer | undefined
  /** Requests that a connection may send before the first is answered. */
  readonly pipelined?: number
}

export interface Tally {
  /** In milliseconds, sorted, of the answers with status 200. */
  readonly latencies: ReadonlyArray<number>
  readonly statuses: Readonly<Record<number, number>>
  readonly sent: number
  /** Requests without an answer at the end. */
  readonly open: number
}

interface Connection {
  readonly socket: Socket
  /** When each unanswered request was due. */
  readonly due: Array<number>
  received: string
}

/** A connection to loopback, from an address of it. */
export const open = (port: number, localAddress = '127.0.0.1'): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, localAddress, host: '127.0.0.1', noDelay: true }, () => resolve(socket))
    socket.on('error', reject)
  })

/** Milliseconds that the last answers may take after the last request. */
const patience = 5000

export const send = async ({ port, connections, rate, seconds, next, pipelined = 1, from }: Plan): Promise<Tally> => {
  const latencies: Array<number> = []
  const statuses: Record<number, number> = {}
  /** When each request was due that no connection could send yet. */
  const backlog: Array<number> = []
  let sent = 0
  let isOver = false

  const shoot = (connection: Connection, due: number): void => {
    const request = next()
    if (request === undefined) {
      isOver = true
      return
    }
    sent++
    connection.due.push(due)
    connection.socket.write(request)
  }

  /** Answers have a Content-Length, as node:http writes them for `res.end(text)`. */
  const read = (connection: Connection): void => {
    for (;;) {
      const end = connection.received.indexOf('\r\n\r\n')
      if (end < 0) return
      const head = connection.received.slice(0, end)
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
      if (connection.received.length < end + 4 + length) return
      connection.received = connection.received.slice(end + 4 + length)
      const status = Number(head.slice(9, 12))
      statuses[status] = (statuses[status] ?? 0) + 1
      const due = connection.due.shift() ?? 0
      if (status === 200) latencies.push(performance.now() - due)
      if (isOver) continue
      if (rate === undefined) shoot(connection, performance.now())
      else if (backlog.length > 0) shoot(connection, backlog.shift() as number)
    }
  }

  const pool: ReadonlyArray<Connection> = await Promise.all(
    Array.from({ length: connections }, async (_, i) => {
      const connection: Connection = { socket: await open(port, from?.(i)), due: [], received: '' }
      connection.socket.on('data', (chunk: Buffer) => {
        connection.received += chunk.toString('latin1')
        read(connection)
      })
      return connection
    }),
  )
  let turn = 0
  const free = (): Connection | undefined => {
    for (let i = 0; i < connections; i++) {
      const connection = pool[turn++ % connections] as Connection
      if (connection.due.length < pipelined) return connection
    }
    return undefined
  }

  const began = performance.now()
  const end = began + seconds * 1000
  if (rate === undefined) for (let i = 0; i < connections * pipelined; i++) shoot(free() as Connection, began)
  let planned = 0
  while (!isOver && performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 1))
    if (rate === undefined) continue
    const now = performance.now()
    for (; planned < ((now - began) / 1000) * rate; planned++) {
      const due = began + (planned / rate) * 1000
      const connection = backlog.length === 0 ? free() : undefined
      if (connection === undefined) backlog.push(due)
      else shoot(connection, due)
    }
  }
  isOver = true
  const unanswered = (): number => pool.reduce((sum, { due }) => sum + due.length, 0)
  for (const last = performance.now() + patience; unanswered() > 0 && performance.now() < last; ) {
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const result = { latencies: latencies.sort((a, b) => a - b), statuses, sent, open: unanswered() + backlog.length }
  for (const { socket } of pool) socket.destroy()
  return result
}

/** Of sorted figures. */
export const percentile = (sorted: ReadonlyArray<number>, part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
