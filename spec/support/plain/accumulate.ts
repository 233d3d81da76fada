/** Many generated inputs, and one digest over all results. */
import { createHash } from 'node:crypto'
import type { AccumulateInput } from '../../../src/conformance/Vector.ts'
import { longestNonce } from '../../../vectors/cases/limits.ts'
import { type Functions, Refusal } from './switches.ts'

const A = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-'
const B = `${A}._~`
const V = '!"$%&\'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~'
const methods = ['GET', 'POST', 'put', 'Patch', 'DELETE', 'options', 'x-custom', 'PROPFIND']
const prefixes = ['', 'https://jobs.example', 'HTTP://user@[::1]:8443']
const marks = '! # % & * + - . / : ; = ? @ _ ~ 0 9 A z'.split(' ')

const draws = (seed: string, i: number) => {
  let block = Buffer.alloc(0)
  let at = 0
  let j = 0
  const u8 = (): number => {
    if (at === block.length) {
      block = createHash('sha256').update(`${seed}/${i}/${j++}`).digest()
      at = 0
    }
    return block[at++] as number
  }
  const u16 = (): number => u8() * 256 + u8()
  const u32 = (): number => u16() * 65_536 + u16()
  const pick = <T>(list: ReadonlyArray<T>): T => list[u16() % list.length] as T
  const times = <T>(n: number, draw: () => T): Array<T> => Array.from({ length: n }, draw)
  const text = (n: number, from: string): string => times(n, () => from[u8() % from.length]).join('')
  return { u8, u16, u32, pick, text, bytes: (n: number) => Buffer.from(times(n, u8)) }
}

const drawRequest = (seed: string, i: number) => {
  const { u8, u16, u32, pick, text, bytes } = draws(seed, i)
  const method = pick(methods)
  const prefix = pick(prefixes)
  const target = `/${text(u16() % 48, V)}`
  const suffix = pick(['', '#part'])
  const timestamp = String(u32())
  const nonce = text(1 + (u8() % longestNonce), A)
  const body = { hex: bytes(u16() % 256).toString('hex') }
  return { method, url: `${prefix}${target}${suffix}`, timestamp, nonce, body }
}

const drawHeader = (seed: string, i: number): string => {
  const { u8, u16, u32, pick, text, bytes } = draws(seed, i)
  const given = [
    ['app_id', text(1 + (u8() % 24), B)],
    ['nonce_str', text(1 + (u8() % 48), A)],
    ['timestamp', String(u32())],
    ['signature', bytes(1 + (u8() % 48)).toString('base64')],
  ] as Array<[string, string]>
  const items: Array<[string, string]> = []
  while (given.length > 0) items.push(...given.splice(u8() % given.length, 1))
  const change = u8() % 16
  if (change >= 6 && change <= 8) {
    const item = items[u8() % 4] as [string, string]
    const p = u16() % item[1].length
    const mark = pick(marks)
    item[1] = `${item[1].slice(0, p)}${change === 6 ? '' : mark}${item[1].slice(change === 7 ? p : p + 1)}`
  }
  if (change === 9) items.splice(u8() % 4, 1)
  if (change === 10) items.push(items[u8() % 4] as [string, string])
  if (change === 11) (items[u8() % 4] as [string, string])[1] = ''
  const joined = items.map(([key, value]) => `${key}=${value}`).join(change === 15 ? ',,' : ',')
  const type = change === 14 ? 'SVC-SHA256-RSA2' : 'SVC-SHA256-RSA'
  return `${type} ${change === 12 ? ',' : ''}${joined}${change === 13 ? ',' : ''}`
}

const parsed = (f: Functions, line: string): string => {
  try {
    const { scheme, rest } = f.readScheme(line, 'SVC-SHA256-RSA')
    if (scheme === 'bearer') return 'reject\n'
    const { appId, nonce, timestamp, signature } = f.readSigned(rest)
    return `${appId}\n${nonce}\n${timestamp}\n${signature}\n`
  } catch (error) {
    if (error instanceof Refusal) return 'reject\n'
    throw error
  }
}

const inputs = new Map<string, unknown>()

/** What is drawn depends on no port: it is drawn once. */
const drawn = <T>(kind: string, seed: string, i: number, draw: (seed: string, i: number) => T): T => {
  const name = `${kind} ${seed} ${i}`
  const known = (inputs.get(name) as T | undefined) ?? draw(seed, i)
  inputs.set(name, known)
  return known
}

export const accumulate = (f: Functions, { run, seed, count, privateKey = '' }: AccumulateInput): string => {
  const total = createHash('sha256')
  for (let i = 0; i < count; i++) {
    if (run === 'headers') {
      const line = drawn('header', seed, i, drawHeader)
      total.update(createHash('sha256').update(parsed(f, line)).digest())
      continue
    }
    const message = f.bytesToSign(f.join(f.write(drawn('request', seed, i, drawRequest))))
    total.update(run === 'strings' ? createHash('sha256').update(message).digest() : f.signBytes(privateKey, message))
  }
  return total.digest('hex')
}
