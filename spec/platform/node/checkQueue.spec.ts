import { createHook } from 'node:async_hooks'
import { writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import type { CryptoOn } from '../../../src/effects/KeyImport.ts'
import { checksAtOnce, fastestWhere } from '../../../src/platform/node/checkQueue.ts'
import {
  createVerifier,
  keyFolder,
  keySource,
  type VerificationError,
  type VerifierOptions,
} from '../../../src/server/node.ts'
import { inFolder } from '../../support/folder.ts'
import { rsa } from '../../support/keys.ts'
import { assert, forAll, suite } from '../../support/suite.ts'
import { sign } from '../../support/world.ts'

const bound = suite('checksAtOnce')

bound('leaves a thread of the pool, and takes at most two checks for each core', () =>
  forAll([fc.integer({ min: 3, max: 1024 }), fc.integer({ min: 1, max: 256 })], (threads, cores) => {
    const checks = checksAtOnce(String(threads), cores)
    assert.ok(checks >= 2 && checks < threads && checks <= 2 * cores)
    assert.ok(checks === threads - 1 || checks === 2 * cores)
  }),
)

bound('reads UV_THREADPOOL_SIZE as libuv does', () => {
  for (const [text, expected] of [
    [undefined, 3],
    ['4', 3],
    ['1', 2],
    ['0', 2],
    ['x', 2],
    ['8 threads', 7],
  ] as const)
    assert.is(checksAtOnce(text, 64), expected)
})

const kinds = suite('every kind of keys')

const pem = rsa(2048, 'app-1').publicPem

/** What becomes of one check in the pool. */
const poolChecks = async (run: () => Promise<unknown>): Promise<number> => {
  let checks = 0
  const hook = createHook({ init: (_, type) => void (type === 'SIGNREQUEST' && checks++) }).enable()
  await run()
  hook.disable()
  return checks
}

kinds('in the pool on two cores and more, on the event loop on one', () => {
  assert.equal([1, 2, 64].map(fastestWhere), ['loop', 'pool', 'pool'])
})

for (const [kind, keysOf] of Object.entries<
  (folder: string, where: CryptoOn | undefined) => Promise<Pick<VerifierOptions, 'keys' | 'cryptoOn'>>
>({
  record: async (_, where) => ({ keys: { 'app-1': pem }, cryptoOn: where }),
  source: async (_, where) => ({ keys: keySource(() => pem, { cryptoOn: where }) }),
  folder: async (folder, where) => {
    await writeFile(join(folder, 'app-1.pem'), pem)
    return { keys: await keyFolder(folder, { cryptoOn: where }) }
  },
})) {
  kinds(`${kind}: is checked where it is told to be, or where it is fastest`, () =>
    inFolder(async (folder) => {
      for (const where of ['loop', 'pool', undefined] as const) {
        const verifier = await createVerifier(await keysOf(folder, where))
        const request = await sign({ timestamp: Math.floor(Date.now() / 1000) + 1, body: '{}' })
        const checks = await poolChecks(() => verifier.verify({ ...request, body: '{}' }))
        assert.is(checks, (where ?? fastestWhere(availableParallelism())) === 'pool' ? 1 : 0, where)
      }
    }),
  )
  kinds(`${kind}: the queue is in front of it`, () =>
    inFolder(async (folder) => {
      const verifier = await createVerifier({ ...(await keysOf(folder, 'loop')), timeoutMs: 60_000 })
      const { method, target, authorization } = await sign({ timestamp: Math.floor(Date.now() / 1000) })
      const forged = { method, target, authorization, body: 'x'.repeat(100_000) }
      const attempt = () => verifier.verify(forged).then(String, (error: VerificationError) => error.reason)
      // A few make the app suspect, and then few of its checks may wait.
      for (let i = 0; i < 10; i++) await attempt()
      const outcomes = await Promise.all(Array.from({ length: 400 }, attempt))
      assert.ok(outcomes.includes('verifier_busy'))
    }),
  )
}
