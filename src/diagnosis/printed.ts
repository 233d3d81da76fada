/**
 * What languages print for a body that was put into a text where its own text belongs: nothing's name, an object's, or the
 * numbers of its bytes.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Bytes from '../core/Bytes.ts'
import type { Respelling } from './Mistake.ts'
import { pythonLiteral } from './restyle.ts'

const nothings: ReadonlyArray<Respelling> = [
  { detail: 'None (Python)', text: 'None' },
  { detail: 'null (JavaScript, Java, C#)', text: 'null' },
  { detail: 'undefined (JavaScript)', text: 'undefined' },
  { detail: '<nil> (Go)', text: '<nil>' },
  { detail: '[] (Go)', text: '[]' },
  { detail: "b'' (Python)", text: "b''" },
  { detail: '{}', text: '{}' },
]

/** As Python shows bytes: in ASCII, in single quotes unless there are some within and no double ones. */
const pythonBytes = (bytes: Bytes.Bytes): string => {
  const quote = bytes.includes(0x27) && !bytes.includes(0x22) ? '"' : "'"
  let text = ''
  for (const byte of bytes) {
    const c = String.fromCharCode(byte)
    if (c === '\\' || c === quote) text += `\\${c}`
    else if (c === '\n') text += '\\n'
    else if (c === '\r') text += '\\r'
    else if (c === '\t') text += '\\t'
    else text += byte < 0x20 || byte > 0x7e ? `\\x${Bytes.toHex(Uint8Array.of(byte))}` : c
  }
  return `b${quote}${text}${quote}`
}

export const printed = (bytes: Bytes.Bytes): ReadonlyArray<Respelling> => {
  if (bytes.length === 0) return nothings
  const text = Bytes.toText(bytes)
  const literal = E.isRight(text) ? pythonLiteral(text.right) : undefined
  return [
    { detail: '[object Object] (JavaScript)', text: '[object Object]' },
    { detail: 'its bytes (Python)', text: pythonBytes(bytes) },
    ...(literal === undefined ? [] : [{ detail: 'its value (Python)', text: literal }]),
    { detail: 'the numbers of its bytes (Go)', text: `[${bytes.join(' ')}]` },
    { detail: 'the numbers of its bytes (Java)', text: `[${Int8Array.from(bytes).join(', ')}]` },
    { detail: 'the numbers of its bytes (JavaScript)', text: bytes.join(',') },
    { detail: 'Array (PHP)', text: 'Array' },
  ]
}
