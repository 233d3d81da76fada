import { inspect, isInstance, memberOf, nameOf, placeOf, wordsOf } from '../../src/core/untrusted.ts'
import { assert, suite } from '../support/suite.ts'

const hostile = new Proxy(new Error('secret'), {
  get: () => {
    throw new Error('looked at')
  },
  getPrototypeOf: () => {
    throw new Error('looked at')
  },
})

const naming = suite('untrusted.nameOf')

naming('an error’s name and code, and never its message', () => {
  assert.is(nameOf(Object.assign(new TypeError('PIN 1234'), { code: 'ECONNREFUSED' })), 'TypeError ECONNREFUSED')
  assert.is(nameOf(Object.assign(new Error(''), { code: 7 })), 'Error 7')
})

naming('a name that does not look like one is not repeated', () => {
  assert.is(nameOf(Object.assign(new Error(''), { name: 'my PIN is 1234' })), 'an error')
})

naming('what is no error, or throws when it is looked at, is something', () => {
  for (const thrown of [undefined, 'PIN 1234', { name: 'x' }, hostile]) assert.is(nameOf(thrown), 'something')
})

const wording = suite('untrusted.wordsOf')

wording('the name and the own words of what was thrown, in one line of at most 500 characters', () => {
  assert.is(wordsOf(new TypeError('no such table: claims')), 'TypeError: no such table: claims')
  assert.is(wordsOf(new Error('  first\nsecond')), 'Error: first')
  assert.is(wordsOf(new Error('\u001b[31mred\u0007')), 'Error:  [31mred ')
  assert.is(wordsOf(new Error('x'.repeat(600))), `Error: ${'x'.repeat(500)}`)
})

wording('the name alone where there are no words, and something where it cannot be looked at', () => {
  assert.is(wordsOf(new RangeError('')), 'RangeError')
  assert.is(wordsOf('refused'), 'something: refused')
  assert.is(wordsOf(hostile), 'something')
})

const placing = suite('untrusted.placeOf')

placing('the first line of the stack, without the message, or nowhere that is known', () => {
  assert.match(placeOf(new Error('PIN 1234')), /^at .*untrusted\.spec\.ts:\d+:\d+\)?$/)
  for (const thrown of [undefined, 'PIN 1234', { stack: 'PIN 1234' }, hostile]) assert.is(placeOf(thrown), 'somewhere')
})

const members = suite('untrusted.memberOf')

members('a member of the value or of its class, and none of Object.prototype', () => {
  class Named {
    get name() {
      return 'n'
    }
  }
  assert.is(memberOf({ a: 1 }, 'a'), 1)
  assert.is(memberOf(new Named(), 'name'), 'n')
  assert.is(memberOf(Object.create(null, { a: { value: 2 } }), 'a'), 2)
  assert.is(memberOf({} as { toString?: unknown }, 'toString'), undefined)
  assert.is(memberOf(Object.create(null), 'a'), undefined)
})

const marks = suite('untrusted.isInstance')

marks('a marked class knows the instances of another copy, and a subclass only its own', () => {
  const mark = Symbol('mark')
  class Marked {
    readonly isMine = true
    static [Symbol.hasInstance](value: unknown): boolean {
      // biome-ignore lint/complexity/noThisInStatic: `this` may be a subclass.
      return isInstance(this, value, mark)
    }
  }
  class Sub extends Marked {}
  const foreign = { [mark]: true }
  assert.instance(foreign, Marked)
  for (const other of [{}, null, hostile]) assert.not.instance(other, Marked)
  assert.instance(new Sub(), Sub)
  assert.not.instance(foreign, Sub)
})

const looking = suite('untrusted.inspect')
looking('what is found, or what is given for a look that throws', () => {
  const given = inspect(() => 1, 2)
  assert.is(given, 1)
  const shown = inspect(() => (hostile as unknown as { x: number }).x, 2)
  assert.is(shown, 2)
})
