import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { shown } from '../../src/core/OptionName.ts'

const naming = suite('OptionName.shown')

naming('repeats what looks like a name, and nothing that may be a secret', () => {
  assert.is(shown('authorise'), '"authorise"')
  assert.is(shown('a-b_C9'), '"a-b_C9"')
  for (const name of ['', 'a b', 'x'.repeat(41), '-----BEGIN PRIVATE KEY-----', 'é', 'a\n']) {
    assert.is(shown(name), 'by such a name', JSON.stringify(name))
  }
})

naming.run()
