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
  for (const hex of ['', 'ff', 'eda080', '00', '610062']) assert.equal(readable({ hex }), { hex })
})

reading('keeps the text that is there already, and what is no bytes', () => {
  for (const other of [{ hex: '61', text: 'an a' }, { hex: 'x' }, { hex: 1 }, null, 'hex', [1, null]])
    assert.equal(readable(other), other)
})

reading('has the names of the keys of the suite, and of another key its kind and its end', () => {
  const key = readTestKeys()['app-1']
  assert.is(shownInput({ keys: [{ key: key?.publicKey }] }), '{"keys":[{"key":"app-1"}]}')
  assert.is(shownInput({ privateKey: key?.privateKey }), '{"privateKey":"app-1"}')
  assert.match(shownInput({ key: testApp.publicKey }), /^\{"key":"PUBLIC_KEY_….{8}"\}$/)
  // What stands in the file is what is tested.
  assert.is(shownInput({ pem: key?.publicKey }), JSON.stringify({ pem: key?.publicKey }))
})

reading('two texts that differ look different', () => {
  for (const [one, other] of [
    ['é', 'e\u0301'],
    ['a b', 'a\u00a0b'],
    ['a b', 'a\u3000b'],
    ['ab', 'a\u200bb'],
  ] as const)
    assert.is.not(visible(one).normalize('NFKC'), visible(other).normalize('NFKC'))
  assert.is(visible('é e\u0301\u00a0'), 'é e\\u0301\\u00a0')
})
