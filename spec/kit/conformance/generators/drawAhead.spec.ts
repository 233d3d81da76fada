// Runs that are drawn while the port is busy are those that would be drawn at their turn.
import { generatorsOf } from '../../../../src/kit/conformance/generators/all.ts'
import {
  begin,
  type DrawStore,
  storeOf,
  takeDrawn,
  whileDrawing,
} from '../../../../src/kit/conformance/generators/drawAhead.ts'
import { drawAt, placeFinder, type Share } from '../../../../src/kit/conformance/generators/draws.ts'
import type { Generator } from '../../../../src/kit/conformance/generators/Generator.ts'
import { oracleFor } from '../../../../src/kit/conformance/generators/oracle.ts'
import { assert, suite } from '../../../support/suite.ts'
import { packaged } from '../ports/cases.ts'

const seed = 'a'
const expectedOf = oracleFor([])
const generators = generatorsOf(packaged, 'full')
const named = (name: string): Generator => generators.find((generator) => generator.name === name) as Generator
const sharesOf = (...names: ReadonlyArray<string>): ReadonlyArray<Share> =>
  names.map((name) => ({ generator: named(name), places: ['0', '1', '2'] }))

const storeFor = (shares: ReadonlyArray<Share>, isRun: (generator: Generator) => boolean = () => true): DrawStore =>
  storeOf(shares, isRun, seed, expectedOf)

/** A wait that lasts until the store has drawn all that it draws ahead. */
const drawAll = async ({ drawing }: DrawStore): Promise<void> => {
  while (drawing.next().done !== true);
}
const namesIn = ({ runs }: DrawStore): ReadonlyArray<string> => [...runs.keys()]

const drawAhead = suite('runs drawn ahead')

drawAhead('a run from the store is the run that its place gives, with the answer of our own port', async () => {
  for (const name of ['json', 'string', 'header', 'key-pem', 'rsa-block']) {
    const store = storeFor(sharesOf(name))
    await drawAll(store)
    const generator = named(name)
    for (const place of ['0', '1', '2']) {
      const [drawn] = drawAt(placeFinder(generator, seed)(place))
      const stored = takeDrawn(store, generator, place)
      assert.equal(stored?.drawn.input, drawn?.input)
      assert.equal(await stored?.answering, await expectedOf(generator.op, drawn?.input))
      assert.is(takeDrawn(store, generator, place), undefined, 'a run is taken once')
    }
  }
})

drawAhead('histories, generators that are not run and generators that had their turn are not drawn ahead', async () => {
  const store = storeFor(sharesOf('story', 'json', 'string', 'job'), ({ name }) => name !== 'string')
  begin(store, named('json'))
  await drawAll(store)
  assert.equal(namesIn(store), ['job:0', 'job:1', 'job:2'])
})

drawAhead('drawing ends with the wait, and the wait ends with what it waited for', async () => {
  const store = storeFor(sharesOf('json', 'job'))
  assert.is(await whileDrawing(store, Promise.resolve('at once')), 'at once')
  assert.equal(namesIn(store), [], 'nothing is drawn where the answer is there')
  let answer = (_: string): void => {}
  const waiting = whileDrawing(store, new Promise<string>((resolve) => (answer = resolve)))
  while (store.runs.size < 2) await new Promise((resolve) => setImmediate(resolve))
  answer('late')
  assert.is(await waiting, 'late')
  assert.ok(store.runs.size < 6, `${store.runs.size} runs`)
})
