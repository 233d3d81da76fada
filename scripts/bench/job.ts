/** How long `Job.decode` takes beside `JSON.parse` of the same 1 MiB, for the shapes that a search found to be the worst. */
import { Job } from 'countersign'
import { worst as shapes } from '../../spec/support/jobShapes.ts'
import { interleaved, type Row, rateOf } from './measure.ts'

export const jobRow = async (): Promise<Row> => {
  let worst = { shape: '', rate: 0 }
  for (const [shape, text] of Object.entries(shapes)) {
    const bytes = new TextEncoder().encode(text)
    const ns = await interleaved(
      {
        decode: () => {
          Job.decode(bytes)
          return 1
        },
        parse: () => {
          JSON.parse(new TextDecoder().decode(bytes))
          return 1
        },
      },
      9,
      1,
    )
    const rate = 1 / rateOf(ns.decode, ns.parse)
    if (rate > worst.rate) worst = { shape, rate }
  }
  const unit = `× the time of JSON.parse, for ${worst.shape}`
  return { id: 'job-worst', value: worst.rate, unit }
}
