/**
 * A stranger who names 4,000 unknown apps a second, a registry that takes 200 ms a call, and honest apps none of which is
 * cached.
 */
import { setTimeout } from 'node:timers/promises'
import { createSigner } from '../../../src/client/node.ts'
import type { KeySource, Verifier } from '../../../src/server/node.ts'
import { createVerifier, keySource, VerificationError } from '../../../src/server/node.ts'
import { rsa } from '../../support/keys.ts'
import { assert, suite } from '../../support/suite.ts'

const latency = 200
/** A cold app may wait this much longer than its look-up takes. */
const allowance = 100
const floodPerSecond = 4000
/** Honest requests in flight, each with a key of its own. */
const lanes = 20
const seconds = 5

interface Deployment {
  readonly verifier: Verifier
  readonly keys: KeySource
  readonly registry: Map<string, string>
  /** When each call began. */
  readonly calls: ReadonlyArray<number>
}

type Asked = (appIds: ReadonlyArray<string>) => Promise<ReadonlyMap<string, string>>

const deploy = async (open: (ask: Asked) => KeySource): Promise<Deployment> => {
  const registry = new Map<string, string>()
  const calls: Array<number> = []
  const ask: Asked = async (appIds) => {
    calls.push(performance.now())
    const found = new Map<string, string>()
    for (const appId of appIds) {
      const key = registry.get(appId)
      if (key !== undefined) found.set(appId, key)
    }
    await setTimeout(latency)
    return found
  }
  const keys = open(ask)
  return { registry, calls, keys, verifier: await createVerifier({ keys }) }
}

/** Names unknown apps until it is told to stop. */
const flood = ({ verifier }: Deployment, authorization: string) => {
  let sent = 0
  let last = performance.now()
  const interval = setInterval(() => {
    const now = performance.now()
    // A machine that held this loop up is not given all of it at once.
    const due = sent + (Math.min(now - last, 20) / 1000) * floodPerSecond
    last = now
    for (; sent < due; sent++) {
      const forged = authorization.replace('=stranger,', `=stranger-${sent},`)
      verifier.verify({ method: 'GET', target: '/', authorization: forged }).catch(() => {})
    }
  }, 2)
  return { sent: () => sent, stop: () => clearInterval(interval) }
}

const reasonOf = (error: unknown): string => (error instanceof VerificationError ? error.reason : String(error))

/** Cold apps, one after another, that share a key but never at the same time: what came of each one's first request. */
const lane = async (deployment: Deployment, index: number, end: number): Promise<ReadonlyArray<string>> => {
  const { publicPem, privatePem } = rsa(2048, `cold-${index}`)
  const outcomes: Array<string> = []
  await setTimeout(Math.random() * latency)
  for (let i = 0; performance.now() < end; i++) {
    const appId = `honest-${index}-${i}`
    deployment.registry.set(appId, publicPem)
    const signer = await createSigner({ appId, privateKey: privatePem })
    const { method, target, authorization } = await signer.sign({ method: 'GET', url: '/' })
    // By timers of the same event loop: what else this machine does delays both.
    const late = setTimeout(latency)
      .then(() => setTimeout(allowance))
      .then(() => 'late')
    const outcome = deployment.verifier.verify({ method, target, authorization }).then(() => 'accept', reasonOf)
    outcomes.push(await Promise.race([outcome, late]))
    await outcome
    deployment.registry.delete(appId)
    deployment.keys.forget(appId)
    // One that was refused at once would otherwise try more often than one that waits.
    await setTimeout(latency * (0.5 + Math.random()))
  }
  return outcomes
}

interface Measured {
  readonly tried: number
  readonly accepted: number
  readonly flooded: number
  readonly mostCallsInASecond: number
  readonly others: ReadonlyArray<string>
}

const measure = async (open: (ask: Asked) => KeySource): Promise<Measured> => {
  const deployment = await deploy(open)
  for (let i = 0; i < lanes; i++) rsa(2048, `cold-${i}`)
  const signer = await createSigner({ appId: 'stranger', privateKey: rsa(2048, 'cold-0').privatePem })
  const { authorization } = await signer.sign({ method: 'GET', url: '/' })
  const { sent, stop } = flood(deployment, authorization)
  await setTimeout(1000)
  const before = sent()
  const end = performance.now() + seconds * 1000
  const outcomes = (await Promise.all(Array.from({ length: lanes }, (_, i) => lane(deployment, i, end)))).flat()
  const flooded = sent() - before
  stop()
  const { calls } = deployment
  const inSecondFrom = (start: number) => calls.filter((at) => at >= start && at < start + 990).length
  const others = outcomes.filter((outcome) => outcome !== 'accept')
  const measured = {
    tried: outcomes.length,
    accepted: outcomes.length - others.length,
    flooded,
    mostCallsInASecond: Math.max(...calls.map(inSecondFrom)),
    others: [...new Set(others)],
  }
  console.log(measured)
  return measured
}

const cold = suite('keySource: cold apps during a flood of 4,000 unknown apps a second')

// How many of them are in time depends on the machine; keySourceFlood.spec says it, on a virtual clock.
cold('with many ids a call, no cold app is refused', async () => {
  const { tried, mostCallsInASecond, others } = await measure((many) => keySource({ many }))
  assert.ok(mostCallsInASecond <= 50, `${mostCallsInASecond} calls in a second`)
  assert.ok(tried > 0 && !others.includes('key_source_unavailable'), 'a cold app was refused')
})

const single =
  (callsPerSecond?: number) =>
  (ask: Asked): KeySource =>
    keySource(async (appId) => (await ask([appId])).get(appId), { callsPerSecond })

for (const callsPerSecond of [500, 50]) {
  cold(`with one id a call, there are at most ${callsPerSecond} calls a second`, async () => {
    const { mostCallsInASecond } = await measure(single(callsPerSecond))
    assert.ok(mostCallsInASecond <= callsPerSecond)
  })
}
