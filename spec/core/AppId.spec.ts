import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import * as assert from 'uvu/assert'
import * as AppId from '../../src/core/AppId.ts'
import * as arb from '../../src/testing/arbitraries.ts'
import { suite } from '../support/suite.ts'

const malformed = E.left({ _tag: 'app_id_malformed' })

const parse = suite('AppId.parse')

parse('takes numbers, names and every unreserved character, unchanged', () => {
  for (const text of ['123', '0123', 'app-1', 'App-1', 'a.b_c~d', '.', '..', '~', '__proto__', 'constructor']) {
    assert.equal(AppId.parse(text), E.right(text))
  }
})

parse('refuses the empty text', () => assert.equal(AppId.parse(''), malformed))

parse('takes 128 characters and no more', () => {
  assert.equal(AppId.parse('a'.repeat(128)), E.right('a'.repeat(128)))
  assert.equal(AppId.parse('a'.repeat(129)), malformed)
})

parse('takes no other ASCII character than the unreserved ones', () => {
  for (let code = 0; code < 128; code++) {
    const text = `a${String.fromCharCode(code)}1`
    assert.is(E.isRight(AppId.parse(text)), /[0-9A-Za-z._~-]/.test(text[1] as string), JSON.stringify(text))
  }
})

parse('refuses line ends, so that a signer cannot be made to write a second header', () => {
  for (const text of ['a\n', 'a\r\nX: y', '\na', 'a\r']) assert.equal(AppId.parse(text), malformed)
})

parse('refuses what is not ASCII, and decodes nothing', () => {
  for (const text of ['é', 'ſ', '１２３', '\u00a0a', 'a\ufeff', 'a\u0085', '%41'])
    assert.equal(AppId.parse(text), malformed)
})

parse('for all app ids: takes them unchanged', () =>
  fc.assert(fc.property(arb.appId(), (appId) => assert.equal(AppId.parse(appId), E.right(appId)))),
)

parse.run()
