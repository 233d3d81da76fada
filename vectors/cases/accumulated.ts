/**
 * Thousands of generated inputs and one digest over all results. The rules of vectors/README.md are implemented once more
 * here, from hashes, regular expressions and the platform's own RSA.
 */
import { createHash } from 'node:crypto'
import { type Behaviour, type Draft, signatureBytes, stringToSign, value } from './draft.ts'
import { longestAppId, longestNonce } from './limits.ts'

const sha256 = (content: Uint8Array | string): Buffer => createHash('sha256').update(content).digest()

/** Draws from the bytes of SHA-256(SEED/i/0), SHA-256(SEED/i/1)… */
const drawing = (seed: string, i: number) => {
  const waiting: Array<number> = []
  let block = 0
  const u8 = (): number => {
    if (waiting.length === 0) waiting.push(...sha256(`${seed}/${i}/${block++}`))
    return waiting.shift() as number
  }
  const u16 = (): number => u8() * 256 + u8()
  const u32 = (): number => u16() * 65_536 + u16()
  const pick = (list: ReadonlyArray<string>): string => list[u16() % list.length] as string
  const from = (alphabet: string, length: number): string =>
    Array.from({ length }, () => alphabet[u8() % alphabet.length]).join('')
  return { u8, u16, u32, pick, from }
}
type Draw = ReturnType<typeof drawing>

const ascii = String.fromCharCode(...Array.from({ length: 94 }, (_, i) => 33 + i))
const V = ascii.replace('#', '')
const A = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-'
const B = `${A}._~`

/** The string to sign that a right port makes of one draw. */
const message = ({ u8, u16, u32, pick, from }: Draw): Buffer => {
  const method = pick(['GET', 'POST', 'put', 'Patch', 'DELETE', 'options', 'x-custom', 'PROPFIND']).toUpperCase()
  // The origin and the fragment are drawn, and leave no trace in what is signed.
  pick(['', 'https://jobs.example', 'HTTP://user@[::1]:8443'])
  const target = `/${from(V, u16() % 48)}`
  pick(['', '#part'])
  const timestamp = u32()
  const nonce = from(A, 1 + (u8() % longestNonce))
  const body = Buffer.from(Array.from({ length: u16() % 256 }, u8))
  return stringToSign({ method, target, timestamp, nonce, body })
}

/** One header's line, spoilt or not. */
const line = ({ u8, u16, u32, pick, from }: Draw): string => {
  const left: Array<[string, string]> = [
    ['app_id', from(B, 1 + (u8() % 24))],
    ['nonce_str', from(A, 1 + (u8() % 48))],
    ['timestamp', `${u32()}`],
    ['signature', Buffer.from(Array.from({ length: 1 + (u8() % 48) }, u8)).toString('base64')],
  ]
  const items: Array<[string, string]> = []
  for (let k = 4; k > 0; k--) items.push(...left.splice(u8() % k, 1))
  const item = (): [string, string] => items[u8() % 4] as [string, string]

  const change = u8() % 16
  if (change === 6 || change === 7 || change === 8) {
    const changed = item()
    const characters = [...changed[1]]
    const p = u16() % characters.length
    const m = pick([...'!#%&*+-./:;=?@_~09Az'])
    characters.splice(p, change === 7 ? 0 : 1, ...(change === 6 ? [] : [m]))
    changed[1] = characters.join('')
  }
  if (change === 9) items.splice(u8() % 4, 1)
  if (change === 10) items.push(item())
  if (change === 11) item()[1] = ''
  const list = items.map((pair) => pair.join('=')).join(change === 15 ? ',,' : ',')
  return `SVC-SHA256-RSA${change === 14 ? '2' : ''} ${change === 12 ? ',' : ''}${list}${change === 13 ? ',' : ''}`
}

const forms: ReadonlyArray<readonly [key: string, form: RegExp]> = [
  ['app_id', new RegExp(`^[0-9A-Za-z._~-]{1,${longestAppId}}$`)],
  ['nonce_str', new RegExp(`^[0-9A-Za-z-]{1,${longestNonce}}$`)],
  // A digit put into ten makes eleven, which is far below the largest that is allowed.
  ['timestamp', /^(?:0|[1-9][0-9]{0,10})$/],
  // In canonical Base64 the last character before `=` has two spare zero bits, and before `==` four.
  ['signature', /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=|[A-Za-z0-9+/][AQgw]==)?$/],
]

const parsed = (header: string): string => {
  const [, list = ''] = /^SVC-SHA256-RSA (.*)$/.exec(header) ?? []
  const pairs = list.split(',').map((item) => /^([^=]+)=(.+)$/.exec(item) ?? [])
  const values = forms.map(([key, form]) => {
    const found = pairs.filter(([, name]) => name === key)
    const text = found[0]?.[2] ?? ''
    return found.length === 1 && form.test(text) ? text : undefined
  })
  return pairs.length === 4 && values.every((v) => v !== undefined) ? `${values.join('\n')}\n` : 'reject\n'
}

const over = (seed: string, count: number, each: (draw: Draw) => Uint8Array): string => {
  const hash = createHash('sha256')
  for (let i = 0; i < count; i++) hash.update(each(drawing(seed, i)))
  return hash.digest('hex')
}

const runs = {
  strings: { many: 10_000, flag: 'accumulated-strings', each: (draw: Draw) => sha256(message(draw)) },
  headers: { many: 10_000, flag: 'accumulated-headers', each: (draw: Draw) => sha256(parsed(line(draw))) },
  signatures: {
    many: 1_000,
    flag: 'accumulated-signatures',
    each: (draw: Draw) => signatureBytes('app-1', message(draw)),
  },
} as const

const cases = (run: keyof typeof runs): ReadonlyArray<Draft<'accumulate'>> => {
  const { many, flag, each } = runs[run]
  return [10, many].map((count) => ({
    id: `accumulated/${run}-${count}`,
    comment:
      count === 10 ? `Ten generated ${run}, few enough to look at.` : `${count} generated ${run}, and one digest.`,
    flags: [flag],
    op: 'accumulate',
    input: { run, seed: 'countersign', count, ...(run === 'signatures' ? { privateKey: 'app-1' } : {}) },
    expect: value(over('countersign', count, each)),
  }))
}

export const accumulated: Behaviour = {
  behaviour: 'accumulated',
  comment: 'One digest over thousands of answers, which meet rare inputs too.',
  cases: [...cases('strings'), ...cases('headers'), ...cases('signatures')],
}
