/** How long `Job.decode` takes beside `JSON.parse` of the same 1 MiB, for the shapes that a search found to be the worst. */
import { Job } from 'countersign'
import { interleaved, type Row, rateOf } from './measure.ts'

const size = 2 ** 20

/** Items, joined by commas, of the given length or a little less. */
const items = (length: number, item: (i: number) => string): string => {
  const made: Array<string> = []
  let left = length
  for (let i = 0; left > 0; i++) {
    const next = item(i)
    made.push(next)
    left -= next.length + 1
  }
  return made.slice(0, -1).join(',')
}
const count = (n: number, item: (i: number) => string): string => Array.from({ length: n }, (_, i) => item(i)).join(',')

const job = (member: string): string => `{"request_id":"4","stages":[],"x":${member}}`
const array = (item: (i: number) => string): string => job(`[${items(size - 64, item)}]`)
const padded = (text: string): string => text.padEnd(size)

/** Nearly the 10,000 members that a job may have. */
const most = 9990

const shapes: Readonly<Record<string, string>> = {
  'words of JSON': array(() => 'true'),
  digits: array(() => '1'),
  'integers with an exponent': array(() => '1e0'),
  'a long number': job(`1.${'0'.repeat(size - 64)}`),
  'arrays of one': array(() => '[0]'),
  'deep arrays': array(() => `${'['.repeat(120)}${']'.repeat(120)}`),
  strings: array(() => '""'),
  escapes: job(`"${'\\u0041'.repeat((size - 64) / 6)}"`),
  space: padded(job('0')),
  'names that are numbers, descending': padded(job(`{${count(most, (i) => `"${400_000 - i}":0`)}}`)),
  'names that are numbers, far apart': padded(job(`[${count(10, () => `{${count(998, (k) => `"${k * 1000}":0`)}}`)}]`)),
  'members named __proto__': padded(job(`[${count(most, () => '{"__proto__":-0}')}]`)),
  'one member too many': array((i) => `{"${400_000 - i}":0}`),
}

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
  return { id: 'job-worst', value: worst.rate, target: 5, better: 'lower', unit }
}
