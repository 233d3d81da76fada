/** A gateway with few file descriptors beside a stranger with many idle connections: verified requests are answered. */
import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { requireTool } from '../../../scripts/tools.ts'
import { withServer } from '../../support/loopback.ts'
import { assert, suite, until } from '../../support/suite.ts'
import { home, program, signedNow } from './command.ts'

const flooded = suite('a gateway with 200 file descriptors')

/** Answers to signed requests, each over a connection of its own. */
const statuses = async (url: string, count: number): Promise<ReadonlyArray<number>> => {
  const all: Array<number> = []
  for (let i = 0; i < count; i++) {
    const authorization = await signedNow()
    const headers = { authorization, connection: 'close' }
    const status = await fetch(`${url}/v1/jobs`, { method: 'POST', headers, body: '{}' }).then(
      (answer) => answer.status,
      () => 0,
    )
    all.push(status)
  }
  return all
}

flooded('answers verified requests beside 400 idle connections, and keeps descriptors for keys and service', () =>
  withServer(
    createServer((_, res) => res.end('hello')),
    async ({ url: upstream }) => {
      const command = `ulimit -n 200; exec '${process.execPath}' '${program}' serve --keys keys --port 0 --upstream ${upstream}`
      const gateway = spawn(requireTool('bash'), ['-c', command], { cwd: home, stdio: ['ignore', 'pipe', 'pipe'] })
      let said = ''
      for (const stream of [gateway.stdout, gateway.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => {
          said += text
        })
      const idle: Array<Socket> = []
      try {
        await until(() => /listening on http:\/\/127\.0\.0\.1:\d+/.test(said))
        const url = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0] ?? ''
        assert.match(
          said,
          'the system allows 200 open files. This is enough for 62 requests to the service at the same time',
        )
        let open = 0
        const flood = (): void => {
          const socket = connect(Number(new URL(url).port), '127.0.0.1', () => open++)
          socket.on('error', () => {})
          idle.push(socket)
        }
        for (let i = 0; i < 400; i++) flood()
        await until(() => open === 400)
        const first = await statuses(url, 20)
        assert.equal([...new Set(first)], [200], first.join())
        // The content of a key file is believed for 10 s, so it is read again meanwhile.
        const end = performance.now() + 12_000
        await until(() => {
          flood()
          return performance.now() > end
        })
        const later = await statuses(url, 20)
        assert.equal([...new Set(later)], [200], later.join())
        assert.not.match(said, /EMFILE|key_source_unavailable/)
      } finally {
        gateway.kill('SIGKILL')
        for (const socket of idle) socket.destroy()
      }
    },
  ),
)
