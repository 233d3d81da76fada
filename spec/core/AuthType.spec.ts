import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import * as assert from 'uvu/assert'
import * as AuthType from '../../src/core/AuthType.ts'
import * as arb from '../../src/testing/arbitraries.ts'
import { suite } from '../support/suite.ts'

const malformed = E.left({ _tag: 'auth_type_malformed' })

const parse = suite('AuthType.parse')

parse('takes the auth type of the interface, and others', () => {
  assert.is(AuthType.standard, 'SVC-SHA256-RSA')
  for (const text of ['SVC-SHA256-RSA', 'svc-sha256-rsa', 'SVC-SHA256-RSA2', 'A', 'Bearer2', "!#$%&'*+-.^_`|~"]) {
    assert.equal(AuthType.parse(text), E.right(text))
  }
})

parse('takes 1 to 64 characters', () => {
  assert.equal(AuthType.parse('A'.repeat(64)), E.right('A'.repeat(64)))
  assert.equal(AuthType.parse('A'.repeat(65)), malformed)
  assert.equal(AuthType.parse(''), malformed)
})

parse('refuses Bearer in any case: a signed header must not read as a token', () => {
  for (const text of ['Bearer', 'bearer', 'BEARER', 'bEaReR']) assert.equal(AuthType.parse(text), malformed)
})

parse('refuses what would end the word: space, comma, =, quotes, line ends, other scripts', () => {
  for (const text of ['A B', 'A ', ' A', 'A,B', 'A=B', '"A"', 'A\n', 'A\r\nB', 'A\t', 'Ａ', 'A/B', 'A(B)']) {
    assert.equal(AuthType.parse(text), malformed, JSON.stringify(text))
  }
})

parse('takes no other ASCII character than those of a token', () => {
  for (let code = 0; code < 128; code++) {
    const text = `A${String.fromCharCode(code)}B`
    assert.is(
      E.isRight(AuthType.parse(text)),
      /[0-9A-Za-z!#$%&'*+.^_`|~-]/.test(text[1] as string),
      JSON.stringify(text),
    )
  }
})

parse('for all auth types: takes them unchanged', () =>
  fc.assert(fc.property(arb.authType(), (type) => assert.equal(AuthType.parse(type), E.right(type)))),
)

parse.run()
