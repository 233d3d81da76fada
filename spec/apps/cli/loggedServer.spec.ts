/** The server that logs what Node's parser refuses. Node takes all its listeners from the socket of a CONNECT: what fails there is ours. */
import { loggedServer } from '../../../src/apps/cli/loggedServer.ts'
import { head } from '../../server/adapters/adapterContract.ts'
import { talks } from '../../server/adapters/talk.ts'
import { onLoopback } from '../../support/loopback.ts'
import { assert, suite, until } from '../../support/suite.ts'

const connect = suite('CONNECT at a server with a log')

connect('a caller that resets its connection before the answer ends nothing but its connection', async () => {
  const uncaught: Array<unknown> = []
  const note = (error: unknown) => uncaught.push(error)
  let reset = () => {}
  const server = loggedServer(
    (_, res) => res.end('ok'),
    () => reset(),
  )
  const { port, close } = await onLoopback(server)
  const { connect: open, end } = talks(port)
  process.prependListener('uncaughtException', note)
  try {
    let isClosed = false
    server.once('connection', (socket) => socket.once('close', () => (isClosed = true)))
    const { socket, send } = open()
    reset = () => void socket.resetAndDestroy()
    send(head('CONNECT h:1'))
    await until(() => isClosed)
    reset = () => {}
    assert.is((await open().ask(head('GET /'))).status, 200)
    assert.equal(uncaught, [])
  } finally {
    process.off('uncaughtException', note)
    end()
    await close()
  }
})

connect('a caller that never closes its connection keeps none', async () => {
  const server = loggedServer(
    (_, res) => res.end('ok'),
    () => {},
  )
  const { port, close } = await onLoopback(server)
  const { connect: open, end } = talks(port)
  try {
    let isClosed = false
    server.once('connection', (socket) => socket.once('close', () => (isClosed = true)))
    const { socket, send, answer } = open()
    socket.allowHalfOpen = true
    send(head('CONNECT h:1'))
    assert.is((await answer())?.status, 400)
    await until(() => isClosed)
  } finally {
    end()
    await close()
  }
})
