// Each mutant of `npm run evidence -- mutants` finds its place. Whether its specs notice it takes longer to try.
import { readdirSync, readFileSync } from 'node:fs'
import * as E from 'fp-ts/lib/Either.js'
import { mutants } from '../../scripts/evidence/mutants/all.ts'
import { always, before, type Change, gone, instead, never, specsOf } from '../../scripts/evidence/mutants/Mutant.ts'
import { mutate } from '../../scripts/evidence/mutants/mutate.ts'
import { threats } from '../../scripts/evidence/mutants/threats.ts'
import { assert, suite } from '../support/suite.ts'

const all = suite('the mutants')

all('each finds one place, and names specs that exist', () => {
  const specs = readdirSync('spec', { recursive: true, encoding: 'utf8' }).map((name) => `spec/${name}`.toLowerCase())
  const faults = mutants.flatMap((mutant) => {
    const mutated = mutate(mutant.files, mutant.change, (path) => readFileSync(path, 'utf8'))
    if (E.isLeft(mutated)) return [`${mutant.threat} ${mutant.fault}: ${mutated.left}`]
    return specsOf(mutant, mutated.right.file)
      .filter((word) => !specs.some((name) => name.endsWith('.spec.ts') && name.includes(word.toLowerCase())))
      .map((word) => `${mutant.fault}: ${word}`)
  })
  assert.equal(faults, [])
})

all('each answers a threat of the list', () => {
  const ids = threats.map(({ id }) => id)
  const shown = [...new Set(mutants.map(({ threat }) => threat))].filter((id) => !ids.includes(id))
  assert.equal(shown, [])
})

const place = suite('the place of a mutant')

const source = `
const limit = 10
export const check = (size: number, name: string) => {
  // size > limit is too large
  if (size > limit || name === 'x') return 'too-large'
  return /^[a-z]{1,8}$/.test(name) ? fine({ name, most: 10 }, 'is-fine') : 'no-name'
}
`
const changed = (change: Change, text = source): string => {
  const mutated = mutate(['src/a.ts'], change, () => text)
  return E.isLeft(mutated) ? mutated.left : mutated.right.text
}

place('a condition is the smallest one that mentions all the words, itself or in its branches', () => {
  assert.match(changed(never('check', 'size')), '(false) || name')
  assert.match(changed(never('check', 'size too-large')), 'if (false) return')
  assert.match(changed(always('check', 'fine')), 'return (true) ? fine')
})

place('a statement, an argument or a property is removed', () => {
  assert.not.match(changed(gone('limit', '')), 'limit = 10')
  assert.match(changed(gone('check', 'too-large name')), '{\n  // size > limit is too large\n  \n  return')
  assert.match(changed(gone('check', 'is-fine')), '10 }) :')
})

place('an expression is replaced, and may be repeated in its replacement', () => {
  assert.match(changed(instead('limit', '', '_ + 1')), 'limit = 10 + 1')
  assert.match(changed(instead('check', 'size limit', '!_')), '(!(size > limit)) || name')
  assert.match(changed(instead('check most', '', '0')), 'most: 0 }')
})

place('a piece of a regular expression is replaced', () => {
  assert.match(changed(instead('check', '{1,8}', '+')), '/^[a-z]+$/.test(name)')
})

place('code is inserted before a statement, in a block if the statement has none', () => {
  assert.match(changed(before('check', 'too-large', 'name = ""')), '{ name = ""\nreturn \'too-large\' }')
})

place('comments, formatting and the order of statements do not matter', () => {
  const other = source.replace('// size > limit is too large', '').replace("name === 'x'", "\n name === /* x */ 'x'")
  assert.match(changed(never('check', 'size'), other), '(false) ||')
})

place('that is missing or ambiguous is described, with what to do', () => {
  const shown = changed(never('chek', 'size'))
  assert.is(shown, 'src/a.ts: no declaration of "chek": name the one that holds the code now, and its file')
  const told = changed(never('check', 'width'))
  assert.is(told, 'no condition in "check" of src/a.ts mentions all of "width": give words that it mentions now')
  const got = changed(instead('check', 'name', "''"))
  assert.is(got, '3 places in "check" mention "name", src/a.ts:5, src/a.ts:6, src/a.ts:6: add a word that only one has')
})

place('whose code names what the file does not have is described, too', () => {
  const shown = changed(instead('limit', '', 'maximum + Number(_)'))
  assert.is(shown, 'its code names "maximum", which src/a.ts does not: rename it')
  assert.match(changed(instead('limit', '', '((size) => size)(_)')), '((size) => size)(10)')
})
