/**
 * Every program in this folder, each as a process of its own against the built package. One whose name ends in `.redis.ts`
 * gets a real Redis, at `REDIS_URL`.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as assert from 'uvu/assert'
import { createClient, createSigner } from '../../src/client/node.ts'
import { canary, keepsSecret } from '../server/secrets.ts'
import { builtPackage, hook } from '../support/builtPackage.ts'
import { rsa } from '../support/keys.ts'
import { needs } from '../support/needs.ts'
import { withRedis } from '../support/redisServer.ts'
import { suite } from '../support/suite.ts'

const { publicPem, privatePem: privateKey } = rsa(2048, 'app-1')
const folder = await builtPackage()
cpSync('spec/examples', join(folder, 'spec/examples'), { recursive: true })

const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

interface Program {
  readonly url: string
  /** All that it has written to stderr. */
  readonly log: () => string
  readonly stop: () => Promise<void>
}

/** Starts an example in a folder of its own with a folder of keys in it; resolves when it says where it listens. */
const start = (name: string, env: NodeJS.ProcessEnv = {}): Promise<Program> =>
  new Promise((resolve, reject) => {
    const cwd = join(folder, name)
    mkdirSync(join(cwd, 'keys'), { recursive: true })
    writeFileSync(join(cwd, 'keys/app-1.pem'), publicPem)
    const { PORT: _port, ...inherited } = process.env
    const file = join(folder, 'spec/examples', name)
    // A file that exports its handler, for Next.js to serve, is served here as Next.js does: by the method.
    const served = `import { serve } from '@hono/node-server'
import { POST } from ${JSON.stringify(pathToFileURL(file).href)}
const ready = ({ port }) => console.log(\`listening on http://127.0.0.1:\${port}\`)
serve({ fetch: POST, port: 0, hostname: '127.0.0.1' }, ready)`
    const program = name === 'route.ts' ? ['--input-type=module', '--eval', served] : [file]
    const child = spawn(process.execPath, ['--import', hook, ...program], {
      cwd,
      // Named and undefined: Node hands the coverage on to a process that it starts wherever it is not named.
      env: { ...inherited, NODE_V8_COVERAGE: undefined, NO_COLOR: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    running.add(child)
    let said = ''
    let log = ''
    const exited = once(child, 'exit').then(() => {
      running.delete(child)
      reject(new Error(`${name} ended before it listened\n${said}${log}`))
    })
    const stop = () => {
      child.kill('SIGKILL')
      return exited
    }
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      log += text
    })
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text
      const url = /^listening on (http:\/\/127\.0\.0\.1:\d+)$/m.exec(said)?.[1]
      if (url !== undefined) resolve({ url, log: () => log, stop })
    })
  })

const judge = async (program: Promise<Program>): Promise<void> => {
  const { url, log, stop } = await program
  try {
    const client = await createClient({ baseUrl: url, appId: 'app-1', privateKey })
    // The same answer to every caller, whatever the framework.
    const accepted = await client.submitJob({ request_id: '7', stages: [] })
    assert.equal([accepted.status, accepted.json], [200, { app_id: 'app-1', request_id: '7' }])
    assert.match(accepted.headers['content-type'] ?? '', 'application/json')
    const malformed = await client.submitJob('{"request_id":7}')
    assert.is(malformed.status, 400)
    assert.match(JSON.stringify(malformed.json), 'job_invalid')

    const signer = await createSigner({ appId: 'app-1', privateKey })
    const body = '{"request_id":"8","stages":[]}'
    const { authorization } = await signer.sign({ method: 'POST', url: `${url}/v1/jobs`, body })
    const send = async (sent: string, headers: Record<string, string>) => {
      const answer = await fetch(`${url}/v1/jobs`, {
        method: 'POST',
        body: sent,
        headers: { 'content-type': 'application/json; charset=UTF-8', ...headers },
      })
      const { error } = (await answer.json()) as { readonly error?: { readonly code: string } }
      return [answer.status, error?.code]
    }
    assert.equal(await send(body, { authorization }), [200, undefined])
    assert.equal(await send(body, { authorization }), [401, 'nonce_replayed'])
    assert.equal(await send(body.replace('8', '9'), { authorization }), [401, 'signature_invalid'])
    assert.equal(await send(body, {}), [401, 'authorization_missing'])
    const reasons = log().match(/nonce_replayed|signature_invalid|authorization_missing/g)
    assert.equal(reasons, ['nonce_replayed', 'signature_invalid', 'authorization_missing'])

    // Whatever comes, nothing secret of it is in an answer or in the log.
    const said: Array<string> = []
    const whisper = async (sent: string, authorization: string) => {
      const answer = await fetch(`${url}/v1/jobs?${canary}`, { method: 'POST', body: sent, headers: { authorization } })
      said.push(JSON.stringify([...answer.headers]), await answer.text())
      return answer.status
    }
    const job = JSON.stringify({ request_id: '8', stages: [], [canary]: canary })
    const fresh = await signer.sign({ method: 'POST', url: `${url}/v1/jobs?${canary}`, body: job })
    const [, signature = ''] = /signature=(.*)$/.exec(fresh.authorization) ?? []
    const statuses = []
    for (const [sent, line] of [
      [canary, fresh.authorization],
      [job, `Bearer ${canary}`],
      [job, `${fresh.authorization},x=${canary}`],
      [job, fresh.authorization.replace('nonce_str=', `nonce_str=${canary}`)],
      [job, fresh.authorization.replace('signature=', `signature=${canary}`)],
    ] as const) {
      statuses.push(await whisper(sent, line))
    }
    assert.equal(statuses, [401, 401, 400, 401, 401])
    keepsSecret(said.join('\n') + log(), signature, privateKey)
  } finally {
    await stop()
  }
}

const examples = suite('examples')

/** What the programs import. */
const parts = ['jobs.ts', 'verifier.ts']
const names = readdirSync('spec/examples').filter((name) => !name.endsWith('.spec.ts') && !parts.includes(name))
const onRedis = names.filter((name) => name.endsWith('.redis.ts'))
const alone = names.filter((name) => !onRedis.includes(name))
const claim = (name: string): string =>
  `${name} accepts a signed job, and refuses it when it comes again, altered or unsigned`

examples('are there', () => assert.ok(names.includes('http.ts')))

// All are started at once, and each is judged in its turn.
for (const [name, program] of alone.map((name) => [name, start(name)] as const)) {
  // Until then its failure is nobody's.
  program.catch(() => {})
  examples(claim(name), () => judge(program))
}

examples('express.ts goes on taking unsigned JSON where nothing has to be signed', async () => {
  const { url, stop } = await start('express.ts')
  try {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${url}/webhook`, { method: 'POST', body: '{"a":1}', headers })
    assert.equal(await answer.json(), { received: { a: 1 } })
  } finally {
    await stop()
  }
})

for (const name of onRedis) {
  needs('redis-server', examples)(claim(name), () =>
    withRedis([], ({ port }) => judge(start(name, { REDIS_URL: `redis://127.0.0.1:${port}` }))),
  )
}

examples.run()
