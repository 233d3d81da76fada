/**
 * Pipelining over HTTP/1.1, for the adapters on node and for servers of our own: one request of a connection at a time.
 *
 * Node's parser hands every request of a read to the handlers in one turn of the event loop. A read of 64 KiB may hold
 * 3,000 requests, and each is kept until those before it are answered. Two bounds stop that:
 *
 * - `takeTurn`: a request waits until the requests before it are answered. At most `mostWaiting` may wait.
 * - `Slices`: the socket hands its bytes to the parser in slices of one request head. While a request waits, the bytes
 *   after it stay bytes. A server of our own slices each connection from its first byte, by `limitPipelining`. Another server
 *   does so from the first request on that has to wait. So it costs nothing where nobody pipelines, and the parser has
 *   read at most 64 KiB of each connection that was open before.
 *
 * A connection with too many waiting requests is closed once the request under way is answered. The dropped ones were not
 * begun. Only types come from node.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { isHttp2, type NodeRequest, type NodeResponse } from './nodeRequest.ts'

/** As many as an HTTP/2 session may have open in the gateway. */
export const mostWaiting = 100

/** Bytes that may wait behind a request. More stay in the network until its turn. */
const mostHeld = 64 * 1024

/** In one turn of the event loop: a body of empty lines is many slices. */
const mostSlices = 256

/** A connection over HTTP/1.1 on which a request had to wait, or whose server slices. */
interface Line {
  readonly socket: Socket
  /** Requests that were parsed before their turn: each function tells its request whether it may begin. */
  readonly waiting: Set<(mayBegin: boolean) => void>
  /** Too many requests wait: nothing more begins. */
  isOver: boolean
  newest: { readonly req: IncomingMessage; readonly res: ServerResponse } | undefined
  /** Told to those that are dropped, at the end of the connection. */
  readonly closed: Promise<boolean>
  slices: Slices | undefined
}

/** Bytes that came and that the parser has not got. */
interface Slices {
  held: Buffer
  /** Where the next slice begins in `held`. */
  from: number
  /** The next `LF CR LF` and `LF LF`; infinite if there is none. */
  nextEnds: { crlf: number; lf: number }
  hasEnded: boolean
  /** Node asked for more while too much was held. */
  isReadDue: boolean
  /** What the stream answered to the latest slice: false asks the socket to stop reading. */
  isWanted: boolean
  /** Whether the requests in `held` are known to be few enough. */
  isCounted: boolean
  /** A request was parsed in this turn. */
  hasBegun: boolean
  isScheduled: boolean
  readonly push: Socket['push']
  readonly read: Socket['_read']
}

const lines = new WeakMap<Socket, Line>()

const lineOf = (socket: Socket): Line => {
  const known = lines.get(socket)
  if (known !== undefined) return known
  const waiting: Line['waiting'] = new Set()
  const closed = new Promise<boolean>((resolve) => {
    socket.once('close', () => {
      for (const settle of waiting) settle(false)
      resolve(false)
    })
  })
  const line: Line = { socket, waiting, isOver: false, newest: undefined, closed, slices: undefined }
  lines.set(socket, line)
  return line
}

/**
 * Hot path: undefined if no earlier request of the connection is under way. Else whether the request may begin; false once
 * the connection has closed.
 */
export const takeTurn = (req: NodeRequest, res: NodeResponse): Promise<boolean> | undefined => {
  // Node gives a response its socket when those before it are answered.
  if (res.socket !== null || isHttp2(req)) return undefined
  const { socket } = req
  // Node names the server of a connection. A stand-in for a request has none.
  const { server } = (socket ?? {}) as { readonly server?: Server | null }
  if (res.writableEnded || !server) return undefined
  sliceConnections(server)
  return wait(lineOf(socket), req, res as ServerResponse)
}

