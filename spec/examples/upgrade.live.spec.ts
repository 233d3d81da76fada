/** The recipe for upgrade requests on the guide's page for `node:http`, tried over raw sockets. */
import { connect } from 'node:net'
import { startUpgrade } from '../../scripts/evidence/frameworks/stands.ts'
import { createSigner } from '../../src/client/node.ts'
import { privateKey } from '../support/examplePrograms.ts'
import { assert, suite } from '../support/suite.ts'

const upgrade = suite('an upgrade request')

/** Sends an upgrade request with these header lines. Answers what comes until `until` is in it, or the connection ends. */
const ask = (port: number, headerLines: ReadonlyArray<string>, until: string): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let received = ''
    socket.on('error', () => {})
    socket.on('close', () => resolve(received))
    socket.setEncoding('utf8').on('data', (text: string) => {
      received += text
      if (received.includes(until)) socket.destroy()
    })
    socket.write(['GET /v1/live?a=%7e&b HTTP/1.1', 'Host: h', ...headerLines, '', 'ping'].join('\r\n'))
  })

const protocol = ['Connection: Upgrade', 'Upgrade: echo']

upgrade(
  'is let in once, with what comes behind it, and refused unsigned, repeated, altered and with two headers',
  async () => {
    const { url, stop } = await startUpgrade()
    const port = Number(new URL(url).port)
    const signer = await createSigner({ appId: 'app-1', privateKey })
    const sign = async (target = '/v1/live?a=%7e&b'): Promise<string> =>
      `Authorization: ${(await signer.sign({ method: 'GET', url: target, body: '' })).authorization}`
    try {
      const signed = await sign()
      const accepted = await ask(port, [...protocol, signed], 'hello app-1')
      assert.match(accepted, /^HTTP\/1\.1 101 Switching Protocols\r\n/)
      assert.match(accepted, 'hello app-1')
      const refused = [
        { authorization: [signed], status: 401, code: 'nonce_replayed' },
        { authorization: [], status: 401, code: 'authorization_missing' },
        { authorization: [await sign('/v1/live?a=~&b')], status: 401, code: 'signature_invalid' },
        { authorization: [await sign(), await sign()], status: 400, code: 'authorization_multiple' },
      ]
      for (const { authorization, status, code } of refused) {
        const answer = await ask(port, [...protocol, ...authorization], code)
        assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `), code)
        assert.match(answer, `"code":"${code}"`)
      }
      // A caller that resets its connection ends no process.
      const gone = connect(port, '127.0.0.1', () => {
        gone.write(['GET /v1/live HTTP/1.1', 'Host: h', ...protocol, '', ''].join('\r\n'), () => gone.resetAndDestroy())
      }).on('error', () => {})
      assert.match(await ask(port, [...protocol, await sign()], 'hello app-1'), 'hello app-1')
    } finally {
      await stop()
    }
  },
)
