/** Rows of the bench: what it costs to parse an Authorization header. */
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

  // Headers that are scanned to their end, at half the cap and at the cap: the time must be linear.
  const open = 'SVC-SHA256-RSA '
  const lenient = { 'unknown-param': true, ows: true, 'quoted-values': true }
  const grammar = { ...Authorization.standard, policies: { ...Authorization.standard.policies, ...lenient } }
  const shapes = [
    (n: number) => `${open}app_id=a,nonce_str=n,timestamp=1,signature=${'A'.repeat(n - 58)}`,
    (n: number) => `${open}${'a=b,'.repeat((n - 20) / 4)}a=b`,
    (n: number) => `${open}${'a="b" ,\t'.repeat((n - 20) / 8)}a=b`,
    (n: number) => `${open}a=${'='.repeat(n - 20)}`,
  ]
  const turn = (header: string) => () => {
    for (let i = 0; i < 300; i++) Authorization.parse(header, grammar)
    return 300
  }
  let steepest = 0
  for (const shape of shapes) {
    const ns = await interleaved({ half: turn(shape(4096)), whole: turn(shape(8192)) })
    steepest = Math.max(steepest, median(ns.whole) / median(ns.half))
  }
  return [
    { id: 'parse', value: 1e9 / median(parse), unit: 'headers/s' },
    { id: 'parse-linear', value: steepest, unit: '× the time for 8 KiB as for 4 KiB' },
  ]
}
