/**
 * A generator that sends at a fixed rate, whatever the answers do: a slow server does not slow it down, so a latency counts
 * from the moment at which its request was due (wrk waits for each answer before it sends again).
 */

import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

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

/** A run under way. */
interface Load {
  readonly plan: Plan
  readonly pipelined: number
  readonly pool: Array<Connection>
  readonly latencies: Array<number>
  readonly statuses: Record<number, number>
  /** When each request was due that no connection could send yet. */
  readonly backlog: Array<number>
  sent: number
  /** No further request is sent. */
  isOver: boolean
  /** The number of the connection that is asked next. */
  turn: number
}

/** A connection to loopback, from an address of it. */
export const open = (port: number, localAddress = '127.0.0.1'): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, localAddress, host: '127.0.0.1', noDelay: true }, () => resolve(socket))
    socket.on('error', reject)
  })

/** Milliseconds that the last answers may take after the last request. */
const patience = 5000

export const send = async (plan: Plan): Promise<Tally> => {
  const { port, connections, rate, seconds, pipelined = 1, from } = plan
  const load: Load = {
    plan,
    pipelined,
    pool: [],
    latencies: [],
    statuses: {},
    backlog: [],
    sent: 0,
    isOver: false,
    turn: 0,
  }
  const sockets = await Promise.all(Array.from({ length: connections }, (_, i) => open(port, from?.(i))))
  for (const socket of sockets) load.pool.push(connectionOf(load, socket))
  const began = performance.now()
  const end = began + seconds * 1000
  if (rate === undefined) await sendAfterAnswers(load, began, end)
  else await sendAtRate(load, rate, began, end)
  load.isOver = true
  await lastAnswers(load)
  for (const { socket } of load.pool) socket.destroy()
  const { latencies, statuses, sent, backlog } = load
  return { latencies: latencies.sort((a, b) => a - b), statuses, sent, open: unanswered(load) + backlog.length }
}

const connectionOf = (load: Load, socket: Socket): Connection => {
  const connection: Connection = { socket, due: [], received: '' }
  socket.on('data', (chunk: Buffer) => {
    connection.received += chunk.toString('latin1')
    readAnswers(load, connection)
  })
  return connection
}

/** Each connection sends again when it has its answer. */
const sendAfterAnswers = async (load: Load, began: number, end: number): Promise<void> => {
  const atOnce = load.pool.length * load.pipelined
  for (let i = 0; i < atOnce; i++) shoot(load, freeConnection(load) as Connection, began)
  while (!load.isOver && performance.now() < end) await pause(1)
}

/** Each request is sent when it is due, or as soon after as a connection is free. */
const sendAtRate = async (load: Load, rate: number, began: number, end: number): Promise<void> => {
  let planned = 0
  while (!load.isOver && performance.now() < end) {
    await pause(1)
    const now = performance.now()
    for (; planned < ((now - began) / 1000) * rate; planned++) {
      const due = began + (planned / rate) * 1000
      const connection = load.backlog.length === 0 ? freeConnection(load) : undefined
      if (connection === undefined) load.backlog.push(due)
      else shoot(load, connection, due)
    }
  }
}

/** A connection that may send another request. Undefined if each has as many unanswered as it may. */
const freeConnection = (load: Load): Connection | undefined => {
  const { pool, pipelined } = load
  for (let i = 0; i < pool.length; i++) {
    const connection = pool[load.turn++ % pool.length] as Connection
    if (connection.due.length < pipelined) return connection
  }
  return undefined
}

const shoot = (load: Load, connection: Connection, due: number): void => {
  const request = load.plan.next()
  if (request === undefined) {
    load.isOver = true
    return
  }
  load.sent++
  connection.due.push(due)
  connection.socket.write(request)
}

/** Takes the whole answers that were received. They have a Content-Length, as node:http writes them for `res.end(text)`. */
const readAnswers = (load: Load, connection: Connection): void => {
  for (;;) {
    const end = connection.received.indexOf('\r\n\r\n')
    if (end < 0) return
    const head = connection.received.slice(0, end)
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
    if (connection.received.length < end + 4 + length) return
    connection.received = connection.received.slice(end + 4 + length)
    takeAnswer(load, connection, Number(head.slice(9, 12)))
  }
}

const takeAnswer = (load: Load, connection: Connection, status: number): void => {
  const { statuses, latencies, backlog, plan } = load
  statuses[status] = (statuses[status] ?? 0) + 1
  const due = connection.due.shift() ?? 0
  if (status === 200) latencies.push(performance.now() - due)
  if (load.isOver) return
  if (plan.rate === undefined) shoot(load, connection, performance.now())
  else if (backlog.length > 0) shoot(load, connection, backlog.shift() as number)
}

const unanswered = ({ pool }: Load): number => pool.reduce((sum, { due }) => sum + due.length, 0)

const lastAnswers = async (load: Load): Promise<void> => {
  const last = performance.now() + patience
  while (unanswered(load) > 0 && performance.now() < last) await pause(5)
}

/** The figure that this part of the sorted figures does not exceed. */
export const percentile = (sorted: ReadonlyArray<number>, part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
