import * as assert from 'uvu/assert'
import { complaint, shown } from '../../src/core/OptionName.ts'
import { suite } from '../support/suite.ts'

const naming = suite('OptionName')

naming('repeats what looks like a name, and nothing that may be a secret', () => {
  assert.is(shown('authorise'), '"authorise"')
  assert.is(shown('a-b_C9'), '"a-b_C9"')
  for (const name of ['', 'a b', 'x'.repeat(41), '-----BEGIN PRIVATE KEY-----', 'é', 'a\n']) {
    assert.is(shown(name), 'by such a name', JSON.stringify(name))
  }
})

naming('complains of the first name that no option has, and tells those there are', () => {
  assert.is(complaint(['a', 'b'], { b: 1 }), undefined)
  assert.is(complaint(['a', 'b'], { a: 1, c: 2, d: 3 }), 'there is no option "c"; the options are a, b')
  assert.is(complaint(['a'], { toString: 1 }), 'there is no option "toString"; the options are a')
  assert.is(complaint(['a'], { 'my secret': 1 }, 'it has'), 'it has no option by such a name; the options are a')
})

naming.run()
