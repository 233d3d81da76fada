/**
 * keysFromUrl while its URL is ill, and when keys are withdrawn or added. The servers are real; time passes when a test says so.
 */
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { platform } from '../../../src/platform/node/platform.ts'
import { keysFromUrlOn } from '../../../src/server/keys/keysFromUrl.ts'
import * as node from '../../../src/server/node.ts'
import { rsa } from '../../support/keys.ts'
import { withServer } from '../../support/loopback.ts'
import { assert, suite, until } from '../../support/suite.ts'
import { now } from '../../support/world.ts'
import { signed } from '../verdictOf.ts'
import { type VirtualTimer, virtualTimer } from '../virtualTimer.ts'

const pem = (name: string): string => rsa(2048, name).publicPem

const request = (key = 'app-1', appId = 'app-1'): Promise<node.ReceivedRequest> =>
  signed({ key: rsa(2048, key), appId: appId as never })

const json =
  (value: unknown, headers: Readonly<Record<string, string>> = {}): RequestListener =>
  (_, res) =>
    void res.writeHead(200, headers).end(JSON.stringify(value))

const status =
  (code: number): RequestListener =>
  (_, res) =>
    void res.writeHead(code).end()

interface World {
  readonly url: string
  readonly timer: VirtualTimer
  /** What the server does with the next requests. */
  answer: RequestListener
  readonly asked: Array<Readonly<Record<string, string | undefined>>>
  readonly keysFromUrl: node.KeysFromUrl
}

/** A server whose behaviour a test changes, and a source whose time the test passes. */
const scene = async (use: (world: World) => Promise<void>, answer = json({ 'app-1': pem('app-1') })): Promise<void> => {
  const timer = virtualTimer()
  const server = createServer((req, res) => {
    world.asked.push(req.headers as World['asked'][number])
    world.answer(req, res)
  })
  const world: World = {
    url: '',
    timer,
    answer,
    asked: [],
    keysFromUrl: keysFromUrlOn({ ...platform, timer }),
  }
  await withServer(server, ({ url }) => use(Object.assign(world, { url: `${url}/keys.json` })))
}

const verifierOn = (keys: node.Keys): Promise<node.Verifier> =>
  node.createVerifier({ keys, clock: () => now, guard: node.noReplayGuard('a test') })

const verdict = async (keys: node.Keys, key?: string, appId?: string): Promise<string> => {
  const verifier = await verifierOn(keys)
  return verifier.verify(await request(key, appId)).then(
    (verified) => verified.appId,
    ({ reason }) => reason,
  )
}

/** The verdict where the server may never answer: once the server was asked, or nothing happens any more, time passes. */
const patientVerdict = async (world: World, keys: node.Keys, key?: string): Promise<string> => {
  let seen: string | undefined
  const before = world.asked.length
  void verdict(keys, key).then((answer) => {
    seen = answer
  })
  await until(() => seen !== undefined || world.asked.length > before)
  // What the server says at once is heard first.
  for (let i = 0; i < 100 && seen === undefined; i++) await setImmediate()
  if (seen === undefined) await world.timer.pass(1000)
  await until(() => seen !== undefined)
  return seen as string
}

const trickle = (res: ServerResponse): void => {
  res.write('{"app-1":')
  const more = (): void => void (res.writable && res.write(' ', () => setTimeout(more, 20)))
  more()
}

/** All faults of a URL that the kept document has to outlive. */
const faults: Readonly<Record<string, RequestListener>> = {
  'refuses the connection': (req) => void req.socket.destroy(),
  'never answers': () => {},
  trickles: (_, res) => trickle(res),
  'answers 500': status(500),
  'answers 304 without being asked': status(304),
  'answers 404': status(404),
  'gives no JSON': (_, res) => void res.end('<html>'),
  'gives half a document': (_, res) =>
    void res.writeHead(200, { 'Content-Length': '99' }).write('{', () => res.destroy()),
}

const ill = suite('keysFromUrl while its URL is ill')

