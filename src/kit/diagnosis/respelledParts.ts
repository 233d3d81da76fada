/**
 * The parts of a request in a text of another layout, each as it was sent or in another spelling:
 *
 *     get /v1/jobs?page=2        the method in lower case; a space between the method and the target
 *     1700000000000:/v1/jobs     the timestamp in milliseconds, the path without the query
 */
import * as Base64 from '../../core/Base64.ts'
import * as Bytes from '../../core/Bytes.ts'
import { type Draft, encodedOf, textOf } from './Draft.ts'
import { utf8 } from './forms/charsets.ts'
import { decode, splitTarget } from './forms/percent.ts'
import { latin1 } from './Received.ts'

type PartName = 'method' | 'target' | 'timestamp' | 'nonce' | 'body'

/** A part in a text: where it is, and how it is written if not as it was sent. */
export interface PartWithin {
  readonly name: PartName
  readonly start: number
  readonly end: number
  readonly spelling?: string
}

type Spelling = readonly [text: string, name?: string]

const pathAlone = 'the path without the query'

/** A shorter text may be in any other by chance. */
const leastRespelled = 3

const targetSpellings = (target: string): ReadonlyArray<Spelling> => {
  const [path, query] = splitTarget(target)
  return [
    [target],
    [latin1(utf8(decode(target))), 'the target decoded'],
    [encodeURIComponent(target), 'the target escaped'],
    ...(query === '' ? [] : [[path, pathAlone] as const]),
  ]
}

const timestampSpellings = (timestamp: string): ReadonlyArray<Spelling> => {
  const date = /^\d{10}$/.test(timestamp) ? new Date(Number(timestamp) * 1000).toISOString().slice(0, 19) : ''
  return [[timestamp], [date, 'the timestamp as a date'], [date.replace('T', ' '), 'the timestamp as a date']]
}

const spellingsOf = (right: Draft): Readonly<Record<PartName, ReadonlyArray<Spelling>>> => {
  const parts = encodedOf(right)
  const text = (name: PartName): string => latin1(parts[name])
  return {
    method: [[text('method')]],
    target: targetSpellings(text('target')),
    timestamp: timestampSpellings(text('timestamp')),
    nonce: [
      [text('nonce')],
      [text('nonce').replaceAll('-', ''), 'the nonce without hyphens'],
      [text('nonce').toLowerCase(), 'the nonce in lower case'],
      [text('nonce').toUpperCase(), 'the nonce in upper case'],
    ],
    body: [
      [text('body')],
      [Base64.encode(parts.body), 'the body in Base64'],
      [Bytes.toHex(parts.body), 'the body in hexadecimal digits'],
    ],
  }
}

/** The timestamp with three more digits, and the target after a scheme and a host, are spellings as well. */
const spellingAround = (name: PartName, text: string, start: number, end: number): string | undefined => {
  if (name === 'timestamp' && /^\d{3}(?!\d)/.test(text.slice(end))) return 'the timestamp in milliseconds'
  if (name === 'target' && /https?:\/\/[^/\s]+$/i.test(text.slice(0, start))) return 'the whole URL'
  return undefined
}

const partWithin = (name: PartName, text: string, spellings: ReadonlyArray<Spelling>): PartWithin | undefined => {
  for (const [written, spelling] of spellings) {
    if (spelling !== undefined && written.length < leastRespelled) continue
    const start = text.indexOf(written)
    if (start < 0) continue
    if (spelling === pathAlone && /^[?%/]/.test(text.slice(start + written.length))) continue
    const found = { name, start, end: start + written.length }
    const named = spelling ?? spellingAround(name, text, start, found.end)
    return named === undefined ? found : { ...found, spelling: named }
  }
  return undefined
}

const partNames: ReadonlyArray<Exclude<PartName, 'method'>> = ['target', 'timestamp', 'nonce', 'body']

/** Each part that the signed text has in some spelling. */
export const partsWithinText = (signed: Draft, right: Draft): ReadonlyArray<PartWithin> => {
  const text = latin1(textOf(signed))
  const spellings = spellingsOf(right)
  const others = partNames.flatMap((name) => partWithin(name, text, spellings[name]) ?? [])
  // A short word such as `get` may be in a target or in a body by chance.
  const outside = others.reduce(
    (rest, { start, end }) => rest.slice(0, start) + '\n'.repeat(end - start) + rest.slice(end),
    text,
  )
  const method =
    partWithin('method', text, spellings.method) ?? partWithin('method', outside, methodWords(outside, right))
  return method === undefined ? others : [method, ...others]
}

/** The method in lower case, if the text has it as a word. */
const methodWords = (text: string, { method }: Draft): ReadonlyArray<Spelling> => {
  const word = method.toLowerCase()
  return new Set(text.match(/[A-Za-z]+/g)).has(word) ? [[word, 'the method in lower case']] : []
}

/** What is between two parts that follow each other, if it is the same everywhere. Undefined if there is one part, or they overlap. */
export const jointOfParts = (parts: ReadonlyArray<PartWithin>, signed: Draft): string | undefined => {
  const text = latin1(textOf(signed))
  const inOrder = parts.filter(({ start, end }) => end > start).toSorted((a, b) => a.start - b.start)
  const joints = inOrder
    .slice(1)
    .map(({ start }, i) => (start < (inOrder[i]?.end ?? 0) ? undefined : text.slice(inOrder[i]?.end, start)))
  const [joint] = joints
  return joints.every((other) => other === joint) ? joint : undefined
}
