/**
 * A verifier whose refusals are looked into: a real one, asked over HTTP.
 */
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import * as E from 'fp-ts/lib/Either.js'
import * as AppId from '../../../src/core/AppId.ts'
import * as PublicKey from '../../../src/core/PublicKey.ts'
import type { RefusedRequest } from '../../../src/effects/RefusedRequest.ts'
import type { KnownKey } from '../../../src/kit/diagnosis/Case.ts'
import {
  type Circumstances,
  type ExplainSettings,
  explainRefusals,
} from '../../../src/kit/diagnosis/explainRefusals.ts'
import type { Report } from '../../../src/kit/diagnosis/Report.ts'
import { summary } from '../../../src/kit/diagnosis/summary.ts'
import { timer } from '../../../src/platform/common/system.ts'
import { decompress } from '../../../src/platform/node/decompress.ts'
import { hash } from '../../../src/platform/node/hash.ts'
import { verified } from '../../../src/server/adapters/http.ts'
import { createVerifier, type VerifierOptions } from '../../../src/server/node.ts'
import { rsa, type TestKey } from '../../support/keys.ts'
import { withServer } from '../../support/loopback.ts'
import { assert, gate, right, suite } from '../../support/suite.ts'
import { app2, now, sign } from '../../support/world.ts'

const keys = { 'app-1': rsa(2048, 'app-1').publicPem }

interface Told extends Circumstances {
  readonly report: Report
  readonly request: RefusedRequest
}

/** `onRefusal`, its reports, and a promise of so many reports. */
const explaining = (settings: Partial<ExplainSettings> = {}) => {
  const told: Array<Told> = []
  const listeners: Array<() => void> = []
  const tell: ExplainSettings['tell'] = (report, request, circumstances) => {
    told.push({ report, request, ...circumstances })
    for (const listener of listeners.splice(0)) listener()
  }
  const onRefusal = explainRefusals({ hash, timer, tell, ...settings })
  const reports = async (n: number): Promise<ReadonlyArray<Told>> => {
    while (told.length < n) await new Promise<void>((resolve) => listeners.push(resolve))
    return told
  }
  return { onRefusal, told, reports }
}

/** By this clock each step of work takes a millisecond, however busy the machine is: the same search ends at the same place. */
const bySteps = (budgetMs: number): Partial<ExplainSettings> => {
  let ms = 0
  return { timer: { wait: () => timer.wait(0), elapsed: () => ms++ }, budgetMs }
}

/** Asks a server behind a verifier, and answers its status and body. */
const serving = async (
  options: Partial<VerifierOptions>,
  use: (ask: (authorization: string, body: string) => Promise<string>) => Promise<void>,
): Promise<void> => {
  const verifier = await createVerifier({ keys, clock: () => now, ...options })
  const server = createServer(verified(verifier, (_, res, { appId }) => res.end(`hello ${appId}`)))
  return withServer(server, async ({ url: origin }) => {
    const url = `${origin}/v1/jobs`
    await use(async (authorization, body) => {
      const response = await fetch(url, { method: 'POST', headers: { authorization }, body })
      const headers = [...response.headers].filter(([name]) => name !== 'date')
      return JSON.stringify([response.status, headers, await response.text()])
    })
  })
}

const spaced = '{"request_id": "r-1", "stages": []}'
const compact = '{"request_id":"r-1","stages":[]}'

/** A refusal as a verifier reports it: by default of a body that was serialized again. */
const refusal = async (
  change: Partial<RefusedRequest> = {},
  key: TestKey = rsa(2048, 'app-1'),
): Promise<RefusedRequest> => {
  const { authorization } = await sign({ body: compact, key })
  const spki = new Uint8Array(rsa(2048, 'app-1').publicKey.export({ type: 'spki', format: 'der' }))
  return {
    reason: 'signature_invalid',
    message: 'words for the operator',
    method: 'POST',
    target: '/v1/jobs',
    authorization: [authorization],
    body: Buffer.from(spaced),
    now,
    appId: 'app-1',
    keys: [{ spki }],
    settings: {},
    ...change,
  }
}

/** What is told of one refusal. */
const toldOf = async (
  change: Partial<RefusedRequest> = {},
  settings: Partial<ExplainSettings> = {},
  key?: TestKey,
): Promise<Told> => {
  const { onRefusal, reports } = explaining(settings)
  onRefusal(await refusal(change, key))
  return (await reports(1))[0] as Told
}

