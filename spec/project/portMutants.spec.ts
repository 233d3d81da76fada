// The changes that `npm run evidence -- portmutants` makes in the sources of the reference ports.
import * as assert from 'uvu/assert'
import * as operators from '../../scripts/evidence/portMutants/operators.ts'
import * as patterns from '../../scripts/evidence/portMutants/patterns.ts'
import { mutatedPorts } from '../../scripts/evidence/portMutants/ports.ts'
import type { Change, Site } from '../../scripts/evidence/portMutants/Site.ts'
import { suite } from '../support/suite.ts'

const applied = (text: string, { start, end, text: now }: Change): string =>
  text.slice(0, start) + now + text.slice(end)

const variantsOf = (pattern: string, braces = false): ReadonlyArray<string> =>
  patterns.changesOf(pattern, braces).map((change) => applied(pattern, change))

const pattern = suite('the mutants of a pattern')

pattern('a range grows and shrinks by one character at either end', () => {
  const made = variantsOf('[1-8]')
  for (const each of ['[0-8]', '[2-8]', '[1-9]', '[1-7]']) assert.ok(made.includes(each), each)
})

pattern('a character is taken from a class, and another one is added', () => {
  const made = variantsOf('[ab-]')
  for (const each of ['[b-]', '[a-]', '[ab]', '[ab -]']) assert.ok(made.includes(each), each)
})

pattern('nothing is added that the class has already', () => {
  assert.not.ok(variantsOf('[0-9/]').includes('[/-9/]'))
})

pattern('anchors, flags and assertions are dropped', () => {
  const made = variantsOf('^(?i:a)(?!b\\Z)(?i)$')
  for (const each of [
    '(?i:a)(?!b\\Z)(?i)$',
    '^(?:a)(?!b\\Z)(?i)$',
    '^(?i:a)(?!b)(?i)$',
    '^(?i:a)(?i)$',
    '^(?i:a)(?!b\\Z)$',
  ])
    assert.ok(made.includes(each), each)
  assert.ok(made.includes('^(?i:a)(?!b\\Z)(?i)'))
})

pattern('each alternative is dropped, of a group and of the whole', () => {
  const made = variantsOf('a|(b|c)')
  for (const each of ['(b|c)', 'a', 'a|(c)', 'a|(b)']) assert.ok(made.includes(each), each)
})

pattern('a quantifier is moved, changed or made to ask for its part', () => {
  assert.equal(variantsOf('a{2,8}'), ['a{3,8}', 'a{1,8}', 'a{2,9}', 'a{2,7}'])
  assert.equal(variantsOf('a*b+c?'), ['a+b+c?', 'a*b*c?', 'a*b+c'])
})

pattern('a dot that is a dot becomes any character', () => {
  assert.equal(variantsOf('a\\.b'), ['a.b'])
})

pattern('the braces of an f-string are those of a name, or a doubled quantifier', () => {
  assert.equal(variantsOf('{OCTET}(?:{OCTET}){{3}}', true), ['{OCTET}(?:{OCTET}){{4}}', '{OCTET}(?:{OCTET}){{2}}'])
  assert.equal(variantsOf('x{{1,{MAX}}}', true), ['x{{2,{MAX}}}', 'x{{0,{MAX}}}'])
})

pattern('a piece of a pattern may end in a quantifier, and begin with the rest of one', () => {
  assert.equal(variantsOf('x{1,'), ['x{2,', 'x{0,'])
  assert.equal(variantsOf('}$'), ['}'])
})

pattern.run()

const words = (port: string): operators.Words =>
  mutatedPorts.find(({ name }) => name === port)?.words as operators.Words

const made = (port: string, source: string, site: Omit<Site, 'function' | 'start' | 'end'>, part = source) => {
  const start = source.indexOf(part)
  const at: Site = { ...site, function: '', start, end: start + part.length }
  return operators.changesOf(at, source, words(port)).map((change) => applied(source, change))
}

const operator = suite('the mutants of a statement')

operator('a comparison is moved and turned', () => {
  assert.equal(made('go', 'a < b', { kind: 'comparison' }, '<'), ['a <= b', 'a >= b'])
  assert.equal(made('python', 'a not in b', { kind: 'comparison' }, 'not in'), ['a in b'])
})

operator('a constant is moved by one in both directions, and is never negative', () => {
  assert.equal(made('python', '8_192', { kind: 'integer', text: '8192' }), ['8193', '8191'])
  assert.equal(made('go', '0', { kind: 'integer', text: '0' }), ['1'])
})

operator('a condition still uses its variables, which Go demands', () => {
  assert.equal(made('go', 'ok', { kind: 'condition' }), ['!(ok)', '((ok) && false)'])
  assert.equal(made('go', 'ok', { kind: 'operand', text: 'and' }), ['((ok) || true)'])
  assert.equal(made('python', 'ok', { kind: 'operand', text: 'or' }), ['False'])
})

operator('a statement leaves what the language asks for', () => {
  assert.equal(made('python', 'raise Refused("x")', { kind: 'statement' }), ['pass'])
  assert.equal(made('go', 'return err', { kind: 'statement' }), [''])
})

operator('a function is mistaken for its neighbour; the prototype of an object has none', () => {
  assert.equal(made('python', 'fullmatch', { kind: 'called', text: 'fullmatch' }), ['match'])
  assert.equal(made('python', 'toString', { kind: 'called', text: 'toString' }), [])
})

operator('a call leaves its subject', () => {
  assert.equal(made('python', 'x.lower()', { kind: 'call', keep: [0, 1] }), ['x'])
})

operator.run()
