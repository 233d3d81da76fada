/**
 * What `verified` adds to a request of node:http: reading headers and body, the verdict, and the way through its promises. Beside a
 * handler that checks one known signature and answers, in the same process, by the time of its main thread.
 */
import { startWorker } from '../../temporary.ts'
import { above, interleaved, median, type Row } from '../measure.ts'
import { publicPem, sample } from '../requests.ts'
import { type Stage, sender, turnOf } from './measure.ts'

export const adapterRows = async (): Promise<ReadonlyArray<Row>> => {
  const { ask, stop } = startWorker('scripts/bench/cost/server.ts')
  const { put, close } = sender(await ask<number>({ 'app-1': [publicPem] }))
  const { header, request } = sample(400)
  const stage: Stage = { header, body: request.body as Buffer, accepted: true, times: 400 }
  const turns = { verified: turnOf(put, stage), bare: turnOf(put, { ...stage, path: '/bare' }) }
  const ns = await interleaved(turns, 21, 4, () => ask<number>('main'))
  close()
  stop()
  return [
    {
      id: 'adapter-main',
      value: above(ns.verified, ns.bare),
      target: 10,
      better: 'lower',
      unit: 'µs of the main thread above a handler that only checks',
    },
    { id: 'adapter-main-bare', value: median(ns.bare) / 1000, better: 'lower', unit: 'µs, that handler' },
  ]
}