const idsOf = ({ report }: Told): ReadonlyArray<string> => report.findings.map(({ id }) => id)

const compressed = suite('explainRefusals: a body that was compressed after it was signed')

for (const [coding, compress] of Object.entries({
  gzip: gzipSync,
  deflate: deflateSync,
  'deflate without its frame': deflateRawSync,
  br: brotliCompressSync,
}))
  compressed(coding, async () => {
    const body = new Uint8Array(compress(compact))
    assert.equal(idsOf(await toldOf({ body }, { decompress, budgetMs: 60_000 })), ['body-compressed'])
    // Another mistake beside it.
    const pair = await toldOf({ body, target: '/v1/jobs/' }, { decompress, budgetMs: 60_000 })
    assert.equal(idsOf(pair), ['target-trailing-slash', 'body-compressed'])
    assert.not.ok((await toldOf({ body }, bySteps(20))).report.recovered)
  })

compressed(
  'the content may be as large as a body of the verifier, and a decompressor that throws is no matter',
  async () => {
    const body = new Uint8Array(gzipSync(compact))
    const limits: Array<number> = []
    const noted = (_: Uint8Array, limit: number): undefined => void limits.push(limit)
    await toldOf({ body }, { decompress: noted, ...bySteps(1) })
    await toldOf({ body, settings: { bodyLimit: 100 } }, { decompress: noted, ...bySteps(1) })
    assert.equal(limits, [1024 * 1024, 100])
    const throwing = (): never => {
      throw new Error('a fault of the decompressor')
    }
    assert.is((await toldOf({ body }, { decompress: throwing, ...bySteps(1) })).report.reason, 'signature_invalid')
  },
)

compressed('it runs behind the answer to the caller', async () => {
  let isAnswered = false
  const seen: Array<boolean> = []
  const { onRefusal, reports } = explaining({
    decompress: () => void seen.push(isAnswered),
    ...bySteps(1),
  })
  onRefusal(await refusal())
  isAnswered = true
  await reports(1)
  assert.equal(seen, [true])
})

const serverSide = suite('explainRefusals: behind a server')

