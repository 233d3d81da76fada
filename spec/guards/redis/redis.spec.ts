import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import type { Timestamp } from '../../../src/core/Timestamp.ts'
import type { Misconfigured } from '../../../src/core/VerifyError.ts'
import * as Epoch from '../../../src/guards/redis/Epoch.ts'
import type { Outcome } from '../../../src/guards/redis/Machine.ts'
import { ask, recognise, type Send } from '../../../src/guards/redis/RedisClient.ts'
import { textOf } from '../../../src/guards/redis/RedisFault.ts'
import * as RedisInfo from '../../../src/guards/redis/RedisInfo.ts'
import * as RedisSettings from '../../../src/guards/redis/RedisSettings.ts'
import * as RedisShard from '../../../src/guards/redis/RedisShard.ts'
import { make, type RedisClient, type RedisGuardOptions, redisGuard } from '../../../src/guards/redis/redis.ts'
import { clock, entropy, timer } from '../../../src/platform/common/system.ts'
import { keepsRoundTrip } from '../../support/roundTrips.ts'
import { assert, forAll, suite } from '../../support/suite.ts'

const detail = (result: E.Either<Misconfigured, unknown>): string => {
  if (E.isRight(result)) throw new Error('expected a Left')
  return result.left.detail
}

const id = 'a'.repeat(40)
/** What a server that suits the guard says of itself. */
const serverInfo = `redis_version:7.0.15\r\nrun_id:${id}\r\nserver_time_usec:1700000000000000\r\nmaxmemory_policy:noeviction\r\nrole:master\r\nmaster_replid:${id}\r\n`

const settings = suite('redis: settings')

settings('have the defaults that the documentation names', () =>
  assert.equal(
    RedisSettings.parse({}),
    E.right({
      maxAge: 300,
      maxSkew: 60,
      margin: 60,
      life: 420,
      prefix: 'countersign:',
      deadlineMs: 100,
      fence: 5,
      quota: undefined,
      floor: undefined,
    }),
  ),
)

settings('that make no sense are named', () => {
  const cases: ReadonlyArray<readonly [RedisSettings.Settings, RegExp]> = [
    [{ prefix: '' }, /prefix/],
    [{ prefix: 'a b' }, /prefix/],
    [{ prefix: 'a'.repeat(129) }, /prefix/],
    [{ prefix: 7 as unknown as string }, /prefix/],
    [{ deadlineMs: 0 }, /deadlineMs/],
    [{ deadlineMs: Number.POSITIVE_INFINITY }, /deadlineMs/],
    [{ fence: -1 }, /fence/],
    [{ floor: -1 }, /floor/],
    [{ quota: 0 }, /quota/],
    [{ maxAge: 0, maxSkew: 0, margin: 0 }, /at least 1 second/],
    [{ maxAge: 10 ** 12 }, /at most a year/],
  ]
  for (const [setting, expected] of cases) assert.match(detail(RedisSettings.parse(setting)), expected)
})

settings('that do not exist, and a warning function that is none, are refused before Redis is asked', async () => {
  const asked: Array<string> = []
  const client = {
    call: (command: string) => {
      asked.push(command)
      return Promise.reject(new Error('no'))
    },
  }
  for (const [options, expected] of [
    [{ prefx: 'a' }, /"prefx" is not an option here/],
    [{ 'redis://user:secret@host': 1 }, /a name that is not shown is not an option here/],
    [{ onWarning: 'loudly' }, /onWarning/],
  ] as const) {
    const error = await redisGuard(client, options as unknown as RedisGuardOptions).catch((e: Error) => e)
    assert.match((error as Error).message, expected)
  }
  assert.equal(asked, [])
})

const clients = suite('redis: the client')

const none = () => Promise.resolve(null)

clients('is known by its shape, and is asked in the way of its library', async () => {
  const sent: Array<unknown> = []
  const note = (...args: Array<unknown>) => {
    sent.push(args)
    return Promise.resolve('OK')
  }
  const clusters: Array<boolean> = []
  for (const client of [
    { call: note, status: 'ready', sendCommand: note },
    { call: note, status: 'ready', isCluster: true, slots: [] },
    { sendCommand: note, isReady: true },
    { sendCommand: note, isOpen: true, acquire: none },
    { sendCommand: note, isReady: true, getMasterNode: none },
    { sendCommand: note, isReady: true, isOpen: true, slots: [] },
  ]) {
    const known = recognise(client)
    assert.ok(E.isRight(known))
    await known.right.send(['SET', 'k', 'v'], 'k')
    clusters.push(known.right.isCluster)
  }
  const set = ['SET', 'k', 'v']
  assert.equal(sent, [set, set, [set], [set], [false, set], ['k', false, set]])
  assert.equal(clusters, [false, true, false, false, false, true])
})

