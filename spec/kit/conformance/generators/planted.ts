/**
 * Faults that were planted in our own port, each of a kind that strangers' ports had. A fault misreads what comes (`misread`), spoils
 * what goes (`misanswer`), or keeps less than it must (`forgets`). The list was written before any of them was run.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Port } from '../../../../src/kit/conformance/port.ts'
import type { Op, PortAnswer } from '../../../../src/kit/conformance/Vector.ts'
import { throughBits, throughDigits } from '../../../support/roundedTwice.ts'

type Json = { readonly [name: string]: unknown }
type Input = Json & {
  readonly body?: { readonly hex?: string; readonly repeat?: { readonly times: number } }
  readonly pem?: string
  readonly baseUrl?: string
  readonly steps?: ReadonlyArray<Step>
}
type Step = Json & { readonly now: number; readonly authorization: ReadonlyArray<string>; readonly body: Json }

export interface Fault {
  readonly op: Op
  /** Absent where the fault changes nothing. `right` is the answer without it. */
  readonly answer: (port: Port, input: Input, right: () => Promise<PortAnswer>) => Promise<PortAnswer | undefined>
}

const misread = (op: Op, to: (input: Input) => Input): Fault => ({
  op,
  answer: async (port, input) => {
    const read = to(input)
    return isDeepStrictEqual(read, input) ? undefined : port.answer(op, read)
  },
})
const misanswer = (op: Op, to: (answer: PortAnswer, input: Input) => PortAnswer): Fault => ({
  op,
  answer: async (_, input, right) => to(await right(), input),
})

// ---- Bytes and texts of a job

const misreadBytes = (to: (bytes: Buffer) => Buffer): Fault =>
  misread('decodeJob', (input) => ({
    ...input,
    body: { hex: to(Buffer.from(input.body?.hex ?? '', 'hex')).toString('hex') },
  }))
const misreadText = (to: (text: string) => string): Fault =>
  misreadBytes((bytes) => Buffer.from(to(bytes.toString('latin1')), 'latin1'))

const isUtf8 = (bytes: Buffer): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/**
 * A reader of UTF-8 that does not look at these bytes of a sequence of this length: where one of them is wrong, it reads a right one.
 * `isTaken` says which bytes it takes there; any, unless it is given.
 */
const unchecked = (length: number, places: ReadonlyArray<number>, isTaken = (_: number): boolean => true): Fault =>
  misreadBytes((bytes) => {
    const readBytes = Buffer.from(bytes)
    for (let start = 0; start + length <= readBytes.length; start++) {
      const sequence = readBytes.subarray(start, start + length)
      const isOfMoreBytes = (sequence[0] as number) >= 0xc2
      const isTakenSo = places.every((place) => isTaken(sequence[place] as number))
      if (!isOfMoreBytes || isUtf8(sequence) || !isTakenSo) continue
      const corrected = sequence.map((byte, i) => (places.includes(i) ? 0x80 | (byte & 0x3f) : byte))
      if (isUtf8(Buffer.from(corrected))) sequence.set(corrected)
    }
    return readBytes
  })

/** A number that is read as the nearest double keeps its spelling: an integer field takes no `1.00`. */
const misreadNumbers = (read: (text: string) => number): Fault =>
  misreadText((text) =>
    text.replace(/(?<=[:[,])-?\d+\.\d{2,}(?=[,\]}])/g, (spelling) =>
      read(spelling) === Number(spelling) ? spelling : String(read(spelling)),
    ),
  )

const misreadValue = (to: (value: unknown) => unknown): Fault =>
  misanswer('decodeJob', (answer) => (answer.outcome === 'value' ? { ...answer, value: to(answer.value) } : answer))
const refusesJob = (op: 'decodeJob' | 'encodeJob', isWrong: (value: unknown) => boolean): Fault =>
  misanswer(op, (answer, input) => {
    const job = op === 'decodeJob' ? answer.value : input.job
    return answer.outcome === 'value' && isWrong(job) ? { outcome: 'reject', reason: 'job_invalid' } : answer
  })

const each = (value: unknown, to: (inner: unknown) => unknown): unknown => {
  if (Array.isArray(value)) return to(value.map((one) => each(one, to)))
  if (typeof value !== 'object' || value === null) return to(value)
  return to(Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, each(inner, to)])))
}
const some = (value: unknown, is: (inner: unknown) => boolean): boolean =>
  is(value) || (typeof value === 'object' && value !== null && Object.values(value).some((inner) => some(inner, is)))