const wait = (line: Line, req: IncomingMessage, res: ServerResponse): Promise<boolean> => {
  const { socket, waiting } = line
  if (line.isOver || socket.destroyed) return socket.destroyed ? Promise.resolve(false) : line.closed
  line.newest = { req, res }
  sliceFrom(line)
  if (waiting.size === mostWaiting) {
    end(line)
    return line.closed
  }
  return new Promise((resolve) => {
    const settle = (mayBegin: boolean) => {
      waiting.delete(settle)
      resolve(mayBegin)
      if (mayBegin) goOn(line)
    }
    waiting.add(settle)
    res.once('socket', () => (line.isOver ? socket.destroySoon() : settle(true)))
  })
}

/**
 * Nothing more begins. The connection closes when the request under way is answered: the first that waits sees that by its
 * turn. If none waits, the newest is the one under way.
 */
const end = (line: Line): void => {
  const { socket, waiting, newest, slices } = line
  line.isOver = true
  if (slices !== undefined) empty(slices)
  if (waiting.size > 0) return
  if (newest === undefined || newest.res.writableFinished) return void socket.destroySoon()
  if (!newest.res.headersSent) newest.res.shouldKeepAlive = false
  newest.res.once('close', () => socket.destroySoon())
}

/** Each connection of the server hands its requests to the parser one by one. Call it once all listeners are there. */
export const limitPipelining = (server: Server): void => {
  sliceConnections(server)
  // A listener for the others would change what Node does with a request.
  const events = ['checkContinue', 'checkExpectation'].filter((name) => server.listenerCount(name) > 0)
  for (const event of ['request', ...events]) server.prependListener(event, note)
}

const sliced = new WeakSet<Server>()

/** Each connection that comes from now on. */
const sliceConnections = (server: Server): void => {
  if (sliced.has(server)) return
  sliced.add(server)
  const isSecure = 'setSecureContext' in server
  server.on(isSecure ? 'secureConnection' : 'connection', (socket: Socket & { readonly alpnProtocol?: unknown }) => {
    if (socket.alpnProtocol !== 'h2') sliceFrom(lineOf(socket))
  })
}

const note = (req: NodeRequest, res: NodeResponse): void => {
  const line = isHttp2(req) ? undefined : lines.get(req.socket)
  if (line?.slices === undefined) return
  line.newest = { req: req as IncomingMessage, res: res as ServerResponse }
  line.slices.hasBegun = true
}

/**
 * From here on the parser gets slices. Node's parser reads a socket past its stream while nobody listens for its data; a
 * listener, even one that leaves at once, ends that.
 */
const sliceFrom = (line: Line): void => {
  const { socket } = line
  if (line.slices !== undefined || socket.destroyed) return
  const nothing = () => {}
  socket.on('data', nothing).off('data', nothing)
  const slices: Slices = {
    held: none(),
    from: 0,
    nextEnds: { crlf: -1, lf: -1 },
    hasEnded: false,
    isReadDue: false,
    isWanted: true,
    isCounted: true,
    hasBegun: false,
    isScheduled: false,
    push: socket.push,
    read: socket._read,
  }
  line.slices = slices
  socket.push = (chunk) => take(line, slices, chunk)
  socket._read = (size) => {
    if (isFull(slices)) slices.isReadDue = true
    else slices.read.call(socket, size)
  }
  socket.on('resume', () => goOn(line))
}

const none = (): Buffer => globalThis.Buffer.alloc(0)
const bytesLeft = ({ held, from }: Slices): number => held.length - from
const isFull = (slices: Slices): boolean => bytesLeft(slices) >= mostHeld

const empty = (slices: Slices): void => {
  slices.held = none()
  slices.from = 0
}

/** What the socket has read; null at its end. Answers whether it may read on. */
const take = (line: Line, slices: Slices, chunk: Buffer | null): boolean => {
  if (chunk === null) slices.hasEnded = true
  else if (line.isOver) return true
  else hold(slices, chunk)
  slices.isWanted = true
  advance(line, slices)
  return slices.isWanted && !isFull(slices)
}

const hold = (slices: Slices, chunk: Buffer): void => {
  const rest = slices.held.subarray(slices.from)
  slices.held = rest.length === 0 ? chunk : globalThis.Buffer.concat([rest, chunk])
  slices.from = 0
  slices.nextEnds = { crlf: -1, lf: -1 }
  slices.isCounted = false
}

