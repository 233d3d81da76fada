/** The guard in Durable Objects, in workerd, which is killed and started again on the same storage. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { binaryOf } from '../../../scripts/evidence/runtimes/binaryOf.ts'
import { type Service, serve } from '../../../scripts/evidence/runtimes/process.ts'
import type { ReplayGuard } from '../../../src/effects/ReplayGuard.ts'
import { lastingFolder } from '../../support/folder.ts'
import { assert, suite } from '../../support/suite.ts'
import { answer, claimOf, count, seconds } from '../claims.ts'
import { contract } from '../contract.ts'

const configuration = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .main), (name = "claims", disk = (path = "claims", writable = true))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
const main :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "worker.js")],
  bindings = [(name = "CLAIMS", durableObjectNamespace = "Claims")],
  compatibilityDate = "2026-11-01",
  durableObjectNamespaces = [(className = "Claims", uniqueKey = "claims", enableSql = true)],
  durableObjectStorage = (localDisk = "claims"),
);
`

const folder = lastingFolder()
mkdirSync(join(folder, 'claims'))
writeFileSync(join(folder, 'config.capnp'), configuration)
await build({
  entryPoints: ['spec/guards/durableObject/worker.ts'],
  outfile: join(folder, 'worker.js'),
  bundle: true,
  format: 'esm',
  platform: 'neutral',
  mainFields: ['module', 'main'],
  conditions: ['workerd', 'worker', 'browser'],
  external: ['cloudflare:workers'],
  logLevel: 'silent',
})

const start = async (): Promise<Service> =>
  serve([await binaryOf('workerd'), 'serve', 'config.capnp', '--control-fd=3'], { cwd: folder }, (said) => {
    const port = /"event":"listen","socket":"http","port":(\d+)/.exec(said)?.[1]
    return port === undefined ? [] : [`http://127.0.0.1:${port}`]
  })

let running = await start()
const kill = async (): Promise<void> => {
  await running.stop()
  running = await start()
}

interface Scene {
  readonly now: () => number
  readonly settings?: object
  readonly floor?: number | undefined
}

let guards = 0
const guardOf = ({ now, settings, floor }: Scene): Pick<ReplayGuard, 'claim'> => {
  /** Each guard has objects of its own. */
  const objectPrefix = guards++
  return {
    claim: (claim) => async () => {
      const body = JSON.stringify({ objectPrefix, now: now(), floor, claim, settings })
      return (await fetch(running.url, { method: 'POST', body })).json()
    },
  }
}

contract(
  'durable object',
  async ({ clock, window, floor }) => ({ guard: guardOf({ now: clock.now, settings: window, floor }) }),
  true,
)

const objects = suite('durable object: its storage')

objects('nothing that was first is first again after workerd was killed at any moment', async () => {
  const guard = guardOf({ now: seconds })
  const claims = Array.from({ length: 300 }, (_, n) => claimOf(n, seconds() + 1))
  const before: Array<string> = []
  const sent = claims.map((claim, n) =>
    answer(guard, claim).then(
      (word) => {
        before[n] = word
      },
      () => {
        before[n] = 'lost'
      },
    ),
  )
  // Some claims are answered, and others are under way.
  await Promise.race(sent)
  await kill()
  await Promise.all(sent)
  const after = await Promise.all(claims.map((claim) => answer(guard, claim)))
  before.forEach((word, n) => {
    if (word === 'first') assert.is(after[n], 'repeated')
  })
  const again = await Promise.all(claims.map((claim) => answer(guard, claim)))
  assert.is(count(again, 'repeated'), 300)
})

objects('forgets with its floor: what lies below is never first, whatever the clock shows', async () => {
  let now = 1_700_000_000
  const guard = guardOf({ now: () => now, settings: { maxAge: 300, maxSkew: 60 } })
  const old = claimOf('old', now)
  assert.is(await answer(guard, old), 'first')
  now += 1_000
  assert.is(await answer(guard, claimOf('new', now)), 'first')
  assert.is(await answer(guard, old), 'forgotten')
  now -= 1_000
  assert.is(await answer(guard, old), 'forgotten')
  await kill()
  assert.is(await answer(guard, old), 'forgotten')
  assert.is(await answer(guard, claimOf('new', now + 1_000)), 'repeated')
})

objects('an empty memory begins at its clock; a given floor is not raised by a jump', async () => {
  let now = 1_700_000_000
  const guard = guardOf({ now: () => now })
  now += 100_000
  assert.is(await answer(guard, claimOf('n-1', now - 100_000 + 5)), 'forgotten')
  const honest = guardOf({ now: () => now, floor: 1_700_000_000 })
  assert.is(await answer(honest, claimOf('n-1', 1_700_000_005)), 'first')
  assert.is(await answer(honest, claimOf('n-2', 1_700_000_001)), 'first')
})

suite('durable object: workerd is stopped')('at the end', () => running.stop())