serverSide('names what the caller did, to the operator alone', async () => {
  const { onRefusal, reports } = explaining()
  const answers: Array<string> = []
  for (const options of [{ onRefusal }, {}]) {
    const { authorization } = await sign({ body: compact })
    await serving(options, async (ask) => void answers.push(await ask(authorization, spaced)))
  }
  const [told] = await reports(1)
  assert.is(told?.report.exact, true)
  assert.equal(told && idsOf(told), ['body-reserialized'])
  assert.is(told?.report.reason, 'signature_invalid')
  assert.is(told?.report.key?.appId, 'app-1')
  assert.is(told?.skipped, 0)
  assert.is(told?.body, 'whole')
  assert.is(told?.request.target, '/v1/jobs')
  assert.match(answers[0] as string, /^\[401,/)
  assert.is(answers[0], answers[1])
})

serverSide('tells nothing of a request that is accepted', async () => {
  const { onRefusal, told, reports } = explaining()
  await serving({ onRefusal }, async (ask) => {
    const { authorization } = await sign({ body: compact })
    assert.match(await ask(authorization, compact), /^\[200,.*hello app-1/)
    await ask('SVC-SHA256-RSA app_id="app-1"', compact)
  })
  await reports(1)
  const found = told.map(({ report }) => report.reason)
  assert.equal(found, ['authorization_malformed'])
})

serverSide('a listener that throws, and a hash that does, change no answer, and the next is looked into', async () => {
  for (const fault of ['hash', 'tell'] as const) {
    let calls = 0
    const failed = gate()
    const next = gate()
    const failing = (): never => {
      calls++
      failed.open()
      throw new Error('of a spec')
    }
    const onRefusal = explainRefusals({
      timer,
      hash: (name, bytes) => (fault === 'hash' && calls === 0 ? failing() : hash(name, bytes)),
      // Throws in a promise: it must not become an unhandled rejection.
      tell: async () => (fault === 'tell' && calls === 0 ? failing() : next.open()),
    })
    await serving({ onRefusal }, async (ask) => {
      for (const outcome of [failed, next]) {
        assert.match(await ask((await sign({ body: compact })).authorization, spaced), /^\[401,/)
        await outcome.opened
      }
    })
    assert.is(calls, 1)
  }
})

const finding = suite('explainRefusals: what is looked at')

finding('a body as it was at the verdict, although it is overwritten later', async () => {
  const { onRefusal, reports } = explaining()
  const body = Buffer.from(spaced)
  onRefusal(await refusal({ body }))
  body.fill(0)
  const [told] = await reports(1)
  assert.equal(told && idsOf(told), ['body-reserialized'])
})

finding("another app's key, if those are given", async () => {
  const key = E.toUnion(PublicKey.parse(rsa(2048, 'app-2').publicPem)) as PublicKey.PublicKey
  const otherKeys: ReadonlyArray<KnownKey> = [{ appId: app2, key }]
  const told = await toldOf({ body: Buffer.from(compact) }, { otherKeys }, rsa(2048, 'app-2'))
  assert.equal([idsOf(told), told.report.key?.appId], [['other-key'], 'app-2'])
})

finding("another app's key, if the verifier's ring holds it, and each key once", async () => {
  const { onRefusal, reports } = explaining({ otherKeys: [] })
  const verifier = await createVerifier({
    keys: { ...keys, 'app-2': rsa(2048, 'app-2').publicPem },
    clock: () => now,
    onRefusal,
  })
  const { authorization } = await sign({ key: rsa(2048, 'app-2') })
  await verifier.verify({ method: 'POST', target: '/v1/jobs', authorization, body: '{}' }).catch(() => {})
  // The header names no app that can be read: the keys of all are tried.
  const quoted = (await sign()).authorization.replace('app-1', '"app-1"')
  await reports(1)
  await verifier.verify({ method: 'POST', target: '/v1/jobs', authorization: quoted, body: '{}' }).catch(() => {})
  const [other, malformed] = await reports(2)
  assert.equal(other && idsOf(other), ['other-key'])
  assert.is(other?.report.key?.appId, 'app-2')
  assert.equal(malformed && idsOf(malformed), ['header-quoted'])
  assert.is(malformed?.report.key?.appId, 'app-1')
})

finding('a prefix that a proxy removes, if it is known', async () => {
  const { authorization } = await sign({ target: '/acme-7/v1/jobs' })
  const refused = await refusal({ authorization: [authorization], body: Buffer.from('{}') })
  const settings: ReadonlyArray<Partial<ExplainSettings>> = [{ prefix: '/acme-7' }, { prefix: '/other' }]
  const found = await Promise.all(
    settings.map(async (known) => {
      const told = await toldOf(refused, { ...known, ...bySteps(300) })
      return told.report.exact ? idsOf(told) : []
    }),
  )
  assert.equal(found, [['target-prefix-added'], []])
})

finding('another target of the service, if it was accepted lately: by one line of code', async () => {
  const { onRefusal, reports } = explaining(bySteps(300))
  const signed = '/v2/tenants/7/images'
  const sent = '/v1/jobs'
  const verifier = await createVerifier({ keys, clock: () => now, onRefusal, onVerdict: onRefusal.learn })
  const post = async (target: string, from = target): Promise<void> => {
    const { authorization } = await sign({ target: from })
    await verifier.verify({ method: 'POST', target, authorization, body: '{}' }).catch(() => {})
  }
  await post(sent, signed)
  await reports(1)
  await post(`${signed}?a=1`)
  await post(sent, signed)
  const [before, after] = await reports(2)
  assert.is(before?.report.exact, false)
  assert.ok(after?.report.exact)
  assert.equal(idsOf(after), ['target-other'])
  // A refused request teaches nothing, and the oldest of 256 is forgotten.
  for (let i = 0; i < 256; i++) onRefusal.learn({ outcome: 'accept', path: `/${i}` })
  onRefusal.learn({ outcome: 'reject', path: signed })
  onRefusal.learn({ outcome: 'accept' })
  onRefusal.learn({ outcome: 'accept', path: `/${'a'.repeat(512)}` })
  await post(sent, signed)
  const [, , forgotten] = await reports(3)
  assert.is(forgotten?.report.exact, false)
})

finding('header and key only, without a body or with one that is too large', async () => {
  const { onRefusal, reports } = explaining({ bodyLimit: spaced.length - 1 })
  const { body: _, ...absent } = await refusal()
  onRefusal(absent)
  onRefusal(await refusal())
  await reports(2)
  const line = absent.authorization[0]?.replace('app-1', '"app-1"') as string
  onRefusal({ ...absent, reason: 'authorization_malformed', authorization: [line] })
  const [without, large, malformed] = (await reports(3)) as [Told, Told, Told]
  for (const told of [without, large]) {
    assert.equal(idsOf(told), [])
    assert.is(told.report.exact, false)
    assert.is(told.report.complete, false)
    assert.ok(told.report.tried < 1000, 'the text is not searched for')
    assert.equal(told.report.alternatives, [])
    assert.is(told.report.expected, undefined)
    assert.is(told.report.key?.appId, 'app-1')
    assert.is(told.request.body, undefined)
  }
  assert.equal([without.body, large.body, malformed.body], ['absent', 'too-large', 'absent'])
  assert.equal(idsOf(malformed), ['header-quoted'])
})

finding('no unknown key if no key was looked up', async () => {
  const { onRefusal, reports } = explaining()
  const { appId: _, ...refused } = await refusal({ reason: 'timestamp_expired', now: now + 400, keys: [] })
  const { body: __, ...absent } = refused
  onRefusal(refused)
  onRefusal(absent)
  assert.equal((await reports(2)).map(idsOf), [['clock-behind'], ['clock-behind']])
})

finding('a body as large as the limit is searched', async () =>
  assert.is((await toldOf({}, { bodyLimit: spaced.length })).body, 'whole'),
)

finding("the verdict is the verifier's: a replayed request is refused, though nothing is wrong with it", async () => {
  const { report } = await toldOf({ reason: 'nonce_replayed', body: Buffer.from(compact) })
  assert.equal([report.outcome, report.reason], ['reject', 'nonce_replayed'])
  assert.is(report.message, 'words for the operator')
})

finding('nothing where the reason says it all, and that does not count as skipped', async () => {
  const { onRefusal, reports, told } = explaining({ perMinute: 2 })
  for (const reason of [
    'app_forbidden',
    'guard_full',
    'guard_unavailable',
    'key_source_unavailable',
    'verifier_busy',
    'token_unknown',
  ] as const)
    onRefusal(await refusal({ reason }))
  onRefusal(await refusal())
  await reports(1)
  assert.is(told.length, 1)
  assert.is(told[0]?.skipped, 0)
})

finding('nothing for a header or target longer than any verifier takes', async () => {
  const { onRefusal, reports, told } = explaining()
  onRefusal(await refusal({ target: `/${'a'.repeat(32 * 1024)}` }))
  onRefusal(await refusal())
  await reports(1)
  const found = told.map(({ skipped, request }) => [skipped, request.target])
  assert.equal(found, [[1, '/v1/jobs']])
})

const limits = suite('explainRefusals: how much')

limits('perMinute refusals a minute; the others are counted', async () => {
  let ms = 0
  const { onRefusal, told, reports } = explaining({ timer: { wait: timer.wait, elapsed: () => ms }, perMinute: 4 })
  const refused = await refusal()
  /** Refuses `times` requests, one after the other, and checks that the first `permitted` of them are reported. */
  const come = async (times: number, permitted: number): Promise<void> => {
    const expected = told.length + permitted
    for (let i = 0; i < times; i++) {
      onRefusal(refused)
      await reports(Math.min(told.length + 1, expected))
    }
    assert.is(told.length, expected)
  }
  await come(7, 4)
  ms += 14_999
  await come(2, 0)
  ms += 1
  await come(1, 1)
  const counts = told.map(({ skipped }) => skipped)
  assert.equal(counts, [0, 0, 0, 0, 5])
  // A quiet hour saves up no more than a minute.
  ms += 3_600_000
  await come(6, 4)
})

limits('one refusal at a time, while ten more wait', async () => {
  const { onRefusal, told, reports } = explaining({ perMinute: 100 })
  const refused = await refusal()
  for (let i = 0; i < 14; i++) onRefusal({ ...refused, target: `/v1/jobs?${i}` })
  await reports(11)
  onRefusal({ ...refused, target: '/v1/jobs?last' })
  await reports(12)
  const targets = Array.from({ length: 11 }, (_, i) => `/v1/jobs?${i}`)
  const found = told.map(({ request }) => request.target)
  assert.equal(found, [...targets, '/v1/jobs?last'])
  const shown = told.map(({ skipped }) => skipped).filter((skipped) => skipped > 0)
  assert.equal(shown, [3])
})

limits('works in slices, waits as long after each, and ends with the budget', async () => {
  // Each reading of this clock adds a millisecond, so a step of work takes one.
  let ms = 0
  const slices: Array<number> = []
  const rests: Array<number> = []
  let begun = 0
  const counted = {
    elapsed: () => ms++,
    wait: (rest: number) => async () => {
      slices.push(ms - begun)
      rests.push(rest)
      await timer.wait(0)()
      begun = ms
    },
  }
  const { authorization } = await sign({ body: 'nobody guesses this' })
  const settings = { timer: counted, sliceMs: 5, budgetMs: 23 }
  const { report, milliseconds } = await toldOf({ authorization: [authorization] }, settings)
  assert.equal([report.exact, report.complete], [false, false])
  assert.ok(milliseconds >= 23 && milliseconds < 30, String(milliseconds))
  assert.is(rests[0], 0)
  assert.equal([...new Set(rests.slice(1))], [5])
  for (const slice of slices.slice(1)) assert.ok(slice <= 7, String(slices))
})

limits('returns before it begins to work', async () => {
  let hashed = 0
  const { onRefusal, reports } = explaining({
    hash: (name, bytes) => {
      hashed++
      return createHash(name).update(bytes).digest()
    },
  })
  onRefusal(await refusal())
  await Promise.resolve()
  assert.is(hashed, 0)
  await reports(1)
  assert.ok(hashed > 0)
})

const line = suite('summary')

line('names mistakes by their ids alone', async () =>
  assert.match(
    summary((await toldOf()).report),
    /^reject signature_invalid exact=body-reserialized .*key=sha256:[0-9a-f]{8} app=app-1$/,
  ),
)

line('repeats nothing of the request, and no malformed app id; a log never states a guess', () => {
  const canary = 'S3CRET\n'
  const text = { bytes: Buffer.from(canary), hash: 'sha256', digest: canary } as const
  const words = { detail: canary, part: 'body', what: canary, remedy: canary } as const
  const finding = { id: 'body-bom', ...words, evidence: 'digest', exact: false } as const
  const report: Report = {
    outcome: 'reject',
    reason: 'signature_invalid',
    message: canary,
    headline: canary,
    recovered: true,
    exact: false,
    signed: text,
    expected: text,
    tried: 1,
    complete: true,
    findings: [finding, { ...finding, id: 'body-crlf' }],
    alternatives: [[finding], [{ ...finding, id: 'method-case' }]],
    key: { appId: canary, fingerprint: 'sha256:00000000', bits: 2048 },
  }
  const proven = { ...finding, exact: true }
  const late = { ...finding, id: 'clock-behind', evidence: 'clock' } as const
  const only = { findings: [proven], alternatives: [] }
  const unknown = { recovered: false, findings: [], key: { ...report.key, appId: right(AppId.parse('a.b')) } as never }
  const guess = { ...finding, id: 'nonce-drift', evidence: 'guess' } as const
  const guessed = { recovered: false, alternatives: [], excluded: { body: 1 }, findings: [finding, guess] }
  for (const [change, told] of [
    [{}, 'recovered alternatives=body-bom+body-crlf|body-bom|method-case key=sha256:00000000'],
    [only, 'exact=body-bom key=sha256:00000000'],
    [{ ...only, findings: [proven, late] }, 'exact=body-bom clock=clock-behind key=sha256:00000000'],
    [{ ...only, findings: [late] }, 'clock=clock-behind key=sha256:00000000'],
    [unknown, 'seen=nothing key=sha256:00000000 app=a.b'],
    [guessed, 'seen=body-bom cause=not-found key=sha256:00000000'],
    [{ ...guessed, complete: false }, 'seen=body-bom cause=not-found-in-time key=sha256:00000000'],
  ] as const)
    assert.is(summary({ ...report, ...change }), `reject signature_invalid ${told}`)
})
