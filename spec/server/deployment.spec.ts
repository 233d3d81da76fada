/**
 * The settings for a deployment: `sharedBy`, which processes share requests, and `timeoutMs` for dependencies that hang.
 */
import { execFile } from 'node:child_process'
import cluster from 'node:cluster'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { memoryGuard } from '../../src/guards/memory/memory.ts'
import { testVerifier } from '../../src/kit/testing/node.ts'
import * as node from '../../src/server/node.ts'
import { severalInstances } from '../../src/server/severalInstances.ts'
import { bundled } from '../guards/child.ts'
import { assert, suite } from '../support/suite.ts'
import { warningsOf } from '../support/warnings.ts'
import { clock, faces, keys, refusal, signed } from './verdictOf.ts'

const guardOf = (scope: node.SharedBy | undefined): node.Guard => ({
  ...node.noReplayGuard('a test of scopes'),
  ...(scope === undefined ? { sharedBy: undefined as never } : { sharedBy: scope }),
})

for (const [name, { createVerifier, noReplayGuard }] of faces) {
  const scopes = suite(`sharedBy (${name})`)

  scopes('a guard with a narrower scope than the deployment is refused at the start', async () => {
    const scopes = ['process', 'host', 'cluster'] as const
    const pairs = scopes.flatMap((needed) => [undefined, ...scopes].map((has) => [needed, has] as const))
    for (const [needed, has] of pairs) {
      const fits = scopes.indexOf(has ?? 'process') >= scopes.indexOf(needed)
      const made = createVerifier({ keys, clock, sharedBy: needed, guard: guardOf(has) })
      if (fits) assert.ok(await made)
      else assert.is((await refusal(made)).reason, 'misconfigured', `${needed} ${has}`)
    }
  })

  scopes('the default guard has the scope of this process', async () => {
    const { message } = await refusal(createVerifier({ keys, clock, sharedBy: 'cluster' }))
    assert.is(
      message,
      'misconfigured: the replay guard keeps the nonces for one process only, but sharedBy is cluster, so another process would ' +
        'accept the same request again; give a guard that a cluster shares, such as redisGuard',
    )
    const shown = (await refusal(createVerifier({ keys, sharedBy: 'host', guard: await memoryGuard() }))).message
    assert.match(shown, 'lmdbGuard')
    assert.ok(await createVerifier({ keys, sharedBy: 'cluster', guard: noReplayGuard('the gateway has one') }))
  })

  scopes('a guard that remembers for less than the acceptance window is refused at the start', async () => {
    const guard = { ...guardOf('cluster'), window: { maxAge: 300, maxSkew: 60 } }
    assert.ok(await createVerifier({ keys, clock, guard }))
    assert.ok(await createVerifier({ keys, clock, guard, maxAge: 10, maxSkew: 0 }))
    for (const [more, says] of [
      [{ maxAge: 301 }, 'maxAge is 301 s in the verifier, but 300 s in its replay guard; set it to 301 s in the guard'],
      [{ maxSkew: 61 }, 'maxSkew is 61 s in the verifier, but 60 s in its replay guard; set it to 61 s in the guard'],
    ] as const) {
      assert.match((await refusal(createVerifier({ keys, clock, guard, ...more }))).message, says)
    }
  })

  const timeouts = suite(`timeoutMs (${name})`)

  const never = () => new Promise<never>(() => {})

  timeouts('a dependency that hangs past the timeout gives 503', async () => {
    for (const [options, change, reason] of [
      [{ guard: { claim: () => never } }, {}, 'guard_unavailable'],
      [{ authorize: never }, {}, 'key_source_unavailable'],
      [{ keys: { keysOf: () => never } }, {}, 'key_source_unavailable'],
      [{ tokens: { find: () => never } }, { authorization: 'Bearer abc' }, 'key_source_unavailable'],
    ] as const) {
      const verifier = await createVerifier({ keys, clock, timeoutMs: 40, ...options } as node.VerifierOptions)
      const began = performance.now()
      const error = await refusal(verifier.verify({ ...(await signed()), ...change }))
      assert.is(error.reason, reason)
      assert.is(error.status, 503)
      assert.match(error.message, 'no answer within 40 ms')
      const took = performance.now() - began
      assert.ok(took >= 39, `${reason} took ${took} ms`)
    }
  })

  timeouts('a dependency that answers in time is not affected', async () => {
    const authorize = () => new Promise<boolean>((resolve) => setTimeout(resolve, 20, true))
    const verifier = await createVerifier({ keys, clock, authorize })
    assert.is((await verifier.verify(await signed())).appId, 'app-1')
  })
}

/** A bundle starts in a third of the time, and without a loader, which may be the first thread of a process. */
const program = await bundled(new URL('clusterWorker.ts', import.meta.url))

const workers = suite('sharedBy: a worker of node:cluster')

