// How much runs at once: histories of the pure record, beside a plain list of what runs.
import * as fc from 'fast-check'
import * as Capacity from '../../src/queue/Capacity.ts'
import { assert, forAll, suite } from '../support/suite.ts'

interface Model {
  running: Array<number>
  /** What each job of this turn held. */
  held: Array<number>
}

type Command = fc.Command<Model, Capacity.Capacity>

const size = (real: Capacity.Capacity, cost: number): number => Math.min(cost, real.largest)
const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((total, each) => total + each, 0)

/** A job is begun if there is room, as the queue does it. */
const begin = (cost: number, ms: number, goesOn: boolean): Command => ({
  toString: () => `begin(${cost}, ${ms}, ${goesOn})`,
  check: () => true,
  run: (model, real) => {
    const fits = sum(model.running) + size(real, cost) <= real.window
    const isInTime = model.held.length === 0 || sum(model.held) < real.sliceMs
    assert.is(Capacity.hasRoom(real, cost), fits && isInTime)
    if (!fits || !isInTime) return
    assert.is(Capacity.hold(real, ms), model.held.length === 0, 'the first of its turn')
    model.held.push(ms)
    if (!goesOn) return
    Capacity.enter(real, Capacity.sizeOf(real, cost))
    model.running.push(size(real, cost))
    assert.ok(real.taken <= real.window)
  },
})

const end = (which: number): Command => ({
  toString: () => `end(${which})`,
  check: ({ running }) => running.length > 0,
  run: (model, real) => {
    const [ended = 0] = model.running.splice(which % model.running.length, 1)
    Capacity.leave(real, ended)
    assert.is(real.taken, sum(model.running))
  },
})

const endTurn = (): Command => ({
  toString: () => 'endTurn()',
  check: () => true,
  run: (model, real) => {
    Capacity.endTurn(real)
    model.held = []
  },
})

const commands = [
  fc
    .tuple(fc.integer({ min: 1, max: 9 }), fc.nat(3), fc.boolean())
    .map(([cost, ms, goesOn]) => begin(cost, ms, goesOn)),
  fc.nat(20).map((which) => end(which)),
  fc.constant(endTurn()),
]

const limits = fc.record(
  { window: fc.integer({ min: 4, max: 20 }), largest: fc.integer({ min: 1, max: 4 }), sliceMs: fc.nat(4) },
  { noNullPrototype: true },
)

const running = suite('Capacity')

running('for all histories: a job begins while it fits the window and the turn is not held too long', () =>
  forAll([limits, fc.commands(commands, { maxCommands: 60, size: 'max' })], (given, history) => {
    const model: Model = { running: [], held: [] }
    fc.modelRun(() => ({ model, real: Capacity.free(given) }), history)
  }),
)

running('sizes are sixty-fourths, of which sums are exact: after any jobs the window is empty', () =>
  forAll([fc.array(fc.double({ min: 0, max: 100, noNaN: true }), { maxLength: 50 })], (costs) => {
    const capacity = Capacity.free({ window: 1e9, largest: 28, sliceMs: 1 })
    const sizes = costs.map((cost) => Capacity.sizeOf(capacity, cost))
    for (const each of sizes) Capacity.enter(capacity, each)
    for (const each of sizes) Capacity.leave(capacity, each)
    assert.is(capacity.taken, 0)
    assert.ok(sizes.every((each) => each <= 28))
  }),
)
