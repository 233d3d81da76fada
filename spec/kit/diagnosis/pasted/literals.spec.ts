/** The place of a fault: what a reader of characters reports, in bytes of what was pasted. */
import fc from 'fast-check'
import { fault, ofLatin1, ofText } from '../../../../src/kit/diagnosis/pasted/literals.ts'
import { assert, forAll, suite } from '../../../support/suite.ts'
import { refusal } from './reading.ts'

const mark = Buffer.of(0xef, 0xbb, 0xbf)
const problem = 'a fault'

/** The offset in bytes that `ofText` reports, if its reader finds a fault at the first `!`. */
const offsetOf = (pasted: Uint8Array): unknown => {
  const result = ofText((source) => fault(source.indexOf('!'), problem))(pasted)
  return 'left' in result && result.left
}

const places = suite('the place of a fault in a pasted text')

places('for all texts in UTF-8, with and without a byte order mark: the offset is that of the byte', () =>
  forAll([fc.string({ unit: 'grapheme' }), fc.boolean()], (before, hasMark) => {
    const pasted = Buffer.concat([hasMark ? mark : Buffer.of(), Buffer.from(`${before}!`)])
    const expected = ofLatin1((source, start) => fault(start + source.indexOf('!'), problem))(pasted)
    assert.equal(offsetOf(pasted), 'left' in expected && expected.left)
  }),
)

places('for all bytes: the offset is that of the byte', () =>
  forAll([fc.uint8Array()], (before) => {
    const pasted = Buffer.concat([before, Buffer.from('!')])
    const expected = ofLatin1((source, start) => fault(start + source.indexOf('!'), problem))(pasted)
    assert.equal(offsetOf(pasted), 'left' in expected && expected.left)
  }),
)

places('a byte order mark, or a byte that is not UTF-8, moves no fault to another line', () => {
  const script = 'irm "https://h/" -Method "é" -Body `\n$a\n\n\n'
  for (const pasted of [script, `\ufeff${script}`, Buffer.from(script, 'latin1')])
    assert.match(refusal(pasted), 'line 2: PowerShell calculates')
})