clients('is refused where it is none, and shown to nobody', () => {
  for (const client of [undefined, null, 'redis://user:secret@host', {}, { isReady: true }]) {
    assert.match(detail(recognise(client)), /neither of ioredis/)
    assert.not.match(detail(recognise(client)), /secret/)
  }
})

clients('is not asked while it is not ready, for it might keep the command', async () => {
  let calls = 0
  const call = () => {
    calls++
    return Promise.resolve('OK')
  }
  for (const client of [
    ...['connecting', 'connect', 'reconnecting', 'close', 'end'].map((status) => ({ call, status })),
    { sendCommand: call, isReady: false },
    { sendCommand: call, isOpen: false },
    { sendCommand: call, isReady: false, isOpen: true, getMasterNode: none },
    { sendCommand: call, isOpen: false, slots: [] },
  ]) {
    const known = recognise(client)
    assert.ok(E.isRight(known))
    const asked = await ask(known.right.send, ['PING'], '')
    assert.ok(E.isLeft(asked) && asked.left.again)
  }
  assert.is(calls, 0)
  const waiting = recognise({ call, status: 'wait' })
  assert.ok(E.isRight(waiting))
  await waiting.right.send(['PING'], '')
  assert.is(calls, 1)
})

const replies = suite('redis: replies')

replies('that say no are told by their code, and nothing else of them is', async () => {
  const cases: ReadonlyArray<readonly [unknown, RegExp, boolean]> = [
    [new Error("OOM command not allowed when used memory > 'maxmemory'. canary"), /full \(OOM\)/, false],
    [new Error("READONLY You can't write canary"), /replica \(READONLY\)/, false],
    [new Error('LOADING Redis is loading canary'), /\(LOADING\)/, true],
    [new Error('TRYAGAIN canary'), /\(TRYAGAIN\)/, true],
    [new Error('CLUSTERDOWN canary'), /\(CLUSTERDOWN\)/, true],
    [new Error('MOVED 1 canary'), /refused a command with MOVED$/, true],
    [new Error('NOREPLICAS canary'), /\(NOREPLICAS\)/, false],
    [new Error('ERR canary'), /refused a command with ERR$/, false],
    [new Error('WRONGTYPE canary'), /earlier version of countersign.*another/, false],
    [new Error("NOPERM User canary has no permissions to run the 'info' command"), /its user INFO \(NOPERM\)/, false],
    [new Error('NOPERM HSET RENAME'), /its user HSET, RENAME \(NOPERM\): the user needs EVAL.*every key/, false],
    [
      new Error("ERR The user executing the script can't run this command canary"),
      /a command or a key \(NOPERM\)/,
      false,
    ],
    [new Error('ERR ACL failure in script: canary'), /a command or a key \(NOPERM\)/, false],
    [new Error('NOAUTH'), /password \(NOAUTH\)/, false],
    [new Error('connect ECONNREFUSED canary'), /connection to Redis failed \(Error\)$/, true],
    [Object.assign(new Error(), { name: 'canary://secret' }), /connection to Redis failed \(Error\)$/, true],
    ['canary', /a value that is not an Error/, true],
    [undefined, /a value that is not an Error/, true],
  ]
  for (const [thrown, expected, again] of cases) {
    const asked = await ask(() => Promise.reject(thrown), ['PING'], '')
    assert.ok(E.isLeft(asked))
    assert.match(asked.left.detail, expected)
    assert.not.match(asked.left.detail, /canary/)
    assert.is(asked.left.again, again)
  }
})

replies('that a client throws at once are faults like others', async () => {
  const asked = await ask(
    () => {
      throw new Error('ERR at once')
    },
    ['A'],
    '',
  )
  assert.ok(E.isLeft(asked))
  assert.match(asked.left.detail, /ERR/)
})

replies('may be text or bytes', () => {
  assert.is(textOf('a'), 'a')
  assert.is(textOf(Buffer.from('a')), 'a')
  for (const other of [null, undefined, 1, [], {}]) assert.is(textOf(other), undefined)
})

