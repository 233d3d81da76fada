import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import * as Method from '../../src/core/Method.ts'
import * as arb from '../../src/kit/testing/arbitraries.ts'
import * as like from '../support/lookalikes.ts'
import { assert, forAll, suite } from '../support/suite.ts'
import { keepsItsRule } from './textContract.ts'

const invalid = (rule: Method.MalformedMethod['rule']) => E.left({ _tag: 'method_invalid', rule })

keepsItsRule({
  name: 'Method',
  parse: Method.parse,
  of: /[0-9A-Za-z!#$%&'*+.^_`|~-]/,
  lengths: [1, 32],
  taken: ['post', 'patch', 'Delete', 'options', 'M-SEARCH', "!#$%&'*+-.^_`|~09az"],
  // Independently of the locale.
  become: (text) => text.replace(/[a-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 32)),
  refused: { 'letters that some upper-casing turns into ASCII': ['poſt', 'optıons', 'straße', 'ＰＯＳＴ'] },
})

const parse = suite('Method.parse')

parse('says which rule is broken', () => {
  assert.equal(Method.parse('A'.repeat(33)), invalid('length'))
  for (const text of ['', 'PO ST', 'poſt']) assert.equal(Method.parse(text), invalid('token'))
})

parse('for all spellings of methods: gives the upper-case form, and is idempotent', () =>
  forAll([like.methodText()], (text) => {
    const method = Method.parse(text)
    assert.equal(method, E.right(text.toUpperCase()))
    assert.equal(E.chain(Method.parse)(method), method)
  }),
)

const parseExact = suite('Method.parseExact')

parseExact('refuses every other spelling that parse takes', () => {
  assert.equal(Method.parseExact('post'), invalid('upper-case'))
  assert.equal(Method.parseExact('POSt'), invalid('upper-case'))
})

parseExact('refuses the same texts as parse, for the same reason', () => {
  assert.equal(Method.parseExact('PO ST'), invalid('token'))
  assert.equal(Method.parseExact('A'.repeat(33)), invalid('length'))
})

parseExact('for all methods: takes them unchanged', () =>
  forAll([arb.method()], (method) => assert.equal(Method.parseExact(method), E.right(method))),
)

const isMethod = suite('Method.isMethod')

isMethod('for all texts: true exactly if parseExact takes the text', () =>
  forAll([fc.oneof(like.anyText(), like.methodText(), like.mutated(arb.method()))], (text) =>
    assert.is(Method.isMethod(text), E.isRight(Method.parseExact(text))),
  ),
)