for (const [what, answer] of Object.entries(faults))
  ill(`a URL that ${what} costs no honest request before staleLimit, and after it nothing counts`, () =>
    scene(async (world) => {
      const { url, timer } = world
      const keys = world.keysFromUrl(url, { ttl: 2, staleLimit: 60, coolDown: 10, onProblem: () => {} })
      assert.is(await verdict(keys), 'app-1')
      world.answer = answer
      for (let age = 3; age < 60; age = timer.elapsed() / 1000 - 1) {
        assert.is(await patientVerdict(world, keys), 'app-1', `after ${age} s`)
        timer.hold(2500)
      }
      timer.hold(3000)
      const late = verdict(keys)
      for (let i = 0; i < 30; i++) await timer.pass(1000)
      assert.is(await late, 'key_source_unavailable')
    }),
  )

ill('a URL that is slower than a look-up waits costs no honest request, and its documents are taken', () =>
  scene(async (world) => {
    const { url, timer } = world
    const keys = world.keysFromUrl(url, { ttl: 2, staleLimit: 20 })
    assert.is(await verdict(keys), 'app-1')
    const document = json({ 'app-1': pem('app-1') })
    world.answer = (req, res) => void timer.after(3000, () => document(req, res))
    for (let age = 0; age < 60; age += 2) {
      assert.is(await patientVerdict(world, keys), 'app-1', `after ${age} s`)
      await timer.pass(2000)
      const { ageSeconds = Number.POSITIVE_INFINITY } = keys.state()
      if (ageSeconds >= 4) await until(() => Number(keys.state().ageSeconds) < 4)
    }
    assert.ok(world.asked.length > 10, String(world.asked.length))
  }),
)

ill('a look-up waits for a fetch at most a second, those that come later not at all', () =>
  scene(async (world) => {
    const { url, timer } = world
    const keys = world.keysFromUrl(url, { ttl: 2 })
    assert.is(await verdict(keys), 'app-1')
    world.answer = () => {}
    timer.hold(2000)
    let seen: string | undefined
    void verdict(keys).then((answer) => {
      seen = answer
    })
    await until(() => world.asked.length === 2)
    await timer.pass(999)
    assert.is(seen, undefined)
    await timer.pass(1)
    await until(() => seen === 'app-1')
    for (let i = 0; i < 3; i++) assert.is(await verdict(keys), 'app-1')
    assert.is(world.asked.length, 2)
  }),
)

ill('a stranger who names an unknown app delays no other, and closes none, while the document is fresh', () =>
  scene(
    async (world) => {
      const { url, timer } = world
      const keys = world.keysFromUrl(url, { ttl: 2 })
      assert.is(await verdict(keys), 'app-1')
      timer.hold(20_000)
      world.answer = () => {}
      const stranger = verdict(keys, 'app-1', 'nobody')
      await until(() => world.asked.length === 2)
      assert.is(await verdict(keys), 'app-1')
      await timer.pass(1000)
      assert.is(await stranger, 'app_unknown')
    },
    json({ 'app-1': pem('app-1') }, { 'Cache-Control': 'max-age=300' }),
  ),
)

ill('an own fetch that ignores the signal, and a body that never ends, do not stop later fetches', () =>
  scene(async ({ keysFromUrl, timer }) => {
    const document = () => Promise.resolve(new Response(JSON.stringify({ 'app-1': pem('app-1') })))
    const wedges: ReadonlyArray<() => Promise<Response>> = [
      () => Promise.resolve(new Response(new ReadableStream({}))),
      () => new Promise(() => {}),
      () =>
        Promise.resolve(
          new Response(new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(0)) })),
        ),
    ]
    for (const wedge of wedges) {
      let fetches = 0
      const fetch = () => (++fetches === 1 ? wedge() : document())
      const keys = keysFromUrl('https://keys.example/', { fetch, timeoutMs: 300, coolDown: 0, onProblem: () => {} })
      let failure: string | undefined
      void keys.reload().catch(({ message }) => {
        failure = message
      })
      await timer.pass(1000)
      await until(() => failure !== undefined)
      assert.match(String(failure), /within 300 ms/)
      assert.is(await verdict(keys), 'app-1')
    }
  }),
)

const withdrawn = suite('keysFromUrl and keys that are withdrawn')

