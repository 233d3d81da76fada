/** SECURITY.md: each promise has its tests, and the versions are those of package.json. */
import { readFileSync } from 'node:fs'
import * as assert from 'uvu/assert'
import { textOf } from '../support/guides.ts'
import { suite } from '../support/suite.ts'

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

interface Link {
  readonly words: string
  readonly target: string
}
const testsIn = (part: string): ReadonlyArray<Link> =>
  [...part.matchAll(/\[([^\]]*)\]\((spec\/[^)]*)\)/g)].map(([, words = '', target = '']) => ({ words, target }))

const promises = suite('a promise in SECURITY.md')

for (const [what, head, least] of [
  ['a defence', '| attack | defence | tests |', 20],
  ['the withdrawal of a key', '| keys or tokens are | a withdrawn one is refused | tests |', 4],
] as const) {
  promises(`${what} names its tests in the last column`, () => {
    const rows = rowsBelow(head)
    assert.ok(rows.length >= least, `${rows.length} rows`)
    for (const row of rows) assert.ok(testsIn(row.split(' | ').at(-1) ?? '').length > 0, row)
  })
}

promises('of a replay guard, or about FIPS, names its tests', () => {
  const sections = sectionsOf('##', text)
  const guards = sections.find(([title]) => title === 'What each replay guard promises')?.[1] ?? ''
  const parts = [...sectionsOf('###', guards), ...sections.filter(([title]) => title === 'FIPS')]
  assert.is(parts.length, 5)
  for (const [title, part] of parts) assert.match(part, /^Tests: \[/m, title)
})

// guides.spec.ts shows that each link leads to a file.
promises('names each test as `npm test` takes it', () => {
  const links = testsIn(text)
  assert.ok(links.length > 50)
  for (const { words, target } of links) assert.is(target, `spec/${words}.spec.ts`)
})

promises.run()

const versions = suite('the supported versions')

versions('begin with the one of package.json', () => {
  const [major, minor] = JSON.parse(readFileSync('package.json', 'utf8')).version.split('.')
  assert.match(rowsBelow('| version | gets security fixes |')[0] ?? '', `| ${major}.${minor} | yes`)
})

versions.run()
