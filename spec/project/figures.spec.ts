/** Each measured figure in a guide comes from one file, which benches and the build write. */
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { groups } from '../../scripts/bench/groups.ts'
import {
  type Figure,
  figuresFile,
  figuresIn,
  readFigures,
  serializeFigures,
  textOf,
  withMeasured,
} from '../../scripts/figures.ts'
import { texts } from '../support/guides.ts'
import { assert, forAll, suite } from '../support/suite.ts'

const measured = suite('a figure in a guide')

/** Figures that nobody measured: limits of others, sizes of test bodies, and premises. */
const given: Readonly<Record<string, ReadonlyArray<string>>> = {
  'src/guards/README.md': ['1,000,000 requests per second'],
  'src/kit/diagnosis/README.md': ['1 MB'],
  'src/server/adapters/README.md': ['100 KB'],
  'src/server/adapters/nest.md': ['100 KB'],
  'src/server/adapters/proxies.md': ['300 KB', '1 MB'],
}

const figures = readFigures()
// What a release has said stays as it was.
const guides = [...texts].filter(([path]) => path !== 'CHANGELOG.md')

for (const [path, text] of guides)
  measured(`${path}: each is in src/server/figures.json, and those of the file are in the guide`, () => {
    const ofFile = figures.filter((figure) => figure.guides.includes(path)).map(textOf)
    const expected = [...new Set([...ofFile, ...(given[path] ?? [])])].toSorted()
    assert.equal([...figuresIn(text)].toSorted(), expected)
  })

measured('belongs to a guide that exists, and is told with what measured it', () => {
  for (const figure of figures) {
    assert.ok(figure.by.length > 0 && figure.guides.length > 0, textOf(figure))
    for (const path of figure.guides) assert.ok(texts.has(path), path)
  }
})

measured('is written as the formatter writes it', () =>
  assert.is(serializeFigures(figures), readFileSync(figuresFile, 'utf8')),
)

measured('of a bench has a row that the bench knows', () => {
  const ids = groups.flatMap((group) => group.ids)
  const rows = figures.flatMap(({ by, row }) => (by.startsWith('npm run bench') && row !== undefined ? [row] : []))
  assert.ok(rows.length > 0)
  assert.equal(
    rows.filter((row) => !ids.includes(row)),
    [],
  )
})

const drawn: fc.Arbitrary<Figure> = fc.record(
  {
    by: fc.constant('npm run bench'),
    row: fc.constantFrom('a', 'b', 'c'),
    value: fc.nat(5_000_000),
    decimals: fc.constant(0),
    unit: fc.constantFrom('KB', 'µs', 'MB', 'requests per second'),
    guides: fc.constant(['README.md']),
  },
  { noNullPrototype: true },
)

measured('for all figures: it is found in a text as it is written', () =>
  forAll([drawn], (figure) => assert.equal([...figuresIn(`It takes ${textOf(figure)}.`)], [textOf(figure)])),
)

measured('for all measurements: the figures of a row that was measured change, and no others', () =>
  forAll([fc.array(drawn), fc.constantFrom('a', 'b', 'c'), fc.nat(9999)], (before, row, value) => {
    const after = withMeasured(before, new Map([[row, value + 0.4]]))
    assert.equal(
      after,
      before.map((figure) => (figure.row === row ? { ...figure, value } : figure)),
    )
  }),
)

measured('of a range counts twice, and one in code not at all', () => {
  assert.equal([...figuresIn('8 to 13 µs and 1.5 KB\n```sh\necho 7 KB\n```\n2 KB/s')], ['8 µs', '13 µs', '1.5 KB'])
})