workers('assumes that other processes take the same requests, unless sharedBy is set', async () => {
  cluster.setupPrimary({ exec: program.file, execArgv: [], silent: true })
  const worker = cluster.fork()
  const [told] = (await once(worker, 'message')) as [Record<string, string>]
  const shown = told.unset ?? ''
  assert.match(
    shown,
    /for one process only, but this process is a worker of node:cluster, .* or set sharedBy: 'process'/,
  )
  assert.is(told.process, 'made')
  assert.is(told.host, 'made')
})

const threads = suite('sharedBy: a thread of node:worker_threads')

threads.after(program.remove)

const assumesOthers = (told: Record<string, string>): void => {
  assert.match(
    told.unset ?? '',
    /for one process only, but this is a thread of node:worker_threads, .* or set sharedBy: 'process' if no other process or thread/,
  )
  assert.is(told.process, 'made')
  assert.is(told.host, 'made')
}

threads('assumes that other threads take the same requests, unless sharedBy is set', async () => {
  const thread = new Worker(program.file, { execArgv: [] })
  // On a busy machine both events come in one turn of the event loop.
  const [[told]] = await Promise.all([once(thread, 'message'), once(thread, 'exit')])
  assumesOthers(told)
})

threads('assumes so in the first thread of its process, too', async () => {
  const starter =
    "new (require('node:worker_threads').Worker)(process.argv[1]).on('message', (told) => console.log(JSON.stringify(told)))"
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', starter, program.file])
  assumesOthers(JSON.parse(stdout))
})

const instances = suite('a platform that starts several instances')

instances('shows itself by a variable of the environment', () => {
  for (const [env, says] of [
    [{ NODE_APP_INSTANCE: '1' }, 'this is instance 1 of pm2, so there are others'],
    [{ NODE_APP_INSTANCE: '12' }, 'this is instance 12 of pm2, so there are others'],
    [{ VERCEL: '1' }, 'this is Vercel (VERCEL is set), which starts several instances of a program'],
    [{ AWS_LAMBDA_FUNCTION_NAME: 'jobs' }, 'this is AWS Lambda (AWS_LAMBDA_FUNCTION_NAME is set), which starts'],
    [{ K_SERVICE: 'jobs' }, 'this is Cloud Run (K_SERVICE is set), which starts'],
    [{ FUNCTIONS_WORKER_RUNTIME: 'node' }, 'this is Azure Functions (FUNCTIONS_WORKER_RUNTIME is set), which starts'],
    [{ KUBERNETES_SERVICE_HOST: '10.0.0.1' }, 'this is Kubernetes (KUBERNETES_SERVICE_HOST is set), which starts'],
  ] as const)
    assert.match(severalInstances(env) ?? '', says)
  // pm2 numbers its only instance, too.
  for (const env of [{}, { NODE_APP_INSTANCE: '0' }, { NODE_APP_INSTANCE: '' }, { VERCEL: '' }, { HOME: '/root' }])
    assert.is(severalInstances(env), undefined)
})

/** The codes and words of the warnings while a function runs in an environment that has this variable alone. */
const warnedIn = async (variable: string | undefined, run: () => Promise<unknown>): Promise<ReadonlyArray<string>> => {
  const kept = { ...process.env }
  for (const name of ['KUBERNETES_SERVICE_HOST', 'NODE_APP_INSTANCE']) delete process.env[name]
  if (variable !== undefined) process.env[variable] = '1'
  try {
    const warnings = await warningsOf(run)
    return warnings.map(({ code, message }) => `${code}: ${message}`)
  } finally {
    if (variable !== undefined) delete process.env[variable]
    Object.assign(process.env, kept)
  }
}

instances(
  'is warned about once, where only this process remembers and sharedBy does not say that this is enough',
  async () => {
    const { createVerifier, noReplayGuard } = node
    const silent = async (variable: string | undefined, make: () => Promise<unknown>, what: string) =>
      assert.equal(await warnedIn(variable, make), [], what)
    await silent(undefined, () => createVerifier({ keys }), 'no such platform')
    await silent('NODE_APP_INSTANCE', () => createVerifier({ keys, sharedBy: 'process' }), 'sharedBy: process')
    await silent('VERCEL', () => createVerifier({ keys, guard: guardOf('cluster') }), 'a guard of a cluster')
    await silent('VERCEL', () => createVerifier({ keys, guard: guardOf('host') }), 'a guard of a host')
    await silent('VERCEL', () => createVerifier({ keys, guard: noReplayGuard('the gateway has one') }), 'no guard')
    await silent('VERCEL', () => testVerifier(), 'a test')

    const told = await warnedIn('K_SERVICE', async () => {
      await createVerifier({ keys })
      await createVerifier({ keys, guard: await memoryGuard() })
    })
    assert.equal(told, [
      'COUNTERSIGN_GUARD_NOT_SHARED: the replay guard keeps the nonces only in the memory of this process, but other processes can run too (this is Cloud Run (K_SERVICE is set), ' +
        'which starts several instances of a program), so each process would accept the same request once; give a guard that all processes share, ' +
        "such as redisGuard, or set sharedBy: 'process' if only one instance gets these requests",
    ])
  },
)
