import { readFileSync } from 'node:fs'
import { packKeys, unpackKeys } from '../../../src/kit/conformance/packedKeys.ts'
import { assert, suite } from '../../support/suite.ts'

const keys = readFileSync('vectors/keys.json', 'utf8')

const packing = suite('packedKeys')

packing('gives back the same text, byte for byte', () => assert.is(unpackKeys(packKeys(keys)), keys))

packing('holds at most a third of the text', () => {
  const packed = packKeys(keys)
  assert.ok(packed.length < keys.length / 3, `${packed.length} of ${keys.length}`)
})

packing('a pair whose private exponent is not the least stays as it is', () => {
  const kept = Object.entries<object>(JSON.parse(packKeys(keys))).filter(([, row]) => 'privateKey' in row)
  assert.equal(kept.map(([name]) => name).sort(), ['bits-1024', 'exponent-3'])
})
