// What turns test:all takes.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { partOf, turnsOf } from '../../scripts/evidence/shareOf.ts'
import { steps } from '../../scripts/test/allSteps.ts'
import { filesEvery, filesInTurn, turnOf, turnOfTests } from '../../scripts/test/fileTurns.ts'
import { assert, forAll, suite } from '../support/suite.ts'

const test = suite('project/turns')

test('each step of test:all that takes turns names a number of turns that is accepted', () => {
  const shares = Object.values(steps).flatMap((step) =>
    [...step.matchAll(/--every (\S+)/g)].map((found) => found[1] ?? ''),
  )
  assert.ok(shares.length >= 2)
  assert.equal(
    shares.filter((every) => turnsOf(every) === undefined),
    [],
  )
})

test('a number of turns is whole, at least 1 and at most 999', () => {
  assert.equal(['1', '99', '192', '999'].map(turnsOf), [1, 99, 192, 999])
  assert.equal(
    ['', '0', '-1', '01', '1.5', '1000', '1e2', 'two'].filter((every) => turnsOf(every) !== undefined),
    [],
  )
})

test('each turn runs an item of a list, and each item runs once in a round', () =>
  forAll(
    [fc.nat({ max: 100_000 }), fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 400 })],
    (first, turns, length) => {
      const list = Array.from({ length }, (_, index) => index)
      const round = Math.min(turns, length)
      const parts = Array.from({ length: round }, (_, later) => partOf(list, turns, first + later))
      assert.ok(parts.every((part) => part.length > 0))
      assert.equal(
        parts.flat().sort((a, b) => a - b),
        list,
      )
    },
  ))

test('each live spec runs once in four commits, and then has the next turn for its tests', () =>
  forAll([fc.nat({ max: 100_000 }), fc.integer({ min: 1, max: 120 })], (first, count) => {
    const files = Array.from({ length: count }, (_, at) => `${at}`)
    for (const file of files) {
      const turns = Array.from({ length: 4 * filesEvery }, (_, later) => first + later)
      const mine = turns.filter((turn) => filesInTurn(files, turn).includes(file))
      assert.is(mine.length, 4)
      const ofTests = mine.map(turnOfTests)
      assert.equal(
        ofTests,
        ofTests.map((_, later) => (ofTests[0] ?? 0) + later),
      )
    }
  }))

test('all run where no turn is given, and where all are asked for', () => {
  assert.is(turnOf({}), undefined)
  assert.is(turnOf({ SPEC_TURN: '7', COUNTERSIGN_ALL: '1' }), undefined)
  assert.is(turnOf({ SPEC_TURN: '7' }), 7)
})

test('no test takes turns twice: every second one of every second one would leave half of the others out for ever', () => {
  const twice = readdirSync('spec', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.spec.ts'))
    .filter((file) => {
      const text = readFileSync(join('spec', file), 'utf8')
      const byTurn = [...text.matchAll(/const (\w+) = byTurns\(/g)].map(([, name]) => name)
      const loops = [...text.matchAll(/^for \(.* of inTurn\(.*\n(?:.*\n)?? *(\w+)\(/gm)].map(([, name]) => name)
      return loops.some((name) => byTurn.includes(name))
    })
  assert.equal(twice, [])
})

test('the page for contributors says which share of each step runs at a commit', () => {
  const page = readFileSync('.github/CONTRIBUTING.md', 'utf8')
  const shares = Object.values(steps).flatMap((step) => [...step.matchAll(/--every (\d+)/g)].map(([, every]) => every))
  for (const every of [...shares, filesEvery]) assert.ok(page.includes(`\`1/${every}\``), `1/${every}`)
})
