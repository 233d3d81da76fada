/** Jobs of 1 MiB that take a strict reader long beside `JSON.parse`: those that were found to be the worst, and any others. */
import fc from 'fast-check'

const size = 2 ** 20

/** The items in turn, with these texts around and between them, until the text is full. */
const filled = (items: ReadonlyArray<string>, [open, between, close]: readonly [string, string, string]): string => {
  const round = items.join(between)
  const rounds = Math.floor((size - 128) / Buffer.byteLength(round + between))
  return open + Array.from({ length: Math.max(1, rounds) }, () => round).join(between) + close
}

const array = (...items: ReadonlyArray<string>): string => filled(items, ['[', ',', ']'])
const string = (...units: ReadonlyArray<string>): string => filled(units, ['"', '', '"'])

/** Nearly the 10,000 members that a job may have, in so many objects. */
const members = (objects: number, name: (i: number) => string, value: string): string => {
  const each = Math.floor(9990 / objects)
  const one = Array.from({ length: each }, (_, i) => `"${name(i)}":${value}`).join(',')
  return `[${Array.from({ length: objects }, () => `{${one}}`).join(',')}]`
}

const job = (member: string): string => `{"request_id":"4","stages":[],"x":${member}}`

export const worst: Readonly<Record<string, string>> = {
  'words of JSON': job(array('true')),
  digits: job(array('0')),
  'stages that are none': `{"request_id":"4","stages":${array('0')}}`,
  'negative integers': job(array('-1')),
  'long integers': job(array('12345')),
  fractions: job(array('1234567.25')),
  'integers with an exponent': job(array('1e0')),
  'numbers that are rounded to 0': job(array('1e-400')),
  'a long fraction of zeros': `1.${'0'.repeat(size)}`,
  'a long number with zeros behind it': job(`1.5${'0'.repeat(size)}e1`),
  'digits among spaces': array('         0          '),
  'digits among a space each': array(' 0 '),
  'digits among more spaces than a loop takes': array(`${' '.repeat(65)}0${' '.repeat(65)}`),
  'arrays of one': job(array('[0]')),
  'deep arrays': job(array(`${'['.repeat(120)}${']'.repeat(120)}`)),
  strings: job(array('""')),
  'strings of one escape': array('"\\u0041"'),
  'strings of one pair': array('"\\ud83d\\ude00"'),
  'one string of escapes': string('\\u0041'),
  'one string of pairs': string('\\ud83d\\ude00'),
  'one string of short escapes': string('\\n', 'x'),
  'one string beyond ASCII': job(string('é')),
  space: job('0').padEnd(size),
  'names that are numbers, descending': job(members(1, (i) => String(400_000 - i), '1e0')).padEnd(size),
  'names that are numbers, far apart': job(members(10, (i) => String(1000 * i), '0')).padEnd(size),
  'members named __proto__': job(members(9990, () => '__proto__', '-0')).padEnd(size),
  'one member too many': array('{"400000":0}'),
}

const units = ['a', 'é', '中', '😀', '\\n', '\\"', '\\\\', '\\u0041', '\\u00e9', '\\u4E2D', '\\ud83d\\ude00']
const unitsOf = (maxLength: number): fc.Arbitrary<string> =>
  fc
    .array(fc.tuple(fc.constantFrom(...units), fc.integer({ min: 1, max: 40 })), { maxLength })
    .map((runs) => runs.map(([unit, times]) => unit.repeat(times)).join(''))
const digits = fc.integer({ min: 1, max: 20 }).chain((length) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`)))
const number = fc
  .tuple(fc.constantFrom('', '-'), fc.nat(), fc.option(digits), fc.option(fc.integer({ min: -400, max: 0 })))
  .map(
    ([sign, whole, part, power]) =>
      `${sign}${whole}${part === null ? '' : `.${part}`}${power === null ? '' : `e${power}`}`,
  )
const scalar = fc.oneof(
  fc.constantFrom('0', '-0', '1', 'true', 'null', '""', '[]', '{}'),
  number,
  unitsOf(3).map((text) => `"${text}"`),
)
const blanks = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  fc
    .tuple(fc.constantFrom(' ', '\n', '\r\n\t'), fc.integer({ min: 1, max: 200 }))
    .map(([one, times]) => one.repeat(times)),
)
const item = fc
  .tuple(blanks, scalar, fc.nat({ max: 4 }), blanks)
  .map(([before, value, depth, behind]) => before + '['.repeat(depth) + value + ']'.repeat(depth) + behind)
const items = fc.array(item, { minLength: 1, maxLength: 4 })
const names = fc.constantFrom<(i: number) => string>(
  (i) => `k${i}`,
  (i) => String(i),
  (i) => String(1e6 - 7 * i),
  (i) => `${'\\u0041'.repeat(8)}${i}`,
  (i) => `中${i}`,
  (i) => (i === 0 ? '__proto__' : `n${i}`),
)

/** A text of 1 MiB, whole or with a fault at its end. */
export const shape: fc.Arbitrary<Uint8Array> = fc
  .tuple(
    fc.oneof(
      items.map((all) => array(...all)),
      fc
        .array(unitsOf(2), { minLength: 1, maxLength: 4 })
        .map((all) => string(...all.filter((one) => one !== ''), 'a')),
      fc.tuple(names, scalar, fc.constantFrom(1, 10, 100, 9990), items).map(([name, value, objects, all]) => {
        const some = members(objects, name, value)
        return `[${some},${array(...all).slice(0, Math.max(0, size - some.length))}`.replace(/,[^,]*$/, ']]')
      }),
    ),
    fc.boolean(),
    fc.constantFrom('', '', '', ',', '\u0000', '\xff'),
  )
  .map(([value, isRoot, fault]) => {
    const text = isRoot ? value : job(value)
    return Buffer.concat([Buffer.from(text), Buffer.from(fault, 'latin1')])
  })
