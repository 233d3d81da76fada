import { readdirSync, readFileSync } from 'node:fs'
import { packKeys } from '../../../src/kit/conformance/packedKeys.ts'
import {
  lateKeys,
  lateVectors,
  type PackedFiles,
  parsePacked,
  unpackedFiles,
  writePacked,
} from '../../../src/kit/conformance/packedSuite.ts'
import { readTestKeys } from '../../../src/kit/conformance/suite.ts'
import { assert, suite } from '../../support/suite.ts'
import { packaged } from './ports/cases.ts'

const packing = suite('the packed suite')

const textIn = (name: string): string => readFileSync(`vectors/${name}`, 'utf8')

/** The files as they are packed, but with their signatures. */
const files: PackedFiles = Object.fromEntries(
  readdirSync('vectors')
    .filter((name) => name.endsWith('.json'))
    .map((name) => [name, name === 'keys.json' ? packKeys(textIn(name)) : JSON.parse(textIn(name))]),
)

packing('has the cases of the flat file, in its order and byte for byte', () => {
  const flat = textIn('flat.jsonl')
  const late = lateVectors(files)
  assert.is(late.map((vector) => `${JSON.stringify(vector)}\n`).join(''), flat)
  assert.is(unpackedFiles(files).get('flat.jsonl'), flat)
})

packing('makes a signature when its case is read, and no sooner', () => {
  const digest = 'ab'.repeat(32)
  const [late] = lateVectors({
    'manifest.json': { files: { 'a.json': {} } },
    'keys.json': JSON.stringify({ broken: { privateKey: 'no key', publicKey: 'no key' } }),
    'a.json': { cases: [{ id: 'a/b', op: 'decodeJob', input: { signature: `<broken:${digest}>` } }] },
  })
  assert.is(late?.id, 'a/b')
  // The key is broken: whoever reads the input finds out.
  assert.throws(() => late?.input)
})

packing('has the test keys', () => {
  const keys = lateKeys(files)
  assert.equal(Object.keys(keys), Object.keys(readTestKeys()))
  assert.is(JSON.stringify(keys['app-1']), JSON.stringify(JSON.parse(textIn('keys.json'))['app-1']))
})

packing('is refused when a byte of it has changed', () => {
  const content = writePacked({ 'a.json': { cases: [1] } })
  assert.equal(parsePacked(content), { 'a.json': { cases: [1] } })
  assert.throws(() => parsePacked(content.replace('1]', '2]')), 'vectors.br is not as it was packed')
})

packing('takes as many cases as the folder has', () => assert.is(lateVectors(files).length, packaged.vectors.length))
