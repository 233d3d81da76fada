/**
 * What one request costs the server's processor, checked on the event loop over node:http, by the stage that ends it.
 *
 * A forgery costs a check of each key of the app that it names, so the keys here are the most expensive that a verifier
 * accepts: four of 4096 bits, which is the default of `maxKeyBits`, and four of 8192.
 */
import { createPublicKey, createVerify, type KeyObject, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request as send } from 'node:http'
import { startWorker } from '../../temporary.ts'
import { interleaved, median, type Row, rateOf, type Turn } from '../measure.ts'
import { now, publicPem, sample } from '../requests.ts'

/** A public key of any odd modulus: the time of a check does not depend on its factors. */
const keyOf = (bits: number, exponent: number): KeyObject => {
  const modulus = randomBytes(bits / 8)
  modulus[0] = 0xff
  modulus[modulus.length - 1] = 0xff
  const e = Buffer.from(exponent.toString(16).padStart(8, '0'), 'hex')
  const shortest = e.subarray(e.findIndex((byte) => byte !== 0))
  const jwk = { kty: 'RSA', n: modulus.toString('base64url'), e: shortest.toString('base64url') }
  return createPublicKey({ key: jwk, format: 'jwk' })
}

/** Below every modulus of `keyOf`, so that the platform's arithmetic runs. */
const wrongSignature = (bits: number): Buffer => Buffer.concat([Buffer.of(1), randomBytes(bits / 8 - 1)])

/**
 * Exponents that OpenSSL's arithmetic finds hard. Up to 23 bits it multiplies once for each bit that is set, beyond them
 * once for each window of three bits.
 */
const hardExponents = [2 ** 23 - 1, 2 ** 24 - 1, 2 ** 31 - 1, 2 ** 32 - 1, 0x92492493, 0xb6db6db7, 0xdb6db6db]

/** Checks of one wrong signature, by the platform alone. */
const checks = (bits: number, exponent: number): Turn => {
  const key = keyOf(bits, exponent)
  const signature = wrongSignature(bits)
  return () => {
    for (let i = 0; i < 25; i++) createVerify('sha256').update('').verify(key, signature)
    return 25
  }
}

/** The exponent whose check takes longest on this platform. */
const worstExponent = async (): Promise<number> => {
  const candidates = Object.fromEntries(hardExponents.map((e) => [e, checks(4096, e)]))
  const figures = Object.entries(await interleaved(candidates, 9, 1)).map(([e, ns]) => [Number(e), median(ns)] as const)
  return figures.reduce((worst, each) => (each[1] > worst[1] ? each : worst))[0]
}

/** What one check costs, with the usual exponent and with the worst. */
export const checkRows = async (): Promise<ReadonlyArray<Row>> => {
  const worst = await worstExponent()
  const candidates = [2048, 3072, 4096, 8192].flatMap((bits) => [
    [`check-${bits}`, checks(bits, 65_537)] as const,
    [`check-${bits}-worst`, checks(bits, worst)] as const,
  ])
  const ns = await interleaved(Object.fromEntries(candidates), 15, 2)
  return Object.entries(ns).map(([id, figures]) => ({ id, value: median(figures) / 1000, better: 'lower', unit: 'µs' }))
}

const fourKeys = (bits: number, exponent: number): ReadonlyArray<string> =>
  Array.from({ length: 4 }, () => keyOf(bits, exponent).export({ type: 'spki', format: 'pem' }) as string)

/** A number of connections, as few as keep the server busy. */
const lanes = 8

interface Stage {
  readonly header: string
  readonly body: Buffer
  readonly accepted: boolean
  /** Requests of a turn. */
  readonly times: number
}

const stagesOf = (bytes: number, times: number): Record<string, Stage> => {
  const { header, request } = sample(bytes)
  const body = request.body as Buffer
  const refused = (text: string, turns = times): Stage => ({ header: text, body, accepted: false, times: turns })
  const forged = (appId: string, bits: number): string =>
    header
      .replace('app_id=app-1', `app_id=${appId}`)
      .replace(/signature=.*/, `signature=${wrongSignature(bits).toString('base64')}`)
  return {
    junk: refused('x'.repeat(450)),
    stale: refused(sample(bytes, now - 3600).header),
    unknown: refused(forged('app-2', 2048)),
    honest: { header, body, accepted: true, times },
    forged: refused(forged('app-1', 2048)),
    'forged-4096': refused(forged('four-4096', 4096), Math.ceil(times / 3)),
    'forged-8192': refused(forged('four-8192', 8192), Math.ceil(times / 8)),
  }
}

type Put = (stage: Stage) => Promise<void>

/** Sends requests over as many connections as there are lanes. */
const sender = (port: number): { readonly put: Put; readonly close: () => void } => {
  const agent = new Agent({ keepAlive: true, maxSockets: lanes })
  const put: Put = async ({ header, body, accepted }) => {
    const headers = { authorization: header, 'content-length': body.length }
    const sent = send({ port, host: '127.0.0.1', method: 'POST', path: '/v1/jobs', agent, headers })
    // A refusal may come, and the connection close, before the body is sent.
    sent.on('error', () => {})
    const answered = once(sent, 'response')
    sent.end(body)
    const [response] = await answered
    const closed = once(response, 'close')
    response.resume()
    await closed
    if ((response.statusCode === 200) !== accepted) throw new Error(`the server answered ${response.statusCode}`)
  }
  return { put, close: () => agent.destroy() }
}

const turnOf =
  (put: Put, stage: Stage): Turn =>
  async () => {
    let left = stage.times
    const lane = async (): Promise<void> => {
      while (left-- > 0) await put(stage)
    }
    await Promise.all(Array.from({ length: lanes }, lane))
    return stage.times
  }

export const costRows = async (): Promise<ReadonlyArray<Row>> => {
  const exponent = await worstExponent()
  const { ask, stop } = startWorker('scripts/bench/cost/server.ts')
  const port = await ask<number>({
    'app-1': [publicPem],
    'four-4096': fourKeys(4096, exponent),
    'four-8192': fourKeys(8192, exponent),
  })
  const { put, close } = sender(port)
  const rows: Array<Row> = []
  for (const [size, bytes, times] of [
    ['400', 400, 160],
    ['1m', 2 ** 20, 16],
  ] as const) {
    const stages = Object.entries(stagesOf(bytes, times))
    const turns = Object.fromEntries(stages.map(([name, stage]) => [name, turnOf(put, stage)]))
    const ns = await interleaved(turns, 9, 2, () => ask<number>('cpu'))
    for (const [name, figures] of Object.entries(ns))
      rows.push({ id: `cost-${size}-${name}`, value: median(figures) / 1000, better: 'lower', unit: 'µs' })
    const { honest = [], 'forged-4096': dearest = [] } = ns
    rows.push({ id: `cost-${size}`, value: rateOf(honest, dearest), target: 12, better: 'lower', unit: 'of honest' })
  }
  close()
  stop()
  return rows
}
