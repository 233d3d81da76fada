/**
 * What languages print for a body that is no text when a program puts it into one.
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

const escapes: Readonly<Record<number, string>> = { 92: '\\\\', 10: '\\n', 13: '\\r', 9: '\\t' }

/** The `repr` of bytes in Python: in double quotes only if there are single quotes within, and no double ones. */
const pythonBytes = (bytes: Bytes.Bytes): string => {
  const quote = bytes.includes(0x27) && !bytes.includes(0x22) ? '"' : "'"
  const shown = (byte: number): string => {
    if (byte === quote.charCodeAt(0)) return `\\${quote}`
    const plain = byte < 0x20 || byte > 0x7e ? `\\x${Bytes.toHex(Uint8Array.of(byte))}` : String.fromCharCode(byte)
    return escapes[byte] ?? plain
  }
  const table = Array.from({ length: 256 }, (_, byte) => shown(byte))
  let text = ''
  for (const byte of bytes) text += table[byte]
  return `b${quote}${text}${quote}`
}

export function* printed(bytes: Bytes.Bytes): Generator<Respelling> {
  if (bytes.length === 0) {
    yield* nothings
    return
  }
  yield { detail: '[object Object] (JavaScript)', text: '[object Object]' }
  yield { detail: 'Array (PHP)', text: 'Array' }
  yield { detail: 'its bytes (Python)', text: pythonBytes(bytes) }
  const text = Bytes.toText(bytes)
  const literal = E.isRight(text) ? pythonLiteral(text.right) : undefined
  if (literal !== undefined) yield { detail: 'its value (Python)', text: literal }
  yield { detail: 'the numbers of its bytes (Go)', text: `[${bytes.join(' ')}]` }
  yield { detail: 'the numbers of its bytes (Java)', text: `[${Int8Array.from(bytes).join(', ')}]` }
  yield { detail: 'the numbers of its bytes (JavaScript)', text: bytes.join(',') }
}
