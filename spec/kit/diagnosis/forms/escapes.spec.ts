import { libraries } from '../../../../src/kit/diagnosis/forms/escapes.ts'
import { assert, suite } from '../../../support/suite.ts'

const table = suite('what libraries escape')

table('names visible characters, the space and é, each once, and none that means something in a target', () => {
  for (const { name, path, query } of libraries)
    for (const escaped of [path, query]) {
      assert.match(escaped, /^[ -~é]*$/, name)
      assert.is(new Set(escaped).size, [...escaped].length, name)
      assert.not.match(escaped, /[0-9A-Za-z/?&=#._~-]/, name)
    }
})

table('knows a library that escapes nothing, and one that rewrites escapes', () => {
  assert.ok(libraries.some(({ path, query }) => path === '' && query === ''))
  assert.ok(libraries.some(({ upper, decodes }) => upper === true && decodes === true))
})