withdrawn('however idle its app, a withdrawn key is refused once the document is no longer fresh', () =>
  scene(async (world) => {
    for (const headers of [{}, { 'Cache-Control': 'max-age=3' }]) {
      world.answer = json({ 'app-1': pem('app-1') }, headers)
      const keys = world.keysFromUrl(world.url, { ttl: 3 })
      assert.is(await verdict(keys), 'app-1')
      world.answer = json({ 'app-1': pem('app-2') }, headers)
      world.timer.hold(3000)
      assert.is(await verdict(keys), 'signature_invalid')
      assert.is(await verdict(keys, 'app-2'), 'app-1')
    }
  }),
)

withdrawn('no key counts after staleLimit, ttl included', () =>
  scene(async (world) => {
    const keys = world.keysFromUrl(world.url, { ttl: 3, staleLimit: 4, onProblem: () => {} })
    assert.is(await verdict(keys), 'app-1')
    world.answer = status(500)
    world.timer.hold(3000)
    assert.is(await verdict(keys), 'app-1')
    world.timer.hold(1000)
    assert.is(await verdict(keys), 'key_source_unavailable')
  }),
)

withdrawn('reload begins a fetch after the call: one under way does not count for it, nor replace it later', () =>
  scene(async (world) => {
    const held: Array<ServerResponse> = []
    const keys = world.keysFromUrl(world.url, { ttl: 3 })
    assert.is(await verdict(keys), 'app-1')
    world.answer = (_, res) => void held.push(res)
    world.timer.hold(3000)
    const before = verdict(keys)
    await until(() => held.length === 1)
    world.answer = json({ 'app-1': pem('app-2') })
    await keys.reload()
    assert.is(await verdict(keys), 'signature_invalid')
    held[0]?.end(JSON.stringify({ 'app-1': pem('app-1') }))
    await before
    for (let i = 0; i < 100; i++) await setImmediate()
    assert.is(await verdict(keys), 'signature_invalid')
    assert.is(await verdict(keys, 'app-2'), 'app-1')
  }),
)

withdrawn('reloads that are asked for while one runs share the next', () =>
  scene(async (world) => {
    const held: Array<ServerResponse> = []
    world.answer = (_, res) => void held.push(res)
    const keys = world.keysFromUrl(world.url)
    const reloads = [keys.reload()]
    await until(() => held.length === 1)
    for (let i = 0; i < 5; i++) reloads.push(keys.reload())
    world.answer = json({ 'app-1': pem('app-2') })
    held[0]?.end(JSON.stringify({ 'app-1': pem('app-1') }))
    await Promise.all(reloads)
    assert.is(world.asked.length, 2)
    assert.is(await verdict(keys, 'app-2'), 'app-1')
  }),
)

withdrawn('reload fetches the whole: without a condition, and past caches on the way', () =>
  scene(async (world) => {
    world.answer = json({ 'app-1': pem('app-1') }, { ETag: '"same"' })
    const headers = { 'cache-control': 'max-age=60' }
    const keys = world.keysFromUrl(world.url, { headers })
    await keys.reload()
    await keys.reload()
    assert.equal(
      world.asked.map((each) => [each['if-none-match'], each['cache-control']]),
      [
        [undefined, 'no-cache'],
        [undefined, 'no-cache'],
      ],
    )
    assert.throws(() => world.keysFromUrl(world.url, { headers: { 'if-NONE-match': '"a"' } }), /without conditions/)
  }),
)

/** A server whose ETag is made of time and size, so that it does not change with the content. */
const sameTag =
  (name: string): RequestListener =>
  (req, res) =>
    req.headers['if-none-match'] === '"same"'
      ? status(304)(req, res)
      : json({ 'app-1': pem(name) }, { ETag: '"same"' })(req, res)

withdrawn('a 304 never prolongs content beyond staleLimit', () =>
  scene(async (world) => {
    world.answer = sameTag('app-1')
    const keys = world.keysFromUrl(world.url, { ttl: 1, staleLimit: 10 })
    assert.is(await verdict(keys), 'app-1')
    world.answer = sameTag('app-2')
    for (let age = 1; age < 10; age++) {
      world.timer.hold(1000)
      await verdict(keys)
    }
    assert.ok(
      world.asked.some((each) => each['if-none-match'] === '"same"'),
      'asked with the ETag',
    )
    world.timer.hold(1000)
    assert.is(await verdict(keys), 'signature_invalid')
    assert.is(await verdict(keys, 'app-2'), 'app-1')
  }),
)

