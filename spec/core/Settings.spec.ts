import * as E from 'fp-ts/lib/Either.js'
import * as Rule from '../../src/core/Rule.ts'
import * as Settings from '../../src/core/Settings.ts'
import { assert, suite } from '../support/suite.ts'

const decode = suite('Settings.decode')

const seconds = Rule.wholeNumber('seconds')
const read = Settings.decode<{ path: string; maxAge: number; runsOn: 'loop' | 'pool' | undefined }>({
  path: Settings.required({ expected: 'a text', is: (u) => typeof u === 'string' }),
  maxAge: Settings.defaulting(seconds, 300),
  runsOn: Settings.optional(Rule.oneOf(['loop', 'pool'])),
})

decode('reads given settings, and fills in defaults', () =>
  assert.equal(read({ path: 'a' }), E.right({ path: 'a', maxAge: 300, runsOn: undefined })),
)

decode('reports all problems together, in the order of the fields, then misspelled names', () =>
  assert.equal(
    read({ maxAge: -1, runsOn: 'cloud', pth: 'a' }),
    E.left([
      'path must be a text',
      'maxAge must be a whole number of seconds, 0 or more',
      'runsOn must be loop or pool',
      '"pth" is not an option here; the options are path, maxAge, runsOn',
    ]),
  ),
)

decode('tells the name that an option has now, where the record has it', () => {
  const named = Settings.decode<{ cryptoOn: number }>({ cryptoOn: Settings.defaulting(seconds, 1) })
  assert.equal(named({ where: 1 }), E.left(['"where" is not an option here; it is called cryptoOn now']))
  assert.equal(named({ scope: 1 }), E.left(['"scope" is not an option here; the options are cryptoOn']))
})

decode('refuses a value that is no record', () => {
  for (const given of [undefined, null, 'a', 1, [], () => 1]) {
    assert.equal(read(given), E.left(['the options must be a record of path, maxAge, runsOn']))
  }
})

decode('ignores members of a polluted prototype', () => {
  assert.equal(read(Object.create({ path: 'a' })), E.left(['path must be a text']))
})

const defined = suite('Settings.definedOf')

defined('leaves out what is undefined, and members of a prototype', () => {
  const given = Object.assign(Object.create({ inherited: 1 }), { none: null, off: false, unset: undefined })
  assert.equal(Settings.definedOf(given), { none: null, off: false })
})

const shown = suite('Settings.format')

shown('repeats only what looks like a name, not a possible secret', () => {
  assert.is(Settings.format('authorise'), '"authorise"')
  assert.is(Settings.format('a-b_C9'), '"a-b_C9"')
  for (const name of ['', 'a b', 'x'.repeat(41), '-----BEGIN PRIVATE KEY-----', 'é', 'a\n']) {
    assert.is(Settings.format(name), 'a name that is not shown', JSON.stringify(name))
  }
})
