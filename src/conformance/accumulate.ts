/**
 * The accumulated runs: thousands of generated inputs, and one digest over what becomes of them.
 */
import { createHash, type Hash } from 'node:crypto'
import { sha256 } from './content.ts'

/** Bytes that depend on a seed and a number alone: SHA-256 of `SEED/i/0`, then of `SEED/i/1`… */
interface Stream {
  /** The next `n` bytes as a big-endian number. */
  readonly take: (n: 1 | 2 | 4) => number
  readonly bytes: (n: number) => Uint8Array
  readonly pick: <A>(list: ReadonlyArray<A>) => A
  /** So many characters of an alphabet. */
  readonly text: (length: number, alphabet: string) => string
}

const streamOf = (seed: string, i: number): Stream => {
  let block: Uint8Array = new Uint8Array(0)
  let at = 0
  let blocks = 0
  const next = (): number => {
    if (at === block.length) {
      block = sha256(`${seed}/${i}/${blocks++}`)
      at = 0
    }
    return block[at++] as number
  }
  const take = (n: 1 | 2 | 4): number => {
    let value = 0
    for (let k = 0; k < n; k++) value = value * 256 + next()
    return value
  }
  return {
    take,
    bytes: (n) => Uint8Array.from({ length: n }, next),
    pick: (list) => list[take(2) % list.length] as (typeof list)[number],
    text: (length, alphabet) => {
      let text = ''
      for (let k = 0; k < length; k++) text += alphabet[next() % alphabet.length]
      return text
    },
  }
}

const range = (from: string, to: string): string => {
  let text = ''
  for (let c = from.charCodeAt(0); c <= to.charCodeAt(0); c++) text += String.fromCharCode(c)
  return text
}
const alphanumeric = `${range('0', '9')}${range('A', 'Z')}${range('a', 'z')}-`
const visible = range('!', '~').replace('#', '')
const unreserved = `${alphanumeric}._~`

export interface ToSign {
  readonly method: string
  readonly url: string
  readonly timestamp: string
  readonly nonce: string
  readonly body: Uint8Array
}

const methods = ['GET', 'POST', 'put', 'Patch', 'DELETE', 'options', 'x-custom', 'PROPFIND']
const prefixes = ['', 'https://jobs.example', 'HTTP://user@[::1]:8443']
const suffixes = ['', '#part']

const toSign = (s: Stream): ToSign => {
  const method = s.pick(methods)
  const prefix = s.pick(prefixes)
  const target = `/${s.text(s.take(2) % 48, visible)}`
  const suffix = s.pick(suffixes)
  const timestamp = String(s.take(4))
  const nonce = s.text(1 + (s.take(1) % 128), alphanumeric)
  const body = s.bytes(s.take(2) % 256)
  return { method, url: prefix + target + suffix, timestamp, nonce, body }
}

const marks = [...'!#%&*+-./:;=?@_~09Az']
type Item = readonly [key: string, value: string]

const header = (s: Stream): string => {
  const appId = s.text(1 + (s.take(1) % 24), unreserved)
  const nonce = s.text(1 + (s.take(1) % 48), alphanumeric)
  const timestamp = String(s.take(4))
  const signature = Buffer.from(s.bytes(1 + (s.take(1) % 48))).toString('base64')
  const left: Array<Item> = [
    ['app_id', appId],
    ['nonce_str', nonce],
    ['timestamp', timestamp],
    ['signature', signature],
  ]
  let items: Array<Item> = []
  while (left.length > 0) items.push(...left.splice(s.take(1) % left.length, 1))

  const change = s.take(1) % 16
  const revalue = (k: number, f: (value: string) => string) =>
    items.map(([key, value], i): Item => (i === k ? [key, f(value)] : [key, value]))
  if (change >= 6 && change <= 8) {
    const k = s.take(1) % 4
    const at = s.take(2) % (items[k]?.[1].length ?? 1)
    const mark = s.pick(marks)
    items = revalue(k, (v) => v.slice(0, at) + (change === 6 ? '' : mark) + v.slice(change === 7 ? at : at + 1))
  }
  if (change === 9) items.splice(s.take(1) % 4, 1)
  if (change === 10) items.push(items[s.take(1) % 4] as Item)
  if (change === 11) items = revalue(s.take(1) % 4, () => '')
  const list = items.map(([key, value]) => `${key}=${value}`).join(change === 15 ? ',,' : ',')
  const type = change === 14 ? 'SVC-SHA256-RSA2' : 'SVC-SHA256-RSA'
  return `${type} ${change === 12 ? ',' : ''}${list}${change === 13 ? ',' : ''}`
}

const over = async (seed: string, count: number, each: (s: Stream) => Promise<Uint8Array>): Promise<string> => {
  const hash: Hash = createHash('sha256')
  for (let i = 0; i < count; i++) hash.update(await each(streamOf(seed, i)))
  return hash.digest('hex')
}

/** The digest over the digests of many strings to sign, made from their parts by `make`. */
export const strings = (seed: string, count: number, make: (parts: ToSign) => Promise<Uint8Array>): Promise<string> =>
  over(seed, count, async (s) => sha256(await make(toSign(s))))

/** The digest over many signatures. */
export const signatures = (
  seed: string,
  count: number,
  sign: (parts: ToSign) => Promise<Uint8Array>,
): Promise<string> => over(seed, count, (s) => sign(toSign(s)))

/** The four values of a header, or undefined for one that is refused. */
export type Parsed = readonly [appId: string, nonce: string, timestamp: string, signature: string] | undefined

/** The digest over what becomes of many headers, half of them spoilt. */
export const headers = (seed: string, count: number, parse: (header: string) => Parsed): Promise<string> =>
  over(seed, count, async (s) => {
    const parsed = parse(header(s))
    return sha256(parsed === undefined ? 'reject\n' : `${parsed.join('\n')}\n`)
  })