withdrawn('a 304 counts only if it was asked for', () =>
  scene(async (world) => {
    const keys = world.keysFromUrl(world.url, { ttl: 1, onProblem: () => {} })
    assert.is(await verdict(keys), 'app-1')
    world.answer = status(304)
    world.timer.hold(1000)
    assert.is(await verdict(keys), 'app-1')
    assert.equal([keys.state().failure, keys.state().isFresh], ['the answer is 304', false])
  }),
)

withdrawn('after forget, keys count only if they are fetched anew: of one app, or of all', () =>
  scene(async (world) => {
    for (const forgotten of ['app-1', undefined]) {
      const tag = { ETag: '"same"' }
      world.answer = json({ 'app-1': pem('app-1'), 'app-2': pem('app-2') }, tag)
      const keys = world.keysFromUrl(world.url)
      assert.is(await verdict(keys), 'app-1')
      const before = world.asked.length
      world.answer = json({ 'app-1': pem('other'), 'app-2': pem('app-2') }, tag)
      keys.forget('nobody')
      assert.is(await verdict(keys), 'app-1')
      keys.forget(forgotten)
      if (forgotten !== undefined) assert.is(await verdict(keys, 'app-2', 'app-2'), 'app-2')
      assert.is(world.asked.length, before)
      assert.is(await verdict(keys), 'signature_invalid')
      assert.is(await verdict(keys, 'other'), 'app-1')
      assert.is(world.asked.length, before + 1)
      assert.is(world.asked.at(-1)?.['if-none-match'], undefined)
    }
  }),
)

withdrawn('what was forgotten does not count again because the URL is away', () =>
  scene(async (world) => {
    const keys = world.keysFromUrl(world.url, { onProblem: () => {} })
    assert.is(await verdict(keys), 'app-1')
    world.answer = status(500)
    keys.forget('app-1')
    for (let i = 0; i < 3; i++) assert.is(await verdict(keys), 'key_source_unavailable')
    assert.is(world.asked.length, 2)
    world.answer = json({ 'app-1': pem('app-1') })
    world.timer.hold(10_000)
    assert.is(await verdict(keys), 'app-1')
  }),
)

const added = suite('keysFromUrl and keys that are added')

const lasting = { 'Cache-Control': 'max-age=3600', ETag: '"same"' }

added('a signature that fits no key is a reason to fetch again: the request itself is accepted', () =>
  scene(
    async (world) => {
      const keys = world.keysFromUrl(world.url)
      assert.is(await verdict(keys), 'app-1')
      world.answer = json({ 'app-1': [pem('app-1'), pem('app-2')] }, lasting)
      world.timer.hold(10_000)
      assert.is(await verdict(keys, 'app-2'), 'app-1')
      assert.is(await verdict(keys), 'app-1')
      assert.is(world.asked.length, 2)
    },
    json({ 'app-1': pem('app-1') }, lasting),
  ),
)

added('also where the new key is longer than every key before, and where the body comes as a stream', () =>
  scene(
    async (world) => {
      const keys = world.keysFromUrl(world.url)
      assert.is(await verdict(keys), 'app-1')
      const long = rsa(3072, 'long')
      world.answer = json({ 'app-1': [pem('app-1'), long.publicPem] }, lasting)
      world.timer.hold(10_000)
      const verifier = await verifierOn(keys)
      const { body, ...head } = await signed({ key: long })
      const stream = new Response(body as Uint8Array<ArrayBuffer>).body as ReadableStream<Uint8Array>
      assert.is((await verifier.verifyStream({ ...head, body: stream })).appId, 'app-1')
      assert.is((await verifier.verify({ ...head, body })).appId, 'app-1')
    },
    json({ 'app-1': pem('app-1') }, lasting),
  ),
)