/** Hands slices to the parser until a request begins, waits, or reads its body more slowly than it comes. */
const advance = (line: Line, slices: Slices): void => {
  const { socket } = line
  if (slices.isScheduled) return
  slices.hasBegun = false
  for (let count = 0; bytesLeft(slices) > 0; count++) {
    if (!socket.destroyed && isHandedOver(socket)) return void release(socket, slices)
    if (socket.destroyed || socket.isPaused() || hasTooMany(line, slices) || line.waiting.size > 0) return
    // The body of a request goes on in the same turn.
    const isOne = slices.hasBegun && line.newest?.req.complete === true
    if (isOne || count === mostSlices) return void schedule(line, slices)
    const slice = slices.held.subarray(slices.from, endOfSlice(slices))
    slices.from += slice.length
    slices.isWanted = slices.push.call(socket, slice)
  }
  empty(slices)
  if (slices.hasEnded) slices.push.call(socket, null)
  else if (slices.isReadDue) {
    slices.isReadDue = false
    slices.read.call(socket, mostHeld)
  }
}

/** Node takes its parser from a connection that an upgrade or CONNECT gives to the program. */
const isHandedOver = (socket: Socket): boolean => (socket as { readonly parser?: unknown }).parser === null

/** No more slices: the program may read the connection in a way that never resumes it. */
const release = (socket: Socket, slices: Slices): void => {
  const { held, from, push, read, hasEnded } = slices
  empty(slices)
  Object.assign(socket, { push, _read: read })
  slices.isWanted = socket.push(held.subarray(from))
  if (hasEnded) socket.push(null)
}

/** What is left behind a whole request are further requests. If they are too many, the connection ends. */
const hasTooMany = (line: Line, slices: Slices): boolean => {
  if (slices.isCounted || line.newest?.req.complete !== true || !isBusy(line, slices)) return line.isOver
  slices.isCounted = true
  if (line.waiting.size + requestsIn(slices) > mostWaiting) end(line)
  return line.isOver
}

/** Whether a request waits, or has begun in this turn. */
const isBusy = ({ waiting }: Line, { hasBegun }: Slices): boolean => waiting.size > 0 || hasBegun

/** What may follow is a body, in which nothing is counted. */
const bodyAhead = /\n(?:content-length|transfer-encoding)[ \t]*:/i

/** A request line after an empty line. */
const requestLine = /\n\r?\n[A-Z-]+ +\S+ +HTTP\/1/g

/** Those without a body at the head of what is held. They cost the least to send; others are more bytes, which are bounded. */
const requestsIn = ({ held, from }: Slices): number => {
  const [bodiless = ''] = held.toString('latin1', from).split(bodyAhead, 1)
  return bodiless.match(requestLine)?.length ?? 0
}

/** In the next turn, so that other connections have theirs between. */
const schedule = (line: Line, slices: Slices): void => {
  slices.isScheduled = true
  setImmediate(() => {
    slices.isScheduled = false
    advance(line, slices)
  })
}

const goOn = (line: Line): void => {
  const { slices } = line
  if (slices !== undefined && !slices.isScheduled && bytesLeft(slices) > 0) schedule(line, slices)
}

/**
 * The head of a request ends with an empty line, so a slice with one empty line holds the ends of two heads at most: the
 * first may have begun in the slice before. A head and a body without empty lines are one slice.
 */
const endOfSlice = (slices: Slices): number => {
  const { held, from } = slices
  const end = endOfEmptyLine(slices, from)
  return endOfEmptyLine(slices, end - 1) === Number.POSITIVE_INFINITY ? held.length : end
}

/** Behind the first empty line from `from` on; infinite if there is none. */
const endOfEmptyLine = ({ held, nextEnds }: Slices, from: number): number => {
  if (nextEnds.crlf < from) nextEnds.crlf = find(held, '\n\r\n', from)
  if (nextEnds.lf < from) nextEnds.lf = find(held, '\n\n', from)
  return Math.min(nextEnds.crlf + 3, nextEnds.lf + 2)
}

const find = (held: Buffer, text: string, from: number): number => {
  const at = held.indexOf(text, from, 'latin1')
  return at < 0 ? Number.POSITIVE_INFINITY : at
}
