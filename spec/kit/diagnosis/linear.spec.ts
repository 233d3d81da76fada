/**
 * No regular expression tries each run of a character anew: `/0+$/` does so for `0001`, and needs a quarter of an hour for 1 MB. Use
 * `withoutAtEnd` of `Received.ts`. `hostile.live.spec.ts` measures the readers.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { assert, suite } from '../../support/suite.ts'

/** One character or class. */
const element = String.raw`(?:\\[^ux]|\\u[0-9a-f]{4}|[^\\[\](){}^$|.*+?/\s]|\.|\[(?:[^\]\\\n]|\\.)*\])`

/** A literal that is a repetition up to the end of the text, perhaps with something optional before it. */
const repeatedEnd = new RegExp(String.raw`(?<![\w)\]/\\])/(?:${element}\?)?${element}[*+]\$/[a-z]*`, 'g')

const linear = suite('regular expressions')

linear('none is a repetition up to the end of a text', () => {
  const found = ['kit/diagnosis', 'core', 'server', 'job', 'apps'].flatMap((folder) =>
    readdirSync(`src/${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .flatMap((name) => {
        const source = readFileSync(`src/${folder}/${name}`, 'utf8')
        return (source.match(repeatedEnd) ?? []).map((literal) => `${folder}/${name}: ${literal}`)
      }),
  )
  assert.equal(found, [])
})

linear('the rule knows such an expression', () => {
  for (const literal of ['(/0+$/)', '(/\\.?0+$/)', '(/[ \\t]+$/g)', "(/'+$/)", '(/\\s*$/)'])
    assert.ok(literal.match(repeatedEnd), literal)
  for (const literal of ['(/^0+$/)', '(/\\.0+$/)', '(/0$/)', '(/=+/)']) assert.not(literal.match(repeatedEnd), literal)
})
