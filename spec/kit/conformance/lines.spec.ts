import fc from 'fast-check'
import { lineSplitter, maxLineBytes, parseLine } from '../../../src/kit/conformance/lines.ts'
import { assert, forAll, suite } from '../../support/suite.ts'

interface Heard {
  readonly lines: ReadonlyArray<string>
  readonly floods: number
}

const split = (chunks: ReadonlyArray<Uint8Array>): Heard => {
  const lines: Array<string> = []
  let floods = 0
  const take = lineSplitter(
    (line) => lines.push(line),
    () => {
      floods++
    },
  )
  for (const chunk of chunks) take(Buffer.from(chunk))
  return { lines, floods }
}

const ofText = (...chunks: ReadonlyArray<string>): ReadonlyArray<string> =>
  split(chunks.map((text) => Buffer.from(text))).lines

const lineSplitting = suite('lineSplitter')

lineSplitting('ends a line at a line feed, and holds back an incomplete line', () => {
  assert.equal(ofText('a\nb\nc'), ['a', 'b'])
  assert.equal(ofText('a', 'b', '\n', 'c\n'), ['ab', 'c'])
  assert.equal(ofText('', 'a\n', ''), ['a'])
  assert.equal(ofText('\n\n'), ['', ''])
})

lineSplitting('takes CRLF, even split across chunks, and keeps a CR elsewhere', () => {
  assert.equal(ofText('a\r\nb\r', '\nc\rd\n\r\r\n'), ['a', 'b', 'c\rd', '\r'])
})

lineSplitting('keeps U+2028, U+2029, U+0085, VT and FF: JSON may hold the first three as they are', () => {
  const text = '{"a":"\u2028\u2029\u0085"}\v\f'
  assert.equal(ofText(`${text}\n`), [text])
})

lineSplitting('keeps a character whose bytes arrive one by one', () => {
  const text = 'é€😀'
  assert.equal(split([...Buffer.from(`${text}\n`)].map((byte) => Uint8Array.of(byte))).lines, [text])
})

lineSplitting('for all bytes and splits: the lines are the same', async () => {
  const byte = fc.oneof(fc.integer({ min: 0, max: 255 }), fc.constantFrom(0x0a, 0x0d, 0xe2, 0x80, 0xa8))
  const bytes = fc.array(byte, { maxLength: 200 }).map((list) => Uint8Array.from(list))
  await forAll([bytes, fc.array(fc.nat({ max: 200 }))], (whole, cuts) => {
    const at = [0, ...cuts.filter((cut) => cut <= whole.length).sort((a, b) => a - b), whole.length]
    const chunks = at.slice(1).map((end, i) => whole.subarray(at[i], end))
    assert.equal(split(chunks), split([whole]))
  })
})

lineSplitting('for all texts without line ends: they are returned in order', async () => {
  const line = fc.string({ unit: 'grapheme' }).map((text) => text.replace(/[\r\n]/g, ''))
  await forAll([fc.array(line)], (lines) => {
    assert.equal(ofText(lines.map((text) => `${text}\n`).join('')), lines)
  })
})

lineSplitting('reports a line over the limit once, and keeps nothing of it', () => {
  const mebibyte = Buffer.alloc(1 << 20, 'x')
  const chunks = Array.from({ length: maxLineBytes / mebibyte.length }, () => mebibyte)
  assert.equal(split([...chunks]), { lines: [], floods: 0 })
  assert.equal(split([...chunks, Buffer.from('x'), mebibyte]), { lines: [], floods: 1 })
  for (const end of [['x\nab\n'], ['x', 'y\nab\n'], ['x', 'y', 'z\na', 'b\n']]) {
    assert.equal(split([...chunks, ...end.map((text) => Buffer.from(text))]), { lines: ['ab'], floods: 1 })
  }
})

const nested = (levels: number, inside = '0'): string => '['.repeat(levels) + inside + ']'.repeat(levels)

const parsing = suite('parseLine')

parsing('for all JSON values within the limits: parsed, in a line of any length', async () => {
  const space = ' '.repeat(600)
  await forAll([fc.jsonValue()], (value) => {
    const text = JSON.stringify({ value })
    assert.equal(parseLine(text), JSON.parse(text))
    assert.equal(parseLine(`${space}${text}${space}`), JSON.parse(text))
  })
})

parsing('keeps a member of 512 levels; a deeper one is replaced by its size and depth', () => {
  assert.equal(parseLine(`{"value":${nested(512)},"seq":7}`), { value: JSON.parse(nested(512)), seq: 7 })
  for (const levels of [513, 5000, 1_000_000]) {
    const stated = { characters: 2 * levels + 1, levels }
    assert.equal(parseLine(`{"value":${nested(levels)},"seq":7}`), { value: stated, seq: 7 })
    assert.equal(parseLine(`{"seq":7,"value":${nested(levels)}}`), { value: stated, seq: 7 })
    assert.equal(parseLine(`[1,${nested(levels)},3]`), [1, stated, 3])
  }
})

parsing('replaces a member that is too long by its size', () => {
  const text = JSON.stringify('x'.repeat(300_000))
  assert.equal(parseLine(`{"seq":7,"value":${text},"reason":"r"}`), {
    seq: 7,
    value: { characters: 300_002, levels: 0 },
    reason: 'r',
  })
})

parsing('ignores the members after the 64th, however many follow', () => {
  const members = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`m${i}`, [i, i]]))
  for (const count of [63, 64]) assert.equal(parseLine(JSON.stringify(members(count))), members(count))
  for (const count of [65, 1000]) assert.equal(parseLine(JSON.stringify(members(count))), members(64))
  const inside = JSON.stringify(members(70)).slice(1, -1)
  assert.equal(parseLine(`{"value":${nested(600)},${inside},"last":${nested(600)}}`), {
    value: { characters: 1201, levels: 600 },
    ...members(63),
  })
  assert.equal(parseLine(JSON.stringify(Array.from({ length: 1000 }, (_, i) => i))), [...Array(64).keys()])
  for (const text of [`{${inside}}x`, `{${inside}}{}`, `{${inside}`]) assert.is(parseLine(text), undefined)
})

parsing('ignores brackets, commas and quotes within strings', () => {
  const value = `${'['.repeat(600)}\\"${'{'.repeat(600)},:"\\`
  assert.equal(parseLine(JSON.stringify({ seq: 7, value })), { seq: 7, value })
})

parsing('invalid JSON of any length is undefined', () => {
  for (const text of ['', 'accept', '{', '{"a":}', '"', ']']) {
    assert.is(parseLine(text), undefined, text)
    assert.is(parseLine(text + ' '.repeat(600)), undefined, text)
  }
  for (const text of ['['.repeat(1 << 24), `{"a":${nested(600)}`, `{"a":"${nested(600)}`, `${nested(600)}]`]) {
    assert.is(parseLine(text), undefined, text.slice(0, 40))
  }
})
