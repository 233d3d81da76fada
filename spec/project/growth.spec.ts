// The tables and the picture of `npm run load -- growth`; the measuring itself is too slow for a spec.
import { readFileSync } from 'node:fs'
import * as assert from 'uvu/assert'
import {
  type Figures,
  type Point,
  sizes,
  subjects,
  tables,
  tablesIn,
  withTables,
} from '../../scripts/bench/growth/figures.ts'
import { picture } from '../../scripts/bench/growth/picture.ts'
import { randomKey } from '../../scripts/bench/growth/randomKey.ts'
import { parse } from '../../src/core/PublicKey.ts'
import { right } from '../support/interpreterContract.ts'
import { suite } from '../support/suite.ts'

const point = (size: number): Point => ({ size, requestsPerSecond: 12_345, p99: 9.87, megabytes: 85.4 })
const start = { apps: 100_000, seconds: 3.21, held: 12.3, bytesPerApp: 1104.4 }
const sample: Figures = {
  machine: { node: '20.20.2', cores: 2, processor: 'a fast one', load: 0.4 },
  growth: {
    connections: [point(1), point(1024)],
    apps: [point(100_000)],
    body: [point(0), point(400), point(2 ** 16), point(2 ** 26)],
    claims: [point(10_000_000)],
  },
  starts: { record: start, folder: start },
}

const figures = suite('the figures of growth')

figures('are a row for each size, in words', () => {
  const text = tables(sample)
  for (const row of [
    '| connections | 1,024 | 12,345 | 9.9 ms | 85 MB |',
    '| apps | 100,000 | 12,345 | 9.9 ms | 85 MB |',
    '| bytes of a body | 64 KiB | 12,345 | 9.9 ms | 85 MB |',
    '| bytes of a body | 64 MiB | 12,345 | 9.9 ms | 85 MB |',
    '| 100,000 apps, `keyFolder` | 3.2 s | 12 ms | 1,104 |',
  ])
    assert.ok(text.split('\n').includes(row), row)
})

figures('of a busy machine say so', () => {
  const { machine } = sample
  assert.not.match(tables(sample), 'busy')
  assert.match(tables({ ...sample, machine: { ...machine, load: 2 } }), '**The machine was busy**: 2 processes')
})

figures('replace those of an earlier run in a guide, and nothing else', () => {
  const guide = readFileSync('src/server/SPEED.md', 'utf8')
  const other = withTables(guide, sample)
  assert.is(tablesIn(other), tables(sample))
  assert.is(other.split('<!--')[0], guide.split('<!--')[0])
  assert.is(other.split('-->').at(-1), guide.split('-->').at(-1))
  assert.is(tablesIn('a guide without a place for them'), undefined)
})

figures('are drawn as bars from zero, the highest as high in each panel', () => {
  const drawn = picture(sample)
  const heights = [...drawn.matchAll(/<rect [^>]*height="(\d+)"/g)].map(([, height]) => Number(height))
  assert.is(heights.length, 3 * 8)
  assert.is(new Set(heights).size, 1, 'equal figures')
  const half = { ...point(16), requestsPerSecond: 12_345 / 2 }
  const [first = 0, second = 0] = [
    ...picture({ ...sample, growth: { ...sample.growth, connections: [point(1), half] } }).matchAll(/ height="(\d+)"/g),
  ].map(([, height]) => Number(height))
  assert.is(second, first / 2)
  assert.match(drawn, 'prefers-color-scheme: dark')
})

figures('of one run are those in the guide and in its picture', () => {
  const measured: Figures = JSON.parse(readFileSync('scripts/bench/growth/figures.json', 'utf8'))
  for (const subject of subjects)
    assert.equal(
      measured.growth[subject].map(({ size }) => size),
      sizes[subject],
    )
  assert.is(tablesIn(readFileSync('src/server/SPEED.md', 'utf8')), tables(measured))
  assert.is(readFileSync('src/server/growth.svg', 'utf8'), picture(measured))
})

figures('come from keys that a verifier takes, each another', () => {
  const [one, two] = [randomKey(), randomKey()]
  assert.is.not(one, two)
  for (const pem of [one, two]) assert.equal(right(parse(pem))._tag, 'PublicKey')
})

figures.run()