replies('whose claim fails within the guard show a name, and nothing that the name may hold', async () => {
  let epoch: string | null = null
  const client: RedisClient = {
    call: async (command, ...args) => {
      if (command === 'INFO') return serverInfo
      if (args[4] !== '') epoch = args[4] as string
      return [epoch, serverInfo, 'ticket', '0']
    },
  }
  let thrown: unknown
  const failing = {
    nonce: () => {
      if (thrown !== undefined) throw thrown
      return entropy.nonce()
    },
  }
  const made = await make(
    client,
    { maxAge: 300, maxSkew: 60 },
    { clock, entropy: failing, timer, onWarning: () => {} },
  )()
  assert.ok(E.isRight(made))
  const claim = { fingerprint: 'f', unique: 'n', timestamp: 4_000_000_000 } as never
  for (const [what, expected] of [
    [new TypeError('canary'), 'the guard failed (TypeError)'],
    [Object.assign(new Error(), { name: 'canary://secret' }), 'the guard failed (Error)'],
    ['canary', 'the guard failed (a value that is not an Error)'],
  ] as const) {
    thrown = what
    assert.equal(await made.right.claim(claim)(), E.left({ _tag: 'guard_unavailable', detail: expected }))
  }
})

replies('that do not come have the same words, whichever of two timers ends first', async () => {
  const deadlineMs = 50
  let epoch: string | null = null
  const client = {
    status: 'ready',
    call: async (command: string, ...args: ReadonlyArray<string>) => {
      if (command === 'INFO') return serverInfo
      if (args[4] !== '') epoch = args[4] as string
      return [epoch, serverInfo, 'ticket', '0']
    },
  }
  for (const late of [0, 300]) {
    client.status = 'ready'
    epoch = null
    const uneven = {
      ...timer,
      after: (ms: number, then: () => void) => timer.after(ms + (ms === deadlineMs ? late : 0), then),
    }
    const made = await make(client, { deadlineMs }, { clock, entropy, timer: uneven, onWarning: () => {} })()
    assert.ok(E.isRight(made))
    client.status = 'reconnecting'
    const claim = { fingerprint: 'f', unique: 'n', timestamp: 4_000_000_000 } as never
    const answer = await made.right.claim(claim)()
    assert.ok(E.isLeft(answer) && 'detail' in answer.left)
    assert.match(answer.left.detail, 'Redis has not answered within 50 ms: the client is not connected to Redis')
  }
})

replies('none of which a guard expects never make a claim first, at the start or later', async () => {
  await forAll(
    [
      fc.anything(),
      // A number in digits is a floor: with one null behind it, that is the reply of a first claim.
      fc.anything().filter((held) => held !== null && !(typeof held === 'string' && /^\d+$/.test(held))),
      fc.array(fc.anything(), { maxLength: 4 }),
    ],
    { numRuns: 30 },
    async (strange, held, more) => {
      let epoch: string | null = null
      let turn: unknown = strange
      let begun = false
      const client: RedisClient = {
        call: async (command, ...args) => {
          if (command === 'INFO') return serverInfo
          if (begun && args[1] !== '1') return turn
          if (args[4] !== '') epoch = args[4] as string
          return [epoch, serverInfo, 'ticket', '0']
        },
      }
      const guard = await redisGuard(client, { deadlineMs: 50, onWarning: () => {} })
      begun = true
      const claim = { fingerprint: 'f', unique: 'n', timestamp: 4_000_000_000 } as never
      assert.not.equal(await guard.claim(claim)(), E.right('first'))
      // Nor where the time and the epoch are as they should be, and the floor or the claim's own reply is strange, or there are several.
      for (const replies of [['0', held], ['0', null, null], [held, null], [null], more]) {
        turn = ['1700000000000', ...replies]
        assert.not.equal(await guard.claim(claim)(), E.right('first'))
      }
    },
  )
})

const info = suite('redis: INFO')

const text = [
  '# Server',
  'redis_version:7.0.15',
  'redis_mode:standalone',
  `run_id:${'1a'.repeat(20)}`,
  'server_time_usec:1795247261065948',
  '',
  '# Replication',
  'role:master',
  `master_replid:${'2b'.repeat(20)}`,
  `master_replid2:${'0'.repeat(40)}`,
  '',
].join('\r\n')

info('tells the run, the history, the role and the time', () =>
  assert.equal(RedisInfo.parse(text), {
    runId: '1a'.repeat(20),
    replId: '2b'.repeat(20),
    role: 'master',
    millis: 1_795_247_261_065,
  }),
)

info('finds a field at the beginning and at the end, and by its whole name only', () => {
  assert.is(RedisInfo.field('a:1\r\nb:2', 'a'), '1')
  assert.is(RedisInfo.field('a:1\r\nb:2', 'b'), '2')
  assert.is(RedisInfo.field('xa:1\r\n', 'a'), undefined)
  assert.is(RedisInfo.field('', 'a'), undefined)
})

info('tells nothing where a field is missing or is not of its form', () => {
  for (const name of ['run_id', 'server_time_usec', 'role', 'master_replid'])
    assert.is(RedisInfo.parse(text.replace(`\n${name}:`, '\nother:')), undefined, name)
  for (const [from, to] of [
    ['1a1a', 'zz'],
    ['2b2b', '2B2B'],
    ['17952', '-1'],
    ['1795247261065948', '1e15'],
  ] as const)
    assert.is(RedisInfo.parse(text.replace(from, to)), undefined, to)
})