added('junk causes one fetch in each cool-down for the whole source, drops no key and delays no other request', () =>
  scene(
    async (world) => {
      const keys = world.keysFromUrl(world.url, { onProblem: () => {} })
      for (const app of ['app-1', 'app-2']) assert.is(await verdict(keys, app, app), app)
      world.answer = () => {}
      world.timer.hold(10_000)
      const junk = verdict(keys, 'stranger')
      await until(() => world.asked.length === 2)
      const more = [verdict(keys, 'stranger', 'app-2'), verdict(keys, 'stranger', 'nobody')]
      for (const app of ['app-1', 'app-2']) assert.is(await verdict(keys, app, app), app)
      await world.timer.pass(1000)
      assert.equal(await Promise.all([junk, ...more]), ['signature_invalid', 'signature_invalid', 'app_unknown'])
      for (let i = 0; i < 9; i++) {
        assert.is(await verdict(keys, 'stranger'), 'signature_invalid')
        for (const app of ['app-1', 'app-2']) assert.is(await verdict(keys, app, app), app)
      }
      assert.is(world.asked.length, 2)
    },
    json({ 'app-1': pem('app-1'), 'app-2': pem('app-2') }, lasting),
  ),
)

const owner = suite('keysFromUrl and a key of two apps')

owner('a key belongs to the app that has proven it; one that has not closes no other, and both are named', () =>
  scene(
    async (world) => {
      const told: Array<string> = []
      const onProblem = (appId: string, message: string) => void told.push(`${appId}: ${message}`)
      const keys = world.keysFromUrl(world.url, { ttl: 5, onProblem })
      assert.is(await verdict(keys, 'stranger', 'evil'), 'signature_invalid')
      assert.is(await verdict(keys), 'app-1')
      assert.is(await verdict(keys, 'app-1', 'evil'), 'key_source_unavailable')
      for (let i = 0; i < 5; i++) {
        world.timer.hold(5000)
        assert.is(await verdict(keys, 'stranger', 'evil'), 'key_source_unavailable')
        assert.is(await verdict(keys), 'app-1')
      }
      assert.ok(told.some((each) => /^evil: .*app-1/.test(each)) && told.some((each) => /^app-1: .*evil/.test(each)))
      assert.is(told.length, 3, told.join('\n'))
      // Once the owner has given the key up, it is free.
      world.answer = json({ evil: pem('app-1'), 'app-1': pem('app-2') })
      await keys.reload()
      assert.is(await verdict(keys, 'app-1', 'evil'), 'evil')
    },
    json({ 'app-1': pem('app-1'), evil: pem('app-1') }),
  ),
)

owner(
  'a signature proves nothing if its nonce was claimed before: a captured request that is sent in another name',
  () =>
    scene(
      async (world) => {
        const keys = world.keysFromUrl(world.url, { onProblem: () => {} })
        const claims = new Set<string>()
        const guard: node.Guard = {
          sharedBy: 'cluster',
          claim: async ({ fingerprint, unique }) => {
            const name = `${fingerprint} ${unique}`
            const isFirst = !claims.has(name)
            claims.add(name)
            return isFirst ? 'first' : 'repeated'
          },
        }
        const before = await node.createVerifier({ keys: { 'app-1': pem('app-1') }, clock: () => now, guard })
        const captured = await request()
        await before.verify(captured)
        // The verifier starts anew, and its guard remembers.
        const verifier = await node.createVerifier({ keys, clock: () => now, guard })
        const authorization = String(captured.authorization).replace('app_id=app-1', 'app_id=evil')
        const reason = await verifier.verify({ ...captured, authorization }).catch((error) => error.reason)
        assert.is(reason, 'nonce_replayed')
        assert.is((await verifier.verify(await request())).appId, 'app-1')
      },
      json({ 'app-1': pem('app-1'), evil: pem('app-1') }),
    ),
)

const asked = suite('what keysFromUrl asks for')

asked('the whole query, also behind a second question mark', () =>
  scene(async (world) => {
    const targets: Array<string | undefined> = []
    world.answer = (req, res) => {
      targets.push(req.url)
      json({ 'app-1': pem('app-1') })(req, res)
    }
    const queries = ['', '?', '?a=1', '?a=1?b=2', '??', '?a=/?', '?a=1?b=2?c=3&d=?']
    for (const query of queries) await world.keysFromUrl(world.url + query).reload()
    assert.equal(
      targets,
      queries.map((query) => `/keys.json${query}`),
    )
  }),
)
