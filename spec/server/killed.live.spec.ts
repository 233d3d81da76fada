/**
 * Whole verifying services, killed at random moments between their answers, many times with each crash-safe guard. A recorder replays
 * their requests to the next service.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { bundled, kills, run } from '../guards/child.ts'
import { rsa } from '../support/keys.ts'
import { withRedis } from '../support/redisServer.ts'
import { assert, needs, suite } from '../support/suite.ts'
import { sign } from '../support/world.ts'

const lives = kills / 4
const atOnce = 12

interface Service {
  readonly url: string
  readonly kill: () => Promise<void>
}

interface Recorded {
  readonly authorization: string
  readonly body: string
}

/** The answer's code, `accepted`, or `undefined` if the service died first. */
const send = async ({ url }: Service, { authorization, body }: Recorded): Promise<string> => {
  try {
    const answer = await fetch(`${url}/v1/jobs`, {
      method: 'POST',
      body,
      headers: { authorization, connection: 'close' },
    })
    const text = await answer.text()
    return answer.status === 200 ? 'accepted' : JSON.parse(text).error.code
  } catch {
    return 'no answer'
  }
}

const survive = async (guard: string, where: string): Promise<void> => {
  const program = await bundled(new URL('killable.ts', import.meta.url))
  const start = async (): Promise<Service> => {
    const { child, spoken, ended } = run(program, {}, guard, where, rsa(2048, 'app-1').publicPem)
    const port = String(await spoken).trim()
    const kill = async () => {
      child.kill('SIGKILL')
      await ended
    }
    return { url: `http://127.0.0.1:${port}`, kill }
  }
  // Each service's requests are a second later than the last one's: the high-water file refuses anything older. All are later than any
  // start: a service also refuses what was stamped before its own.
  const first = Math.floor(Date.now() / 1000) + 300
  const accepted: Array<Recorded> = []
  const repeated: Array<string> = []
  const replay = async (service: Service, recorded: ReadonlyArray<Recorded>): Promise<void> => {
    for (const answer of await Promise.all(recorded.map((each) => send(service, each)))) {
      if (answer === 'accepted' || answer === 'no answer') repeated.push(answer)
    }
  }
  try {
    let last: ReadonlyArray<Recorded> = []
    for (let life = 0; life < lives; life++) {
      const service = await start()
      await replay(service, last)
      let sent = 0
      const signed = async (): Promise<Recorded> => {
        const body = `{"life":${life},"request":${sent++}}`
        const { authorization } = await sign({ body, timestamp: first + life })
        return { authorization, body }
      }
      // At least one request is accepted before each kill, so each service has something to lose.
      last = [await signed()]
      assert.is(await send(service, last[0] as Recorded), 'accepted', `life ${life} with ${guard}`)
      // Each caller sends on until it is not answered, so the kill comes between requests.
      let answered = 0
      const taken: Array<Recorded> = []
      const caller = async (): Promise<void> => {
        for (;;) {
          const request = await signed()
          const answer = await send(service, request)
          if (answer === 'no answer') return
          answered++
          if (answer === 'accepted') taken.push(request)
        }
      }
      const callers = Array.from({ length: atOnce }, caller)
      const most = 2 + Math.floor(Math.random() * atOnce)
      while (answered < most) await setTimeout(1)
      await setTimeout(Math.random() * 2)
      await service.kill()
      await Promise.all(callers)
      last = [...last, ...taken]
      accepted.push(...last)
    }
    const service = await start()
    for (let at = 0; at < accepted.length; at += 100) await replay(service, accepted.slice(at, at + 100))
    await service.kill()
    assert.equal(repeated, [])
    assert.ok(accepted.length > lives * 2, `${accepted.length} accepted`)
  } finally {
    await program.remove()
  }
}

const killed = suite(`a verifying service, killed ${lives} times`)

const inFolder = (guard: string) => async () => {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-killed-'))
  try {
    await survive(guard, join(folder, 'store'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

killed('memory with a high-water file: no accepted request is accepted again', inFolder('memory'))
killed('lmdb: no accepted request is accepted again', inFolder('lmdb'))
needs('redis-server', killed)('redis: no accepted request is accepted again', () =>
  withRedis([], ({ port }) => survive('redis', `redis://127.0.0.1:${port}`)),
)
