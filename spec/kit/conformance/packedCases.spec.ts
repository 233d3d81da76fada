import { readFileSync } from 'node:fs'
import { packedFiles } from '../../../scripts/build/packedVectors.ts'
import { packCases } from '../../../src/kit/conformance/packedCases.ts'
import { lateVectors, unpackedFiles } from '../../../src/kit/conformance/packedSuite.ts'
import { assert, suite } from '../../support/suite.ts'

const packing = suite('packedCases')

const packed = packedFiles()

packing('gives back each file of the suite, byte for byte', () => {
  const files = unpackedFiles(packed)
  const ofSuite = Object.keys(packed).filter((name) => /^(?:schema\/)?[\w.-]+\.json$/.test(name))
  assert.equal([...files.keys()].sort(), [...ofSuite, 'flat.jsonl'].sort())
  for (const [name, text] of files) assert.ok(text === readFileSync(`vectors/${name}`, 'utf8'), name)
})

packing('gives back each case alone, byte for byte', () => {
  const lines = lateVectors(packed).map((vector) => `${JSON.stringify(vector)}\n`)
  assert.ok(lines.join('') === readFileSync('vectors/flat.jsonl', 'utf8'))
})

packing('holds a digest and its block only where the string to sign is not in the trace', () => {
  const text = JSON.stringify(packed)
  assert.not.match(text, /"stringToSign":\{[^}]*\},"sha256":"/)
  assert.ok(text.includes('<app-1:base64>') && text.includes('<app-1:hex>'))
  assert.ok(text.length < 1_700_000, `${text.length} characters`)
})

packing('leaves a trace that cannot be computed as it is', () => {
  const trace = { stringToSign: { hex: '00' }, sha256: '00', block: '0001' }
  const file = { cases: [{ id: 'a/b', trace }] }
  assert.equal(
    packCases(file, () => undefined),
    file,
  )
})
