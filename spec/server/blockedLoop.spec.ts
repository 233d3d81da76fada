// Whatever answers soon is never late because something blocked the event loop: each deadline of a verifier and of a client.
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import * as E from 'fp-ts/lib/Either.js'
import { createClient, createSigner } from '../../src/client/node.ts'
import * as web from '../../src/client/web.ts'
import { make as lmdb } from '../../src/guards/lmdb/lmdb.ts'
import { createVerifier, keySource, type Verifier, type VerifierOptions } from '../../src/server/node.ts'
import { claimOf } from '../guards/claims.ts'
import { fastPlace, inFolder } from '../support/folder.ts'
import { rsa } from '../support/keys.ts'
import { withServer } from '../support/loopback.ts'
import { onSlowLoop, slowLoop } from '../support/slowLoop.ts'
import { assert, right, suite } from '../support/suite.ts'
import * as token from '../support/token.ts'
import { now, sign } from '../support/world.ts'

const key = rsa(2048, 'app-1')
const blocked = suite('on an event loop that is blocked for a minute')
const blockedMs = 60_000
const verifying: VerifierOptions = { keys: { 'app-1': key.publicPem }, clock: () => now, timeoutMs: 100 }

/** Whether an honest request is accepted. */
const outcomeOf = async (verifier: Verifier): Promise<string> => {
  const { authorization } = await sign()
  return verifier.verify({ method: 'POST', target: '/v1/jobs', authorization, body: Buffer.from('{}') }).then(
    () => 'accepted',
    (error) => `${error.reason}: ${error.message}`,
  )
}

blocked('a look-up of keys counts', () =>
  inFolder((folder) =>
    onSlowLoop(async ({ turn }) => {
      const path = join(folder, 'key.pem')
      await writeFile(path, key.publicPem)
      const lookUp = () => {
        const content = readFile(path, 'utf8')
        turn(blockedMs)
        return content
      }
      const verifier = await createVerifier({ ...verifying, keys: await keySource(lookUp, { timeoutMs: 100 }) })
      assert.is(await outcomeOf(verifier), 'accepted')
    }),
  ),
)

blocked('the decision of `authorize` counts', () =>
  onSlowLoop(async ({ turn }) => {
    const authorize = () => {
      const decision = readFile(import.meta.filename).then(() => true)
      turn(blockedMs)
      return decision
    }
    assert.is(await outcomeOf(await createVerifier({ ...verifying, authorize })), 'accepted')
  }),
)

blocked('a claim of a guard counts, of lmdb as well as one of the program', () =>
  inFolder(async (path) => {
    const { timer, turn } = slowLoop()
    const guard = right(
      await lmdb({ path, maxAge: 300, maxSkew: 60, deadlineMs: 100 }, { clock: { now: () => now }, timer })(),
    )
    try {
      const claimed = guard.claim(claimOf('n-1', now))()
      turn(blockedMs)
      assert.equal(await claimed, E.right('first'))
    } finally {
      await guard.close()
    }
    await onSlowLoop(async ({ turn }) => {
      const claim = () => {
        const answer = readFile(import.meta.filename).then((): 'first' => 'first')
        turn(blockedMs)
        return answer
      }
      const own = { sharedBy: 'host', window: { maxAge: 300, maxSkew: 60 }, claim } as const
      assert.is(await outcomeOf(await createVerifier({ ...verifying, guard: own })), 'accepted')
    })
  }, fastPlace),
)

const platforms = [
  ['node', createClient],
  ['web', web.createClient],
] as const
for (const [name, make] of platforms) {
  blocked(`an answer and its body count for the client of the ${name} platform`, () =>
    onSlowLoop(async ({ turn }) => {
      const service = createServer(async (req, res) => {
        await req.resume().toArray()
        res.writeHead(201, { 'Content-Length': 12 }).write('{"id":')
        turn(blockedMs)
        // The client has read the first part by now, or will: either way the rest comes after another minute.
        for (let turns = 0; turns < 20; turns++) await setImmediate()
        res.end('"j-1"}')
        turn(blockedMs)
      })
      await withServer(service, async ({ url }) => {
        const client = await make({ baseUrl: url, appId: 'app-1', privateKey: key.privatePem, timeoutMs: 1000 })
        const { status, body } = await client.submitJob({ request_id: '7', stages: [] })
        assert.equal([status, Buffer.from(body).toString()], [201, '{"id":"j-1"}'])
      })
    }),
  )
}

blocked('a signature of a key that is elsewhere counts', () =>
  onSlowLoop(async ({ turn }) => {
    const signDigest = (sha256: Uint8Array) => {
      const signature = readFile(import.meta.filename).then(() => token.signDigest(key)(sha256))
      turn(blockedMs)
      return signature
    }
    const signer = await createSigner({ appId: 'app-1', publicKey: key.publicPem, signDigest, timeoutMs: 1000 })
    assert.ok((await signer.sign({ method: 'POST', url: '/v1/jobs' })).authorization)
  }),
)
