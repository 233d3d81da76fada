/** SECURITY.md: each promise has its tests, and the versions are those of package.json. */
import { existsSync, readFileSync } from 'node:fs'
import { textOf } from '../support/guides.ts'
import { assert, suite } from '../support/suite.ts'

const text = textOf('SECURITY.md')

/** The rows of the table with this head, without the head. */
const rowsBelow = (head: string): ReadonlyArray<string> => {
  const [, rest = ''] = text.split(`\n${head}\n`)
  return (/^\|[-|]+\|\n((?:\|.*\n)+)/.exec(rest)?.[1] ?? '').split('\n').filter((row) => row !== '')
}

/** The part below a heading, up to the next one of its level. */
const sectionsOf = (level: string, part: string): ReadonlyArray<readonly [title: string, text: string]> =>
  part
    .split(new RegExp(`^${level} `, 'm'))
    .slice(1)
    .map((section) => [section.split('\n', 1)[0] ?? '', section])

/** A cell or line of tests names each by its path in `spec`. */
const testsIn = (cell: string): ReadonlyArray<string> => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)

const promises = suite('a promise in SECURITY.md')

const cells = [
  ['a defence', '| attack | defence | tests |', 20],
  ['the withdrawal of a key', '| keys or tokens are | a withdrawn one is refused | tests |', 4],
] as const
const cellsBelow = (head: string): ReadonlyArray<string> => rowsBelow(head).map((row) => row.split(' | ').at(-1) ?? '')

for (const [what, head, least] of cells) {
  promises(`${what} names its tests in the last column`, () => {
    const found = cellsBelow(head)
    assert.ok(found.length >= least, `${found.length} rows`)
    for (const cell of found) assert.ok(testsIn(cell).length > 0, cell)
  })
}

promises('of a replay guard, or about FIPS, names its tests', () => {
  const sections = sectionsOf('##', text)
  const guards = sections.find(([title]) => title === 'What each replay guard promises')?.[1] ?? ''
  const parts = [...sectionsOf('###', guards), ...sections.filter(([title]) => title === 'FIPS')]
  assert.is(parts.length, 7)
  for (const [title, part] of parts) assert.match(part, /^Tests: `/m, title)
})

promises('names each test as `npm test` takes it', () => {
  const lines = text.split('\n').filter((line) => line.startsWith('Tests: '))
  const tests = [...lines, ...cells.flatMap(([, head]) => cellsBelow(head))].flatMap(testsIn)
  assert.ok(tests.length > 50)
  for (const test of tests) assert.ok(existsSync(`spec/${test}.spec.ts`), test)
})

const versions = suite('the supported versions')

versions('begin with the one of package.json', () => {
  const [major, minor] = JSON.parse(readFileSync('package.json', 'utf8')).version.split('.')
  assert.match(rowsBelow('| version | gets security fixes |')[0] ?? '', `| ${major}.${minor} | yes`)
})
