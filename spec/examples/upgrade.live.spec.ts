/** The recipe for upgrade requests of the page of `node:http`, over raw sockets. */
import { connect } from 'node:net'
import { startUpgrade } from '../../scripts/evidence/frameworks/stands.ts'
import { createSigner } from '../../src/client/node.ts'
import { privateKey } from '../support/examplePrograms.ts'
import { assert, suite } from '../support/suite.ts'

const upgrade = suite('an upgrade request')

/** All that comes until the text does, or the connection ends. */
const ask = (port: number, lines: ReadonlyArray<string>, until: string): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let heard = ''
    socket.on('error', () => {})
    socket.on('close', () => resolve(heard))
    socket.setEncoding('utf8').on('data', (text: string) => {
      heard += text
      if (heard.includes(until)) socket.destroy()
    })
    socket.write(['GET /v1/live?a=%7e&b HTTP/1.1', 'Host: h', ...lines, '', 'ping'].join('\r\n'))
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
      const taken = await ask(port, [...protocol, signed], 'hello app-1')
      assert.match(taken, /^HTTP\/1\.1 101 Switching Protocols\r\n/)
      assert.match(taken, 'hello app-1')
      const refused = [
        [[signed], '401', 'nonce_replayed'],
        [[], '401', 'authorization_missing'],
        [[await sign('/v1/live?a=~&b')], '401', 'signature_invalid'],
        [[await sign(), await sign()], '400', 'authorization_multiple'],
      ] as const
      for (const [lines, status, code] of refused) {
        const answer = await ask(port, [...protocol, ...lines], code)
        assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `))
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
