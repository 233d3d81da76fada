import { Authorization } from 'countersign'
import { interleaved, median, type Row } from './measure.ts'
import { sample } from './requests.ts'

export const parseRows = async (): Promise<ReadonlyArray<Row>> => {
  const headers = Array.from({ length: 500 }, () => sample(400).header)
  const { parse } = await interleaved({
    parse: () => {
      for (let k = 0; k < 20; k++) {
        for (const header of headers) if (Authorization.parse(header)._tag === 'Left') throw new Error('refused')
      }
      return headers.length * 20
    },
  })

  // The shapes that hurt a careless scanner, at an eighth of the cap and at the cap: a character should cost the same.
  const open = 'SVC-SHA256-RSA '
  const shapes = [
    (n: number) => `${open}unknown=${'='.repeat(n - 23)}`,
    (n: number) => `${open}signature=${'A'.repeat(n - 25)}`,
    (n: number) => `${open}nonce_str=${'-'.repeat(n - 25)}`,
    (n: number) => `${open}app_id=${'"'.repeat(n - 22)}`,
    (n: number) => `${open}${'nonce_str='.repeat((n - 15) / 10)}`,
  ]
  const turn = (header: string) => () => {
    for (let i = 0; i < 500; i++) Authorization.parse(header)
    return 500 * header.length
  }
  let steepest = 0
  for (const shape of shapes) {
    const ns = await interleaved({ short: turn(shape(1024)), long: turn(shape(8192)) })
    steepest = Math.max(steepest, median(ns.long) / median(ns.short))
  }
  return [
    { id: 'parse', value: 1e9 / median(parse), target: 1_000_000, better: 'higher', unit: 'headers/s' },
    { id: 'parse-linear', value: steepest, target: 1.5, better: 'lower', unit: '× a character, at 8 KiB vs 1 KiB' },
  ]
}
