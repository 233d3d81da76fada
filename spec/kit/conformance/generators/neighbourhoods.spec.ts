/**
 * Finite neighbourhoods come whole in every run, whatever the seed: each edit at each place of a URL's inner parts, of the lines around
 * a key, of a key's fixed bytes; each other type in each field of a job. A way to draw comes once in every default run (all.spec.ts);
 * here each edit, counted from the rule itself, is that of a way which makes it under each of twenty seeds. `npm test` looks at some
 * of these, whole.live.spec.ts at all.
 */
import * as fc from 'fast-check'
import { generatorsOf } from '../../../../src/kit/conformance/generators/all.ts'
import type { GeneratedInput } from '../../../../src/kit/conformance/generators/Generator.ts'
import type { Op } from '../../../../src/kit/conformance/Vector.ts'
import { assert, suite } from '../../../support/suite.ts'
import { packaged } from '../ports/cases.ts'
import { isWhole } from './drawn.ts'

const whole = suite('a finite neighbourhood')

const all = generatorsOf(packaged, 'full')
const twenty = Array.from({ length: 20 }, (_, seed) => seed)
const seeds = isWhole ? twenty : fc.sample(fc.constantFrom(...twenty), 4)

type Way = fc.Arbitrary<GeneratedInput<Op>>

const known = new Map<Way, Map<number, GeneratedInput<Op>>>()
/** What this way draws under a seed. */
const drawnBy = (way: Way, seed: number): GeneratedInput<Op> => {
  const drawn = known.get(way) ?? new Map<number, GeneratedInput<Op>>()
  known.set(way, drawn)
  const one = drawn.get(seed) ?? (fc.sample(way, { seed, numRuns: 1 })[0] as GeneratedInput<Op>)
  drawn.set(seed, one)
  return one
}

/** The ways of a generator that draw for this rule. A rule is the same whatever is drawn. */
const waysFor = (name: string, rule: RegExp): ReadonlyArray<Way> => {
  const generator = all.find((each) => each.name === name)
  assert.ok(generator !== undefined, name)
  return generator.arbitraries.filter((way) => rule.test(drawnBy(way as Way, 0).rule)) as unknown as ReadonlyArray<Way>
}

/** The edits that come under each seed: those of the ways that make the same one under all of them. */
const editsOf = (ways: ReadonlyArray<Way>, editIn: (input: unknown) => string): Set<string> =>
  new Set(
    ways.flatMap((way) => {
      const edit = editIn(drawnBy(way, 0).input)
      return seeds.every((seed) => editIn(drawnBy(way, seed).input) === edit) ? [edit] : []
    }),
  )

const holds = (edits: Set<string>, expected: ReadonlyArray<string>): void =>
  assert.equal(
    expected.filter((edit) => !edits.has(edit)),
    [],
  )

const memberOf =
  (name: string) =>
  (input: unknown): string =>
    String((input as Readonly<Record<string, unknown>>)[name])

/** A text with this between each two of its pieces, and at its end. */
const behindEach = (pieces: ReadonlyArray<string>, added: string): ReadonlyArray<string> =>
  pieces.map((_, at) => pieces.slice(0, at + 1).join('') + added + pieces.slice(at + 1).join(''))

whole('of a base URL: a character behind each inner part, a lenient number for each number', () => {
  const edits = editsOf(waysFor('request', /^each part of a base URL is read to its end/), memberOf('baseUrl'))
  const hosts = ['\n', '\r', ' ', '\t', '\0', '\u0085'].flatMap((added) => [
    ...behindEach(['https', '://jobs', '.example'], added),
    ...behindEach(['https://1', '.2', '.3', '.4'], added),
  ])
  const blanks = [' ', '\n'].flatMap((added) => [`https://jobs.${added}example`, `https://1.${added}2.3.4`])
  const numbers = ['+1', '-1', '01', '000001', '0x1', '1_0', ' 1', '1 ', '1e0', '1.0', '1a', '\uff11', '\u0661']
  const octets = numbers.flatMap((number) => [`https://${number}.2.3.4`, `https://[${number}:2:3:4:5:6:7:8]`])
  holds(edits, [...hosts, ...blanks, ...octets])
})

whole('of an absolute URL: a character behind each inner part', () => {
  const edits = editsOf(waysFor('string', /^of an absolute URL, scheme and authority/), memberOf('url'))
  const ends = ['\n', ' ', '\0'].flatMap((added) => behindEach(['https', '://[::1', ']', ':80', '?a'], added))
  holds(edits, ends)
})