const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 1

const areAlike =
  (key: (name: string) => unknown) =>
  (value: unknown): boolean => {
    const names = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : []
    return new Set(names.map(key)).size < names.length
  }

const fnv1a = (text: string): number =>
  Buffer.from(text).reduce((hash, byte) => Math.imul(hash ^ byte, 0x01000193) >>> 0, 0x811c9dc5)

const isPrintable = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((one) => typeof one === 'number' && ((one >= 32 && one < 127) || (one >= 7 && one <= 13)))

// ---- Keys

const misreadPem = (to: (pem: string) => string): Fault =>
  misread('importKey', (input) => ({ ...input, pem: to(input.pem ?? '') }))
const misreadDer = (to: (hex: string) => string): Fault =>
  misreadPem((pem) =>
    pem.replace(/(?<=-----\n)[^-]+(?=-----END)/, (body) => {
      const hex = Buffer.from(body, 'base64').toString('hex')
      const other = to(hex)
      return other === hex ? body : `${Buffer.from(other, 'hex').toString('base64')}\n`
    }),
  )

// ---- Requests

const misreadUrl = (to: (url: string) => string): Fault =>
  misread('request', (input) => ({ ...input, baseUrl: to(input.baseUrl ?? '') }))

// ---- What a verifier remembers

const nonceOf = ({ authorization }: Step): string => /nonce_str=([^,]*)/.exec(authorization[0] ?? '')?.[1] ?? ''

/** The indexes of the steps at which a guard sweeps: no earlier claim is fresh, and the interval has passed since the last sweep. */
const sweptAt = ({ maxAge, maxSkew }: Json, steps: ReadonlyArray<Step>, interval: number): ReadonlyArray<number> => {
  const swept: Array<number> = []
  let last = steps[0]?.now ?? 0
  let highest = last
  for (const [i, { now }] of steps.entries()) {
    if (now >= last + interval && now > highest + Number(maxAge) + Number(maxSkew)) {
      swept.push(i)
      last = now
    }
    highest = Math.max(highest, now)
  }
  return swept
}

const answersOf = async (port: Port, input: Input, steps: ReadonlyArray<Step>): Promise<ReadonlyArray<unknown>> => {
  const { value } = await port.answer('verify', { ...input, steps })
  return Array.isArray(value) ? value : []
}

/** The indexes of steps, by their chain. */
const grouped = (steps: ReadonlyArray<Step>, chainOf: (step: Step) => number): Map<number, Array<number>> => {
  const chains = new Map<number, Array<number>>()
  for (const [i, step] of steps.entries()) {
    const chain = chainOf(step)
    chains.set(chain, [...(chains.get(chain) ?? []), i])
  }
  return chains
}

/** Steps whose nonces are in one chain, and the indexes of these steps in the input. */
interface Chain {
  readonly steps: ReadonlyArray<Step>
  readonly indexes: ReadonlyArray<number>
  /** Where the chain is swept: it forgets all that came before. */
  readonly swept: ReadonlyArray<number>
}

/** The chain of each nonce is a table of its own, which is swept when a request touches it. */
const sweeping = (interval: number, chainOf: (nonce: string) => number): Fault => ({
  op: 'verify',
  answer: async (port, input) => {
    const allSteps = input.steps ?? []
    const indexesByChain = grouped(allSteps, (step) => chainOf(nonceOf(step)))
    const chains = [...indexesByChain.values()].map((indexes): Chain => {
      const steps = indexes.map((index) => allSteps[index] as Step)
      return { steps, indexes, swept: sweptAt(input, steps, interval) }
    })
    if (chains.every(({ swept }) => swept.length === 0)) return undefined
    const verdicts: Array<unknown> = []
    for (const { steps, indexes, swept } of chains) {
      const cuts = [0, ...swept, steps.length]
      for (const [i, start] of cuts.slice(0, -1).entries()) {
        // Each piece is put to a port of its own, which remembers nothing.
        const verdictsOfPiece = await answersOf(port, input, steps.slice(start, cuts[i + 1]))
        for (const [place, verdict] of verdictsOfPiece.entries()) verdicts[indexes[start + place] as number] = verdict
      }
    }
    return { outcome: 'value', value: verdicts }
  },
})

