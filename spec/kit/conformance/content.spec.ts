/**
 * An input of a vector as a report shows it to a reader: with the text beside the bytes, with the names of keys in place of their PEM,
 * and with a visible form of characters that look alike.
 */
import { visible } from '../../../src/kit/conformance/reports/visible.ts'
import { readable, shownInput } from '../../../src/kit/conformance/shownInput.ts'
import { readTestKeys } from '../../../src/kit/conformance/suite.ts'
import { testApp } from '../../../src/kit/testing/keys.ts'
import { assert, suite } from '../../support/suite.ts'

const hexOf = (text: string): string => Buffer.from(text).toString('hex')

const reading = suite('an input for a reader')

reading('has the text beside bytes that are one, at every level', () => {
  const body = { hex: hexOf('{"a":"é"}\n') }
  assert.equal(readable({ steps: [{ body }], now: 0 }), { steps: [{ body: { ...body, text: '{"a":"é"}\n' } }], now: 0 })
})

reading('has no text beside bytes that are none, or that hold a control character', () => {
  for (const hex of ['', 'ff', 'eda080', '00', '610062']) assert.equal(readable({ hex }), { hex }, hex)
})

reading('keeps the text that is there already, and what is no bytes', () => {
  for (const input of [{ hex: '61', text: 'an a' }, { hex: 'x' }, { hex: 1 }, null, 'hex', [1, null]])
    assert.equal(readable(input), input, JSON.stringify(input))
})

reading('has the names of the keys of the suite, and of another key its kind and its end', () => {
  const key = readTestKeys()['app-1']
  assert.is(shownInput({ keys: [{ key: key?.publicKey }] }), '{"keys":[{"key":"app-1"}]}')
  assert.is(shownInput({ privateKey: key?.privateKey }), '{"privateKey":"app-1"}')
  assert.match(shownInput({ key: testApp.publicKey }), /^\{"key":"PUBLIC_KEY_….{8}"\}$/)
  // A vector about PEM has it under `pem`: there the text itself is under test, so it stays.
  assert.is(shownInput({ pem: key?.publicKey }), JSON.stringify({ pem: key?.publicKey }))
})

reading('two texts that differ look different', () => {
  for (const { plain, lookalike } of [
    { plain: 'é', lookalike: 'e\u0301' },
    { plain: 'a b', lookalike: 'a\u00a0b' },
    { plain: 'a b', lookalike: 'a\u3000b' },
    { plain: 'ab', lookalike: 'a\u200bb' },
  ])
    assert.is.not(visible(plain).normalize('NFKC'), visible(lookalike).normalize('NFKC'), lookalike)
  assert.is(visible('é e\u0301\u00a0'), 'é e\\u0301\\u00a0')
})