/** The lines around the Base64 of a key. */
const boundariesIn = (input: unknown): string => {
  const { pem } = input as { readonly pem: string }
  return pem.replace(/\n[A-Za-z0-9+/=\n]*\n(?=\S)/, ' … ').trim()
}

whole('of the lines around a key: one edit at each place of BEGIN and of END, other hyphens in both', () => {
  const rule = /^the lines around a key are BEGIN and END/
  const edits = editsOf(waysFor('key-pem', rule), boundariesIn)
  for (const label of ['PUBLIC KEY', 'PRIVATE KEY']) {
    const begin = `-----BEGIN ${label}-----`
    const end = `-----END ${label}-----`
    const shorter = (line: string) => Array.from(line, (_, at) => line.slice(0, at) + line.slice(at + 1))
    holds(edits, [
      ...shorter(begin).map((line) => `${line} … ${end}`),
      ...shorter(end).map((line) => `${begin} … ${line}`),
      ...[0, 1, 2, 3, 4, 6, 10].map((count) => {
        const hyphens = '-'.repeat(count)
        return `${hyphens}BEGIN ${label}${hyphens} … ${hyphens}END ${label}${hyphens}`
      }),
      ...[`${label}S`, `${label} XY`, label.slice(1)].map(
        (other) => `-----BEGIN ${other}----- … -----END ${other}-----`,
      ),
    ])
  }
})

const oid = '2a 86 48 86 f7 0d 01 01 01'
/** What stands before the numbers of a key, with `??` for the bytes of its lengths. */
const fixedBytes = {
  'PUBLIC KEY': `30 82 ?? ?? 30 0d 06 09 ${oid} 05 00 03 82 ?? ?? 00 30 82 ?? ?? 02 82 ?? ??`,
  'PRIVATE KEY': `30 82 ?? ?? 02 01 00 30 0d 06 09 ${oid} 05 00 04 82 ?? ?? 30 82 ?? ?? 02 01 00 02 82 ?? ??`,
}

whole('of the bytes before the numbers of a key: each bit of each byte, the next number and the one before', () => {
  const ways = waysFor('key-der', /^each byte of a key before its numbers/)
  for (const [label, bytes] of Object.entries(fixedBytes)) {
    const fixed = bytes.split(' ')
    const changedIn = (input: unknown): string => {
      const { pem } = input as { readonly pem: string }
      if (!pem.startsWith(`-----BEGIN ${label}-`)) return 'another form'
      const der = Buffer.from(pem.replace(/-----.*-----/g, ''), 'base64')
      const at = fixed.findIndex((byte, i) => byte !== '??' && Number.parseInt(byte, 16) !== der[i])
      return `${at} is ${der[at]}`
    }
    const expected = fixed.flatMap((byte, at) => {
      const value = Number.parseInt(byte, 16)
      const others = [...Array.from({ length: 8 }, (_, bit) => value ^ (1 << bit)), value + 1, value - 1]
      return byte === '??' ? [] : others.map((other) => `${at} is ${other & 0xff}`)
    })
    holds(editsOf(ways, changedIn), expected)
  }
})

/** The value of the first member of this name, at any depth. */
const memberIn = (json: unknown, name: string): unknown => {
  if (typeof json !== 'object' || json === null) return undefined
  if (Object.hasOwn(json, name)) return (json as Readonly<Record<string, unknown>>)[name]
  return Object.values(json)
    .map((each) => memberIn(each, name))
    .find((found) => found !== undefined)
}

const bodyOf = (input: unknown): unknown => {
  const { body, job } = input as { readonly body?: { readonly hex: string }; readonly job?: unknown }
  return body === undefined ? job : JSON.parse(Buffer.from(body.hex, 'hex').toString())
}

for (const name of ['job', 'encode-job'])
  whole(`of each field of a job: a value of each other type, empty and plain (${name})`, () => {
    const ways = waysFor(name, /^(?:request_id|an integer field|cfg_scale|sd_model|prompts) is /)
    for (const [field, own] of Object.entries({
      request_id: 'string',
      seed: 'number',
      width: 'number',
      clip_skip: 'number',
      cfg_scale: 'number',
      sd_model: 'string',
      prompts: 'object',
    })) {
      const others = [{}, [0], '', 'a', 0, false, true, null].filter((value) => typeof value !== own || value === null)
      holds(
        editsOf(ways, (input) => JSON.stringify(memberIn(bodyOf(input), field)) ?? 'absent'),
        others.map((value) => JSON.stringify(value)),
      )
    }
  })
