/**
 * What languages print for a body that is no text when a program puts it into one.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Bytes from '../../../core/Bytes.ts'
import { rawFields } from './formFields.ts'
import { goFormat } from './goFormat.ts'
import { isJson } from './isJson.ts'
import { treeOf } from './jsonText.ts'
import { printedValues } from './printedValue.ts'
import { pythonBytes } from './pythonText.ts'
import type { Respelling } from './Respelling.ts'

const nothings: ReadonlyArray<Respelling> = [
  { detail: 'None (Python)', text: 'None' },
  { detail: 'null (JavaScript, Java, C#)', text: 'null' },
  { detail: 'undefined (JavaScript)', text: 'undefined' },
  { detail: '<nil> (Go)', text: '<nil>' },
  { detail: '[] (Go)', text: '[]' },
  { detail: "b'' (Python)", text: "b''" },
  { detail: '{}', text: '{}' },
  { detail: '[object Object] (JavaScript)', text: '[object Object]' },
  { detail: 'nil (Ruby, Lua)', text: 'nil' },
  { detail: 'Array (PHP)', text: 'Array' },
  { detail: 'map[] (Go)', text: 'map[]' },
]

/** What `String` makes of an object in JavaScript, and what else stands for any body. */
const anything: ReadonlyArray<Respelling> = [
  ...['Object', 'Blob', 'FormData', 'ReadableStream', 'ArrayBuffer', 'Promise'].map((name) => ({
    detail: `[object ${name}] (JavaScript)`,
    text: `[object ${name}]`,
  })),
  ...[
    'System.Byte[]',
    'System.Net.Http.StringContent',
    'System.Net.Http.ByteArrayContent',
    'System.Text.Json.JsonDocument',
  ].map((name) => ({ detail: `${name} (C#)`, text: name })),
  { detail: 'Array (PHP)', text: 'Array' },
  { detail: 'undefined (JavaScript)', text: 'undefined' },
  { detail: 'null (JavaScript, Java, C#)', text: 'null' },
  { detail: 'None (Python)', text: 'None' },
]

/** In bytes: a longer body is no argument of a shell, and no format. */
const maxPassedOn = 65_536

/** As a shell passes a text on that stands in no quotation marks of its own. */
function* unquoted(text: string): Generator<Respelling> {
  const bare = text.replace(/["']/g, '')
  if (bare === text || isJson(bare)) return
  const detail = 'without its quotation marks (a shell)'
  yield { detail, text: bare, rare: 'alone' }
  yield { detail: `${detail}, white space as one space`, text: bare.replace(/\s+/g, ' ').trim(), rare: 'alone' }
}

export function* printed(bytes: Bytes.Bytes): Generator<Respelling> {
  if (bytes.length === 0) {
    yield* nothings
    return
  }
  yield* anything
  yield { detail: 'its bytes (Python)', text: pythonBytes(bytes) }
  const text = Bytes.toText(bytes)
  // Without the name of a member, many print what is JSON as well.
  const isObject = E.isRight(text) && /\{\s*"/.test(text.right) && isJson(text.right)
  const tree = isObject ? treeOf(text.right) : undefined
  for (const [detail, printed] of tree === undefined ? [] : printedValues(tree)) yield { detail, text: printed }
  yield { detail: 'the numbers of its bytes (Go)', text: `[${bytes.join(' ')}]` }
  yield { detail: 'the numbers of its bytes (Java)', text: `[${Int8Array.from(bytes).join(', ')}]` }
  yield { detail: 'the numbers of its bytes (JavaScript)', text: bytes.join(',') }
  yield { detail: 'the numbers of its bytes (Erlang)', text: `<<${bytes.join(',')}>>` }
  yield { detail: 'a Buffer (JSON)', text: `{"type":"Buffer","data":[${bytes.join(',')}]}` }
  if (tree !== undefined) yield* rawFields(tree)
  if (E.isLeft(text) || bytes.length > maxPassedOn) return
  yield* unquoted(text.right)
  if (text.right.includes('%'))
    yield { detail: 'as a format without values (Go)', text: goFormat(text.right), rare: 'alone' }
}