info('of an older Redis, a cluster and a sentinel says why it will not do', () => {
  const refusal = (info: string, isCluster = false): string => RedisInfo.refusal(info, isCluster) ?? ''
  assert.is(refusal(text), '')
  assert.is(refusal(text.replace('7.0.15', '8.2.0')), '')
  assert.is(refusal(text.replace('7.0.15', '10.0.0')), '')
  assert.match(refusal(text.replace('7.0.15', '6.2.14')), /7 or later is needed, but this is 6\.2\.14/)
  assert.match(refusal(text.replace('redis_version', 'x')), /another/)
  assert.match(refusal(text.replace('standalone', 'cluster')), /one node of a cluster/)
  assert.is(refusal(text.replace('standalone', 'cluster'), true), '')
  assert.match(refusal(text.replace('standalone', 'sentinel')), /sentinel/)
})

const epoch = suite('redis: the epoch')

keepsRoundTrip(epoch, 'Epoch.parse')

epoch('is none in a text that no guard wrote', () => {
  const e = { run_id: 'r', replid: 'h', floor: 1, id: 'i' }
  for (const wrong of [
    '',
    'null',
    '[]',
    '{}',
    '1',
    '{',
    ` ${Epoch.serialize(e)}`,
    JSON.stringify({ ...e, more: 1 }),
    JSON.stringify({ ...e, floor: '1' }),
    JSON.stringify({ ...e, floor: 1.5 }),
    JSON.stringify({ ...e, floor: null }),
    JSON.stringify({ ...e, run_id: 1 }),
  ])
    assert.is(Epoch.parse(wrong), undefined, wrong)
})

epoch('is of a server only by its run, its history and as a primary', () => {
  const e = { run_id: 'r', replid: 'h', floor: 1, id: 'i' }
  const server = { runId: 'r', replId: 'h', role: 'master', millis: 0 }
  assert.ok(Epoch.isOf(e, server))
  assert.not(Epoch.isOf(e, { ...server, runId: 'x' }))
  assert.not(Epoch.isOf(e, { ...server, replId: 'x' }))
  assert.not(Epoch.isOf(e, { ...server, role: 'slave' }))
})

/** What Redis answers to the guard's scripts, as far as an epoch is concerned; `later` holds the next reply back. */
const store = () => {
  let text: string | null = null
  let held: Promise<void> | undefined
  let turns = 0
  const send: Send = async ([, , keys, , seen = '', next = '']) => {
    const wait = held
    held = undefined
    const isReading = keys === '1'
    if (isReading && next !== '' && (text ?? '') === seen) text = next
    if (!isReading) turns++
    const reply = isReading ? [text, serverInfo, 'ticket', '0'] : ['1700000000000', '0', null]
    if (wait !== undefined) return wait.then(() => reply)
    return reply
  }
  const flush = () => {
    text = null
  }
  const later = (): (() => void) => {
    let open = (): void => {}
    held = new Promise((resolve) => {
      open = resolve
    })
    return open
  }
  const shard = RedisShard.make({
    send,
    prefix: '',
    fence: 0,
    first: 0,
    deadlineMs: 100,
    clock: { now: () => 1_700_000_000 as Timestamp },
    entropy,
    timer,
    life: 420,
    ahead: 90,
    quota: () => 9,
    silence: undefined,
    onTime: () => {},
    onFarAhead: () => {},
  })
  return { flush, later, shard, turns: () => turns }
}

epoch('that ends before the replies of a turn are read leaves no claim of that turn first', async () => {
  const { flush, later, shard, turns } = store()
  await shard.begin()
  const openClaims = later()
  const outcomes: Array<Outcome> = []
  const claim = { id: 'c', tally: 't', token: 'AAAAAAAAAAAA', timestamp: 1_700_000_060, end: Number.POSITIVE_INFINITY }
  shard.submit(claim, (outcome) => outcomes.push(outcome))
  await new Promise((resolve) => setImmediate(resolve))
  flush()
  // It reads at once, and then writes.
  const settled = shard.begin()
  const openEpoch = later()
  await new Promise((resolve) => setImmediate(resolve))
  openEpoch()
  openClaims()
  await settled
  await new Promise((resolve) => setImmediate(resolve))
  // The first reply does not count: the claim was sent again in the next epoch.
  assert.equal(outcomes, ['first'])
  assert.is(turns(), 2)
  assert.is(shard.floor(), 1_700_000_002)
})
