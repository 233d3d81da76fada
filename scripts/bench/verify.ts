/** Rows of the bench: what it costs to verify a request, beside the bare primitive of the platform. */
import { createVerify } from 'node:crypto'
import { KeyRing, type ReplayGuard, type VerifyEnv, VerifyPolicy, verifyRequest } from 'countersign'
import { make as memoryGuard } from 'countersign/guards/memory'
import { platform } from 'countersign/node'
import { createVerifier, type ReceivedRequest } from 'countersign/server'
import { interleaved, median, type Row, rateOf } from './measure.ts'
import { keyPair, noClaim, now, publicPem, right, type Sample, sample } from './requests.ts'

export const envWith = async (guard: ReplayGuard): Promise<VerifyEnv> => {
  const options = { validity: {}, where: 'loop' } as const
  const key = right(await platform.verificationKey(publicPem, options)())
  const keyRing = right(KeyRing.ofKeys([['app-1' as never, [key]]]))
  // Read the real clock, as in production, and answer the time of the samples' signatures.
  const clock = {
    now: () => {
      platform.clock.now()
      return now as never
    },
  }
  return { clock, digest: platform.digest, keyRing, guard }
}

export const bare = (samples: ReadonlyArray<Sample>) => (): number => {
  for (const { joined, signature } of samples) {
    if (!createVerify('sha256').update(joined).verify(keyPair.publicKey, signature))
      throw new Error('the primitive refused')
  }
  return samples.length
}

export const whole = (samples: ReadonlyArray<Sample>, env: VerifyEnv) => {
  const verify = verifyRequest({ ...VerifyPolicy.defaults, bodyLimit: 2 ** 30 })
  return async (): Promise<number> => {
    for (const { request } of samples) right(await verify(request)(env)())
    return samples.length
  }
}

export const smallRows = async (): Promise<ReadonlyArray<Row>> => {
  const samples = Array.from({ length: 1000 }, () => sample(400))
  const env = await envWith(noClaim)
  const rounds = 21
  const guards: Array<ReplayGuard> = []
  for (let i = 0; i < rounds + 5; i++) {
    const settings = { maxAge: 300, maxSkew: 60, floor: 0 } as const
    guards.push(right(await memoryGuard(settings as never, { clock: env.clock, entropy: platform.entropy })()))
  }
  const turns = {
    bare: bare(samples),
    verify: whole(samples, env),
    // A guard accepts each nonce once, so each round has a new guard, as full as the last one.
    guarded: () => whole(samples, { ...env, guard: guards.pop() as ReplayGuard })(),
  }
  const ns = await interleaved(turns, rounds, 5)
  const unit = 'of createVerify'
  return [
    { id: 'verify-400', value: rateOf(ns.verify, ns.bare), unit },
    { id: 'verify-400-guard', value: rateOf(ns.guarded, ns.bare), unit },
  ]
}

export const largeRows = async (): Promise<ReadonlyArray<Row>> => {
  const env = await envWith(noClaim)
  const rows: Array<Row> = []
  for (const [id, bytes, times] of [
    ['verify-1m', 2 ** 20, 40],
    ['verify-64m', 2 ** 26, 1],
  ] as const) {
    const samples = new Array<Sample>(times).fill(sample(bytes))
    const ns = await interleaved({ bare: bare(samples), verify: whole(samples, env) }, 11, 2)
    rows.push({ id, value: rateOf(ns.verify, ns.bare), unit: 'of createVerify' })
  }
  return rows
}

/** What a stranger can send that is not even a candidate for a key look-up; the dearest kind counts. */
export const junkRows = async (): Promise<ReadonlyArray<Row>> => {
  const good = sample(400).header
  const kinds = {
    noise: 'x'.repeat(450),
    'other scheme': good.replace('SVC-SHA256-RSA', 'SVC-SHA512-RSA'),
    'many items': `SVC-SHA256-RSA ${'a=b,'.repeat(2000)}`,
    'missing item': good.replace(/,timestamp=\d+/, ''),
    'bad base64': `${good.slice(0, -1)}!`,
    stale: sample(400, now - 3600).header,
  }
  const env = await envWith(noClaim)
  const program = verifyRequest(VerifyPolicy.defaults)
  const verifier = await createVerifier({ keys: { 'app-1': publicPem }, clock: () => now, cryptoOn: 'loop' })
  type Accepts = (request: Sample['request'] & ReceivedRequest) => Promise<boolean>
  const ways: Record<string, Accepts> = {
    junk: async (request) => (await program(request)(env)())._tag === 'Right',
    'junk-verifier': (request) =>
      verifier.verify(request).then(
        () => true,
        () => false,
      ),
  }
  const turnsOf = (accepts: Accepts) =>
    Object.fromEntries(
      Object.entries(kinds).map(([kind, header]) => {
        const request = { method: 'POST', target: '/v1/jobs', authorization: [header], body: new Uint8Array(0) }
        const turn = async (): Promise<number> => {
          for (let i = 0; i < 2000; i++) if (await accepts(request)) throw new Error(`${kind} was accepted`)
          return 2000
        }
        return [kind, turn]
      }),
    )
  const rows: Array<Row> = []
  for (const [id, accepts] of Object.entries(ways)) {
    const ns = await interleaved(turnsOf(accepts))
    const dearest = Math.max(...Object.values(ns).map(median))
    rows.push({ id, value: dearest / 1000, unit: 'µs' })
  }
  return rows
}
