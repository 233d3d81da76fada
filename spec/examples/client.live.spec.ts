/** The client's program, against a service that comes late, is busy, and then answers. */
import { once } from 'node:events'
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { join, resolve } from 'node:path'
import { verified } from '../../src/server/adapters/http.ts'
import { createVerifier, type Verdict } from '../../src/server/node.ts'
import { hook } from '../support/builtPackage.ts'
import { examplesFolder, privateKey, publicKey } from '../support/examplePrograms.ts'
import { freePort } from '../support/loopback.ts'
import { type Ended, runIn } from '../support/project.ts'
import { assert, suite, until } from '../support/suite.ts'

const folder = await examplesFolder()

/**
 * For `--import`: the program stands still after its first attempt, until the service listens. So there is one refused
 * connection, however long the service takes to come.
 */
const standStill = `
import { subscribe } from 'node:diagnostics_channel'
import { existsSync, writeFileSync } from 'node:fs'

const never = new Int32Array(new SharedArrayBuffer(4))
subscribe('tracing:countersign:client:asyncEnd', () => {
  writeFileSync('first-attempt', '')
  while (!existsSync('service-listens')) Atomics.wait(never, 0, 0, 10)
})
`

interface Submission {
  readonly cwd: string
  readonly ended: Promise<Ended>
}

const submit = (port: number, ...options: ReadonlyArray<string>): Submission => {
  const cwd = mkdtempSync(join(folder, 'client-'))
  writeFileSync(join(cwd, 'private_key.pem'), privateKey)
  writeFileSync(join(cwd, 'standStill.mjs'), standStill)
  const command = ['node', '--import', hook, ...options, join(folder, 'spec/examples/client/submit.ts')].join(' ')
  return { cwd, ended: runIn(cwd, command, { BASE_URL: `http://127.0.0.1:${port}` }) }
}

/** Serves while `use` runs. */
const serving = async (port: number, listener: RequestListener, use: () => Promise<void>): Promise<void> => {
  const server = createServer(listener).listen(port, '127.0.0.1')
  await once(server, 'listening')
  try {
    await use()
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

const client = suite('the client of the examples')

client('goes on after a refused connection and two 503, signs each attempt anew, and shows the answer', async () => {
  const port = await freePort()
  const { cwd, ended } = submit(port, '--import', './standStill.mjs')
  await until(() => existsSync(join(cwd, 'first-attempt')))
  const verdicts: Array<Verdict> = []
  const nonces = new Set<string>()
  const verifier = await createVerifier({ keys: { 'app-1': publicKey }, onVerdict: (v) => verdicts.push(v) })
  const answer = verified(verifier, (_, res, { nonce = '' }) => {
    nonces.add(nonce)
    const status = nonces.size < 3 ? 503 : 200
    res.writeHead(status, { 'Content-Type': 'application/json' }).end('{"id":"j-1"}')
  })
  await serving(port, answer, async () => {
    writeFileSync(join(cwd, 'service-listens'), '')
    const { code, output } = await ended
    assert.equal([code, output.trim()], [0, '200 {"id":"j-1"}'])
    assert.equal(nonces.size, 3)
    assert.ok(verdicts.every(({ outcome }) => outcome === 'accept'))
  })
})

client('shows a refusal as an answer, and sends it once', async () => {
  const port = await freePort()
  let asked = 0
  const refuse: RequestListener = (_, res) => {
    asked += 1
    res.writeHead(403, { 'Content-Type': 'application/json' }).end('{"error":{"code":"app_forbidden"}}')
  }
  await serving(port, refuse, async () => {
    const { code, output } = await submit(port).ended
    assert.equal([code, output.trim(), asked], [1, '403 {"error":{"code":"app_forbidden"}}', 1])
  })
})

client('names what is missing where no service comes', async () => {
  const { code, output } = await submit(await freePort()).ended
  assert.is(code, 3, output)
  assert.match(output, /^connection_refused /)
})

client('is run by `npm start -- client`, against a service of the examples', async () => {
  const { code, output } = await runIn(resolve('.'), `node --import ${hook} scripts/start.ts client`)
  assert.equal([code, output], [0, '200 {"app_id":"app-1","request_id":"20260101120000000003"}\n'])
})