/** Murmur3 of 32 bits, seed 0, of ASCII. */
const murmur3 = (text: string): number => {
  const bytes = Buffer.from(text)
  const mixed = (k: number): number => {
    const one = Math.imul(k, 0xcc9e2d51)
    return Math.imul((one << 15) | (one >>> 17), 0x1b873593)
  }
  const whole = bytes.length - (bytes.length % 4)
  let hash = 0
  for (let at = 0; at < whole; at += 4) {
    hash ^= mixed(bytes.readUInt32LE(at))
    hash = (Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64) | 0
  }
  if (whole < bytes.length) hash ^= mixed(bytes.subarray(whole).reduceRight((sum, byte) => sum * 256 + byte, 0))
  hash ^= bytes.length
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

const noncesBy = (hash: (nonce: string) => number): Fault =>
  misanswer('verify', (answer, { steps = [] }) => {
    const known = new Set<string>()
    const value = [answer.value].flat().map((verdict, i) => {
      const isAccepted = (verdict as Json | undefined)?.outcome === 'accept'
      const key = `${(verdict as Json | undefined)?.appId} ${hash(nonceOf(steps[i] as Step))}`
      if (!isAccepted || !known.has(key)) {
        if (isAccepted) known.add(key)
        return verdict
      }
      return { outcome: 'reject', reason: 'nonce_replayed' }
    })
    return answer.outcome === 'value' ? { ...answer, value } : answer
  })

const cutAt = (most: number, { body, ...input }: Input): Input =>
  body?.repeat === undefined
    ? { ...input, ...(body && { body }) }
    : { ...input, body: { ...body, repeat: { ...body.repeat, times: Math.min(most, body.repeat.times) } } }

// ---- The list

export const planted: Readonly<Record<string, Fault>> = {
  'UTF-8: the third byte of three is not checked': unchecked(3, [2]),
  'UTF-8: the second byte of four is not checked': unchecked(4, [1]),
  'UTF-8: the third byte of four is not checked': unchecked(4, [2]),
  'UTF-8: the last byte of four is not checked': unchecked(4, [3]),
  'UTF-8: any byte with its high bit continues a sequence of two': unchecked(2, [1], (byte) => byte > 0x7f),
  'UTF-8: any byte with its high bit continues a sequence of three': unchecked(3, [1, 2], (byte) => byte > 0x7f),
  'JSON: exponents are kept in 32 bits': misreadText((text) =>
    text.replace(/(?<=\d[eE]\+?)\d{10,20}(?!\d)/g, (digits) => String(BigInt.asUintN(32, BigInt(digits)))),
  ),
  'JSON: exponents are kept in 64 bits': misreadText((text) =>
    text.replace(/(?<=\d[eE]\+?)\d{19,20}(?!\d)/g, (digits) => String(BigInt.asUintN(64, BigInt(digits)))),
  ),
  'JSON: the length of a text with an escape is kept in 16 bits': misreadValue((value) =>
    each(value, (one) =>
      typeof one === 'string' && one.length > 65_535 && /[\n\u0080-\uffff]/.test(one)
        ? one.slice(0, one.length % 65_536)
        : one,
    ),
  ),
  'JSON: names are compared by 63 characters': refusesJob('decodeJob', (value) =>
    some(
      value,
      areAlike((name) => name.slice(0, 63)),
    ),
  ),
  'JSON: names are compared by 16,384 characters': refusesJob('decodeJob', (value) =>
    some(
      value,
      areAlike((name) => name.slice(0, 16_384)),
    ),
  ),
  'JSON: names of two members are compared by FNV-1a': refusesJob('decodeJob', (value) =>
    some(value, (one) => areAlike(fnv1a)(one) && Object.keys(one as object).length <= 4),
  ),
  'JSON: the digits of a fraction after the 17th are cut': misreadText((text) =>
    text.replace(/(?<=[:[,\s-])(\d+)\.(\d+)/g, (all, whole: string, fraction: string) =>
      whole.length + fraction.length > 17 ? `${whole}.${fraction.slice(0, Math.max(1, 17 - whole.length))}` : all,
    ),
  ),
  'JSON: a number is rounded to 64 bits, and then to a double': misreadNumbers(throughBits(64)),
  'JSON: a number is rounded to 113 bits, and then to a double': misreadNumbers(throughBits(113)),
  'JSON: a number is rounded to 34 digits, and then to a double': misreadNumbers(throughDigits(34)),
  'job: prompts may be an empty object': misreadText((text) => text.replace(/("prompts":)\{\}/, '$1[]')),
  'job: prompts may be an object': misreadText((text) => text.replace(/("prompts":)\{[^{}[\]]*\}/, '$1[]')),
  'job: an integer field may be an empty text': misreadText((text) => text.replace(/("(?:steps|seed)":)""/, '$10')),
  'job: sd_model may be an empty array': misreadText((text) => text.replace(/("sd_model":)\[\]/, '$1""')),
  'job: an array of printable numbers is a text': misreadValue((value) =>
    each(value, (one) => (isPrintable(one) ? Buffer.from(one as Array<number>).toString() : one)),
  ),
  'job: a scalar is one more level, when a job is written': refusesJob('encodeJob', (value) => depthOf(value) > 128),
  'key: the last byte of the algorithm is not compared': misreadDer((der) =>
    der.replace(/(0609 ?2a864886f70d0101)(?:..)(?=0500)/, '$101'),
  ),
  'key: the first byte of the algorithm is not compared': misreadDer((der) =>
    der.replace(/(0609)(?:..)(?=864886f70d010101)/, '$12a'),
  ),
  'key: the fifth byte of the algorithm is not compared': misreadDer((der) =>
    der.replace(/(06092a864886)(?:..)(?=0d010101)/, '$1f7'),
  ),
  'key: a length of 32 bits is kept in an int, and −1 is the rest': misreadDer((der) =>
    der.startsWith('3084ffffffff')
      ? `3082${((der.length - 12) / 2).toString(16).padStart(4, '0')}${der.slice(12)}`
      : der,
  ),
  'key: a label is compared by its beginning': misreadPem((pem) =>
    pem.replace(/-----((?:BEGIN|END) (?:RSA )?(?:PUBLIC|PRIVATE) KEY)[^-\n]*-----/g, '-----$1-----'),
  ),
  'key: hyphens are trimmed from both lines': misreadPem((pem) =>
    pem.replace(/^-*((?:BEGIN|END) [A-Z ]+?)-*$/gm, '-----$1-----'),
  ),
  'key: hyphens are trimmed from the end of both lines': misreadPem((pem) =>
    pem.replace(/^-----((?:BEGIN|END) [A-Z ]+?)-*$/gm, '-----$1-----'),
  ),
  'base URL: the pattern of a host ends before a line feed': misreadUrl((url) =>
    url.replace(/^(https:\/\/[^/:[\n]+)\n(?=[/:]|$)/, '$1'),
  ),
  'base URL: the pattern of a port ends before a line feed': misreadUrl((url) => url.replace(/(:\d+)\n(?=\/|$)/, '$1')),
  'base URL: the pattern of a group ends before a line feed': misreadUrl((url) =>
    url.replace(/(?<=\[[^\]]*[0-9a-f])\n(?=[:\]])/, ''),
  ),
  'base URL: an octet may have a sign': misreadUrl((url) =>
    url.replace(/(?<=^https:\/\/(?:[\d.]*\.)?)(?:\+(?=\d)|-(?=0\b))(?=[\d.]*(?:[:/]|$))/, ''),
  ),
  'base URL: an octet in brackets may have a sign': misreadUrl((url) =>
    url.replace(/(?<=\[.*\.)(?:\+(?=\d)|-(?=0\b))/, ''),
  ),
  'base URL: a group may have a sign': misreadUrl((url) =>
    url.replace(/(?<=\[(?:[^\].]*:)?)(?:\+(?=[0-9a-f]{1,3}[:\]])|-(?=0[:\]]))/, ''),
  ),
  'base URL: no label of a host is empty': misanswer('request', (answer, { baseUrl = '' }) =>
    answer.outcome === 'value' && /^\w+:\/\/[^/]*\.\./.test(baseUrl)
      ? { outcome: 'reject', reason: 'base_url_invalid' }
      : answer,
  ),
  'guard: it sweeps once an hour of its clock': sweeping(3600, () => 0),
  'guard: it sweeps once a day of its clock': sweeping(86_400, () => 0),
  'guard: of 8,192 chains it sweeps the one that it touches': sweeping(0, (nonce) => fnv1a(nonce) % 8192),
  'guard: nonces are compared by Murmur3': noncesBy(murmur3),
  'body: a signer cuts it at 4 MiB': misread('sign', (input) => cutAt(2 ** 22, input)),
  'body: a verifier cuts it at 4 MiB': misread('verify', (input) => ({
    ...input,
    steps: (input.steps ?? []).map((step) => cutAt(2 ** 22, step as Input) as Step),
  })),
}
