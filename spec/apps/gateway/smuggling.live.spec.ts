/**
 * Request smuggling, with real programs: WSGI, net/http and PHP behind the gateway, and nginx in front of it. What a
 * program says it got was signed, and came once, or nothing came.
 */
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { findTool } from '../../../scripts/tools.ts'
import { assert, needs, suite } from '../../support/suite.ts'
import { servingAlone as serving } from '../cli/command.ts'
import { type Shape, shapes } from './shapes.ts'
import { nginxBefore, type Program, programs, type Seen, stopAll } from './upstreams.ts'

/** Sends the bytes, and waits until the other side has been silent for a while or has closed. */
const throwAt = (port: number, { bytes, isHonest }: Shape): Promise<void> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    let silence: NodeJS.Timeout
    const end = () => {
      clearTimeout(silence)
      socket.destroy()
      resolve()
    }
    const wait = (ms: number) => {
      clearTimeout(silence)
      silence = globalThis.setTimeout(end, ms)
    }
    // An honest request is answered, however busy the machine is.
    wait(isHonest ? 10_000 : 500)
    socket
      .on('data', () => wait(100))
      .on('end', end)
      .on('error', end)
  })

const atOnce = 64

const throwAll = async (port: number, all: ReadonlyArray<Shape>): Promise<void> => {
  const waiting = [...all]
  const throwWaiting = async (): Promise<void> => {
    for (let shape = waiting.pop(); shape !== undefined; shape = waiting.pop()) await throwAt(port, shape)
  }
  await Promise.all(Array.from({ length: atOnce }, throwWaiting))
}

const keyOf = ({ method, target, body }: Pick<Seen, 'method' | 'target' | 'body'>): string =>
  `${method} ${target} ${body}`

/** Throws where the upstream got a request that was not signed, or got one more often than it was signed. */
const assertSigned = (seen: ReadonlyArray<Seen>, all: ReadonlyArray<Shape>): void => {
  const expected = new Map<string, number>()
  for (const key of all.flatMap(({ signed }) => signed.map(keyOf))) expected.set(key, (expected.get(key) ?? 0) + 1)
  for (const request of seen) {
    const key = keyOf(request)
    const count = expected.get(key) ?? 0
    assert.ok(count > 0, `not signed, or more often than signed: ${JSON.stringify(request)}`)
    expected.set(key, count - 1)
  }
}

/** Throws where a header that only the gateway may set has another value than the gateway's, or where a header passed that it removes. */
const assertHeadersOfGateway = ({ said }: Seen): void => {
  const ofGateway = Object.keys(said).filter(
    (name) => name.startsWith('HTTP_COUNTERSIGN') || name.includes('FORWARDED'),
  )
  assert.equal(ofGateway.sort(), [
    'HTTP_COUNTERSIGN_APP_ID',
    'HTTP_COUNTERSIGN_KEY',
    'HTTP_COUNTERSIGN_SCHEME',
    'HTTP_COUNTERSIGN_TIMESTAMP',
    'HTTP_FORWARDED',
    'HTTP_X_FORWARDED_FOR',
    'HTTP_X_FORWARDED_HOST',
    'HTTP_X_FORWARDED_PROTO',
  ])
  assert.is(said.HTTP_COUNTERSIGN_APP_ID, 'app-1')
  assert.is(said.HTTP_COUNTERSIGN_SCHEME, 'signed')
  assert.match(said.HTTP_COUNTERSIGN_KEY ?? '', /^[0-9a-f]{64}$/)
  assert.is(said.HTTP_X_FORWARDED_FOR, '127.0.0.1')
  assert.is(said.HTTP_AUTHORIZATION, undefined)
  assert.is(said.HTTP_PROXY, undefined)
}

/** A fresh set against a port, judged with those before it: some of these may come late. */
const trial = async (port: number, behind: Program, before: ReadonlyArray<Shape>): Promise<ReadonlyArray<Shape>> => {
  const own = await shapes(Math.floor(Date.now() / 1000), before.length)
  await throwAll(port, own)
  const missing = (): Shape | undefined => {
    const came = new Set(behind.seen.map(keyOf))
    return own.find(({ isHonest, signed }) => isHonest && !signed.some((request) => came.has(keyOf(request))))
  }
  // What a program says may come after what it answers, and much later on a busy machine.
  for (let tries = 0; tries < 100 && missing() !== undefined; tries++) await setTimeout(100)
  await setTimeout(300)
  const all = [...before, ...own]
  assert.ok(behind.seen.length > 0)
  assertSigned(behind.seen, all)
  behind.seen.forEach(assertHeadersOfGateway)
  assert.is(missing()?.name, undefined, `did not arrive: ${missing()?.name}`)
  return all
}

/** Directly, and behind nginx. */
const both = async ({ start }: (typeof programs)[string]): Promise<void> => {
  const behind = await start()
  // Small, so that larger bodies go through a file.
  const limits = ['--max-body', '1000', '--max-upload', '100000']
  const args = ['--keys', 'keys', '--upstream', `http://127.0.0.1:${behind.port}`, ...limits]
  await serving(args, async ({ port, process, log }) => {
    const [front = 0] = await nginxBefore([port])
    await trial(front, behind, await trial(port, behind, []))
    assert.is(process.exitCode, null)
    assert.not.match(log(), /Z 500 /)
  })
}

const smuggling = suite('request smuggling')
smuggling.after(stopAll)

// All at once, and each is judged in its turn.
for (const [name, program] of Object.entries(programs)) {
  const missing = [program.tool, 'nginx'].find((tool) => findTool(tool) === undefined)
  const trials = missing === undefined ? both(program) : Promise.resolve()
  trials.catch(() => {}) // Awaited below; keep it from being an unhandled rejection until then.
  needs(missing ?? 'nginx', smuggling)(`${name}: what arrives was signed, directly and behind nginx`, () => trials)
}
