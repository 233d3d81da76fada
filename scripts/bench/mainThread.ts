/**
 * What the main thread itself spends on a request whose signature the pool checks, above Node's own asynchronous call. Only this
 * time bounds how many requests one process can answer while its event loop stays free.
 */
import { verify } from 'node:crypto'
import { KeyRing, verifyRequest } from 'countersign'
import { platform } from 'countersign/node'
import { createVerifier, noReplayGuard } from 'countersign/server'
import { above, interleaved, mainThreadTime, type Row, type Turn } from './measure.ts'
import { keyPair, noClaim, now, publicPem, right, type Sample, sample } from './requests.ts'
import { envWith } from './verify.ts'

const lanes = 64

/** As many requests under way as there are lanes. */
const inLanes =
  (samples: ReadonlyArray<Sample>, one: (sample: Sample) => Promise<unknown>): Turn =>
  async () => {
    let next = 0
    const lane = async (): Promise<void> => {
      for (let each = samples[next++]; each !== undefined; each = samples[next++]) await one(each)
    }
    await Promise.all(Array.from({ length: lanes }, lane))
    return samples.length
  }

/** Node's call and its callback, with nothing beside them. */
const bare =
  (samples: ReadonlyArray<Sample>): Turn =>
  () =>
    new Promise((resolve, reject) => {
      let next = 0
      let left = samples.length
      const begin = (): void => {
        const each = samples[next++]
        if (each === undefined) return
        verify('RSA-SHA256', each.joined, keyPair.publicKey, each.signature, (error, valid) => {
          if (error !== null || !valid) reject(new Error('the primitive refused'))
          if (--left === 0) resolve(samples.length)
          begin()
        })
      }
      for (let i = 0; i < lanes; i++) begin()
    })

export const poolRows = async (): Promise<ReadonlyArray<Row>> => {
  const samples = Array.from({ length: 1000 }, () => sample(400))
  const key = right(await platform.verificationKey(publicPem, { validity: {}, cryptoOn: 'pool' })())
  const keyRing = right(KeyRing.ofKeys([['app-1' as never, [key]]]))
  const env = { ...(await envWith(noClaim)), keyRing }
  const program = verifyRequest()
  const verifier = await createVerifier({
    keys: { 'app-1': publicPem },
    guard: noReplayGuard('each sample is verified many times'),
    clock: () => now,
    cryptoOn: 'pool',
  })
  const ns = await interleaved(
    {
      bare: bare(samples),
      program: inLanes(samples, async ({ request }) => right(await program(request)(env)())),
      face: inLanes(samples, ({ request }) => verifier.verify(request as never)),
    },
    21,
    5,
    async () => mainThreadTime(),
  )
  return [
    { id: 'verify-pool-main', value: above(ns.program, ns.bare), unit: 'µs of the main thread above crypto.verify' },
    { id: 'verify-pool-main-face', value: above(ns.face, ns.bare), unit: 'µs, createVerifier' },
  ]
}
