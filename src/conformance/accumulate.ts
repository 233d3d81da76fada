/** The accumulated runs: one digest over the results of thousands of generated inputs. */
import * as Base64 from '../core/Base64.ts'
import { type Bytes, empty, ofAscii, toHex } from '../core/Bytes.ts'
import * as Nonce from '../core/Nonce.ts'
import { begin, type Digest } from '../effects/Digest.ts'

/** Deterministic bytes of a seed and a number: SHA-256 of `SEED/i/0`, then of `SEED/i/1`… */
interface Stream {
  /** The next `n` bytes as a big-endian number. */
  readonly take: (n: 1 | 2 | 4) => Promise<number>
  readonly bytes: (n: number) => Promise<Bytes>
  readonly pick: <A>(list: ReadonlyArray<A>) => Promise<A>
  readonly text: (length: number, alphabet: string) => Promise<string>
}

const utf8 = new TextEncoder()

const streamOf = ({ sha256 }: Digest, seed: string, i: number): Stream => {
  let block: Bytes = empty
  let at = 0
  let blocks = 0
  const bytes = async (n: number): Promise<Bytes> => {
    const taken = new Uint8Array(n)
    for (let k = 0; k < n; k++) {
      if (at === block.length) {
        block = await sha256([utf8.encode(`${seed}/${i}/${blocks++}`)])()
        at = 0
      }
      taken[k] = block[at++] as number
    }
    return taken
  }
  const take = async (n: 1 | 2 | 4): Promise<number> => {
    let value = 0
    for (const byte of await bytes(n)) value = value * 256 + byte
    return value
  }
  return {
    take,
    bytes,
    pick: async (list) => list[(await take(2)) % list.length] as (typeof list)[number],
    text: async (length, alphabet) => {
      let text = ''
      for (const byte of await bytes(length)) text += alphabet[byte % alphabet.length]
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
  readonly body: Bytes
}

const methods = ['GET', 'POST', 'put', 'Patch', 'DELETE', 'options', 'x-custom', 'PROPFIND']
const prefixes = ['', 'https://jobs.example', 'HTTP://user@[::1]:8443']
const suffixes = ['', '#part']

const toSign = async (s: Stream): Promise<ToSign> => {
  const method = await s.pick(methods)
  const prefix = await s.pick(prefixes)
  const target = `/${await s.text((await s.take(2)) % 48, visible)}`
  const suffix = await s.pick(suffixes)
  const timestamp = String(await s.take(4))
  const nonce = await s.text(1 + ((await s.take(1)) % Nonce.rule.maxLength), alphanumeric)
  const body = await s.bytes((await s.take(2)) % 256)
  return { method, url: prefix + target + suffix, timestamp, nonce, body }
}

const marks = [...'!#%&*+-./:;=?@_~09Az']
type Item = readonly [key: string, value: string]

const header = async (s: Stream): Promise<string> => {
  const appId = await s.text(1 + ((await s.take(1)) % 24), unreserved)
  const nonce = await s.text(1 + ((await s.take(1)) % 48), alphanumeric)
  const timestamp = String(await s.take(4))
  const signature = Base64.encode(await s.bytes(1 + ((await s.take(1)) % 48)))
  const left: Array<Item> = [
    ['app_id', appId],
    ['nonce_str', nonce],
    ['timestamp', timestamp],
    ['signature', signature],
  ]
  let items: Array<Item> = []
  while (left.length > 0) items.push(...left.splice((await s.take(1)) % left.length, 1))

  const change = (await s.take(1)) % 16
  const revalue = (k: number, f: (value: string) => string) =>
    items.map(([key, value], i): Item => (i === k ? [key, f(value)] : [key, value]))
  if (change >= 6 && change <= 8) {
    const k = (await s.take(1)) % 4
    const at = (await s.take(2)) % (items[k]?.[1].length ?? 1)
    const mark = await s.pick(marks)
    items = revalue(k, (v) => v.slice(0, at) + (change === 6 ? '' : mark) + v.slice(change === 7 ? at : at + 1))
  }
  if (change === 9) items.splice((await s.take(1)) % 4, 1)
  if (change === 10) items.push(items[(await s.take(1)) % 4] as Item)
  if (change === 11) items = revalue((await s.take(1)) % 4, () => '')
  const list = items.map(([key, value]) => `${key}=${value}`).join(change === 15 ? ',,' : ',')
  const type = change === 14 ? 'SVC-SHA256-RSA2' : 'SVC-SHA256-RSA'
  return `${type} ${change === 12 ? ',' : ''}${list}${change === 13 ? ',' : ''}`
}

const over = async (
  digest: Digest,
  seed: string,
  count: number,
  each: (s: Stream) => Promise<Bytes>,
): Promise<string> => {
  const hash = begin(digest)
  for (let i = 0; i < count; i++) hash.update(await each(streamOf(digest, seed, i)))
  return toHex(await hash.end())
}

/** The digest over the digests of `count` strings to sign; `make` builds each from its parts. */
export const strings = (
  digest: Digest,
  seed: string,
  count: number,
  make: (parts: ToSign) => Promise<Bytes>,
): Promise<string> => over(digest, seed, count, async (s) => digest.sha256([await make(await toSign(s))])())

/** The digest over `count` signatures. */
export const signatures = (
  digest: Digest,
  seed: string,
  count: number,
  sign: (parts: ToSign) => Promise<Bytes>,
): Promise<string> => over(digest, seed, count, async (s) => sign(await toSign(s)))

/** The four values of a header; undefined for a refused header. */
export type Parsed = readonly [appId: string, nonce: string, timestamp: string, signature: string] | undefined

/** The digest over the parse results of `count` headers, about half of them mutated. */
export const headers = (
  digest: Digest,
  seed: string,
  count: number,
  parse: (header: string) => Parsed,
): Promise<string> =>
  over(digest, seed, count, async (s) => {
    const parsed = parse(await header(s))
    return digest.sha256([ofAscii(parsed === undefined ? 'reject\n' : `${parsed.join('\n')}\n`)])()
  })
