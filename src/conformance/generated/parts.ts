/** The parts of a request, each on both sides of its rule. */
import * as fc from 'fast-check'
import {
  alphanumerics,
  digits,
  foldable,
  letters,
  odd,
  ofAppIds,
  ofAuthTypes,
  ofNonces,
  ofTargets,
  visible,
} from './characters.ts'
import {
  allOf,
  type Generator,
  generator,
  inside,
  mapped,
  outside,
  type Sample,
  sides,
  textOf,
  withOne,
} from './Generator.ts'

export type Samples<A = string> = fc.Arbitrary<Sample<A>>

const isBeside = (one: string, all: string): boolean =>
  [-1, 1].some((step) => all.includes(String.fromCharCode(one.charCodeAt(0) + step)))

/** The visible characters that are beside these in ASCII, and are none of them. */
const besides = (allowed: string): ReadonlyArray<string> =>
  [...visible].filter((one) => !allowed.includes(one) && isBeside(one, allowed))

/** Any character but these: often one that is beside them in ASCII. */
const except = (allowed: string): fc.Arbitrary<string> => {
  const others = [...visible].filter((one) => !allowed.includes(one))
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...besides(allowed)) },
    { weight: 1, arbitrary: fc.constantFrom(...foldable) },
    { weight: 3, arbitrary: fc.constantFrom(...others, ...odd) },
  )
}

/** A text of allowed characters with one that is not, for each of these. */
export const withEach = (rule: string, text: fc.Arbitrary<string>, wrong: Iterable<string>): ReadonlyArray<Samples> =>
  Array.from(wrong, (one) => outside(rule, withOne(text, fc.constant(one))))

interface Words {
  readonly rule: string
  readonly characters: string
  readonly most: number
}

/** Both sides of a rule that says which characters a text has, and how many. */
const samplesOf = ({ rule, characters, most }: Words): Samples => {
  const long = (...lengths: ReadonlyArray<number>): fc.Arbitrary<string> =>
    fc.constantFrom(...lengths).chain((length) => textOf(characters, length, length))
  return sides(
    rule,
    fc.oneof(textOf(characters, 1, 12), allOf(characters, most), long(most), long(1, most - 1)),
    fc.oneof(
      { weight: 2, arbitrary: long(most + 1) },
      { weight: 1, arbitrary: long(0, most + 2, 2 * most) },
      { weight: 6, arbitrary: withOne(textOf(characters, 0, 8), except(characters)) },
    ),
  )
}

/** One character, as often as this. Nothing shrinks an edge, so it is drawn small. */
const repeatedOf = (characters: string, length: number): fc.Arbitrary<string> =>
  fc.constantFrom(...characters).map((one) => one.repeat(length))

/** What every run has of such a rule: the limits, every character, and each that is beside them. */
export const edgesOf = ({ rule, characters, most }: Words): ReadonlyArray<Samples> => [
  inside(rule, repeatedOf(characters, most)),
  inside(rule, allOf(characters, most)),
  outside(rule, repeatedOf(characters, most + 1)),
  ...withEach(rule, textOf(characters, 1, 8), [...besides(characters), ...foldable]),
]

const appIdRule = { rule: 'an app id has 1 to 128 letters, digits and . _ ~ -', characters: ofAppIds, most: 128 }
const nonceRule = { rule: 'a nonce has 1 to 128 letters, digits and hyphens', characters: ofNonces, most: 128 }

export const nonces: Samples = samplesOf(nonceRule)
export const appIds: Samples = samplesOf(appIdRule)
export const edgesOfNonces: ReadonlyArray<Samples> = edgesOf(nonceRule)
export const edgesOfAppIds: ReadonlyArray<Samples> = edgesOf(appIdRule)

const timestampRule = 'a timestamp is 0, or digits without a leading zero, at most 9007199254740991'
const largest = Number.MAX_SAFE_INTEGER
const someTime = fc.oneof(fc.integer({ min: 0, max: 4_000_000_000 }), fc.integer({ min: 0, max: largest })).map(String)

export const timestamps: Samples = sides(
  timestampRule,
  fc.oneof(
    { weight: 3, arbitrary: someTime },
    { weight: 1, arbitrary: fc.constantFrom('0', '1', `${largest - 1}`, `${largest}`) },
  ),
  fc.oneof(
    fc.constantFrom('', '9007199254740992', '9007199254740993', '10000000000000000', '18446744073709551617'),
    fc.tuple(fc.constantFrom('0', '00', '+', '-', ' ', '0x', '1e'), someTime).map(([before, time]) => before + time),
    fc
      .tuple(someTime, fc.constantFrom('.0', '.', 'e0', 'n', '_', 'L', ' ', '\n'))
      .map(([time, behind]) => time + behind),
    withOne(someTime, except(digits)),
  ),
)

export const edgesOfTimestamps: ReadonlyArray<Samples> = [
  inside(timestampRule, fc.constantFrom('0', `${largest}`)),
  inside(
    timestampRule,
    allOf('123456789').map((nine) => `${nine}0`),
  ),
  outside(timestampRule, fc.constant('9007199254740992')),
  ...withEach(timestampRule, fc.integer({ min: 1, max: 99_999 }).map(String), '/:-+.'),
]

const methodRule = "a method has 1 to 32 letters, digits and ! # $ % & ' * + - . ^ _ ` | ~"
const knownMethods = fc.constantFrom('GET', 'POST', 'put', 'Patch', 'DELETE', 'options', 'PROPFIND')

const methodWords = { rule: methodRule, characters: ofAuthTypes, most: 32 }

export const methods: Samples = fc.oneof(
  { weight: 3, arbitrary: inside(methodRule, knownMethods) },
  { weight: 4, arbitrary: samplesOf(methodWords) },
)

const targetRule = 'a target begins with / and has visible ASCII characters without #, at most 8192'
const schemeRule = 'a scheme is a letter, then letters, digits and + - .'
const authorityRule = "an authority has one or more letters, digits and . _ ~ % ! $ & ' ( ) * + , ; = : @ [ ] -"
const formRule = 'a target is in origin-form or absolute-form'
const fragmentRule = 'of a URL, # and everything after it is dropped, and the rest is a target'

const paths = fc
  .oneof({ weight: 4, arbitrary: textOf(ofTargets, 0, 20) }, { weight: 1, arbitrary: allOf(ofTargets) })
  .map((rest) => `/${rest}`)
const authorityCharacters = `${ofAppIds}%!$&'()*+,;=:@[]`
const authorities = fc.oneof(
  fc.constantFrom('jobs.example', 'user@[::1]:8443', '127.0.0.1:80'),
  textOf(authorityCharacters, 1, 12),
  allOf(authorityCharacters),
)
const schemes = fc.oneof(
  fc.constantFrom('https', 'HTTP', 'h2+x'),
  fc
    .tuple(textOf(letters, 1, 1), fc.oneof(textOf(`${alphanumerics}+-.`, 0, 5), allOf(`${alphanumerics}+-.`)))
    .map(([first, rest]) => first + rest),
)
/** What may follow an authority. */
const behind = fc.oneof(
  paths,
  fc.constantFrom('', '?', '?a=b'),
  textOf(ofTargets, 0, 8).map((query) => `?${query}`),
)
const absolute = (
  parts: Partial<Readonly<Record<'scheme' | 'authority' | 'rest', fc.Arbitrary<string>>>> = {},
): fc.Arbitrary<string> =>
  fc
    .tuple(parts.scheme ?? schemes, parts.authority ?? authorities, parts.rest ?? behind)
    .map(([scheme, authority, rest]) => `${scheme}://${authority}${rest}`)
const filled = (length: number): fc.Arbitrary<string> =>
  textOf(ofTargets, 1, 1).map((one) => `/${one.repeat(length - 1)}`)

/** The rules of targets, each on both sides. */
export const targets: ReadonlyArray<Samples> = [
  sides(
    targetRule,
    paths,
    withOne(textOf(ofTargets, 0, 8), fc.constantFrom(...odd)).map((rest) => `/${rest}`),
  ),
  sides(
    targetRule,
    fc.oneof(fc.constantFrom(8192, 8192, 8191).chain(filled), absolute({ rest: filled(8192) })),
    fc.oneof(fc.constantFrom(8193, 8193, 8200).chain(filled), absolute({ rest: filled(8193) })),
  ),
  sides(
    formRule,
    fc.oneof(
      absolute(),
      fc.tuple(paths, absolute()).map((texts) => texts.join('')),
    ),
    fc.oneof(
      fc.constantFrom('', '*', 'jobs.example:443', 'v1/jobs', '\\v1', '?a', 'https:/v1', 'mailto:a@b'),
      fc.constantFrom('a/b://jobs.example/', 'a?://jobs.example/', 'http:/v1/jobs', '://jobs.example/'),
    ),
  ),
  sides(
    schemeRule,
    absolute(),
    absolute({
      scheme: fc.oneof(
        fc.constantFrom('', '1http', '+http', '-', '.a', 'http\u017f', 'HTTP\u017f', '\u212aey'),
        withOne(textOf(letters, 1, 5), except(`${alphanumerics}+-./?#`)),
      ),
    }),
  ),
  sides(
    authorityRule,
    absolute(),
    absolute({
      authority: fc.oneof(
        fc.constant(''),
        withOne(textOf(authorityCharacters, 1, 8), except(`${authorityCharacters}/?#`)),
      ),
      rest: paths,
    }),
  ),
]

const edgesOfTargets: ReadonlyArray<Samples> = [
  inside(targetRule, filled(8192)),
  outside(targetRule, filled(8193)),
  inside(
    targetRule,
    allOf(ofTargets).map((all) => `/${all}`),
  ),
  ...withEach(targetRule, fc.constant('/v1/jobs'), [' ', '\u007f', '\u0080', '\u00ff']).map((samples) =>
    samples.map((sample) => ({ ...sample, value: `/${sample.value}` })),
  ),
  inside(schemeRule, absolute({ scheme: allOf(`${alphanumerics}+-.`).map((all) => `s${all}`) })),
  ...[...besides(`${alphanumerics}+-.`), ...foldable]
    .filter((one) => one !== '/')
    .map((one) =>
      outside(schemeRule, absolute({ scheme: textOf(letters, 0, 4).map((more) => `h${one}${more}`), rest: paths })),
    ),
  inside(authorityRule, absolute({ authority: allOf(authorityCharacters) })),
  ...[...besides(authorityCharacters), ...foldable]
    .filter((one) => !'/?#'.includes(one))
    .map((one) =>
      outside(authorityRule, absolute({ authority: withOne(textOf(letters, 1, 5), fc.constant(one)), rest: paths })),
    ),
]

/** A URL for a signer: a target, perhaps with a fragment. */
export const urls: Samples = fc.oneof(
  ...targets,
  sides(
    fragmentRule,
    fc
      .tuple(
        fc.oneof(paths, absolute()),
        fc.oneof(textOf(visible, 0, 8), withOne(textOf(visible, 0, 4), fc.constantFrom(...odd))),
      )
      .map(([url, fragment]) => `${url}#${fragment}`),
    fc
      .tuple(fc.constantFrom('', '*', 'v1', 'https://', 'https:'), paths)
      .map(([url, fragment]) => `${url}#${fragment}`),
  ),
)

const bodyRule = 'a body is bytes as they are sent, or text in UTF-8 without a lone surrogate'
type Body = { readonly hex: string } | { readonly utf16: string }

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const utf16Of = (text: string): Body => ({
  utf16: Array.from({ length: text.length }, (_, i) => text.charCodeAt(i).toString(16).padStart(4, '0')).join(''),
})
/** The neighbours of the halves of pairs, the mark that decoders put in their place, and the ends of what UTF-8 can carry. */
const besideHalves = fc.constantFrom(...'\ud7ff\ue000\ufffd\u{10000}\u{10ffff}\uffff\ufeff\u0000\u{103ff}\u{10fc00}')
/** Every character of Unicode. fast-check's unit `binary` is the same, and makes a table of a million when it is built. */
const anyCharacter = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((point) => String.fromCodePoint(point))
const wellFormed = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 12 }),
  fc.string({ unit: fc.oneof(besideHalves, anyCharacter), maxLength: 6 }),
)
/** Without its other half: at an end of the range of first or of second halves, or anywhere in it. */
const lone = fc
  .oneof(fc.constantFrom(0xd800, 0xdbff, 0xdc00, 0xdfff), fc.integer({ min: 0xd800, max: 0xdfff }))
  .map((unit) => String.fromCharCode(unit))
/** Between characters that pair with nothing. */
const withLone = fc.tuple(
  fc.string({ unit: 'grapheme-ascii', maxLength: 4 }),
  lone,
  fc.string({ unit: 'grapheme-ascii', maxLength: 4 }),
)

export const bodies: Samples<Body> = sides(
  bodyRule,
  fc.oneof(
    fc.uint8Array({ maxLength: 40 }).map((bytes): Body => ({ hex: hexOf(bytes) })),
    wellFormed.map(utf16Of),
  ),
  withLone.map((parts) => utf16Of(parts.join(''))),
)

/** Between characters that pair with nothing. */
const among = (text: fc.Arbitrary<string>): fc.Arbitrary<Body> =>
  fc.tuple(textOf(letters, 0, 3), text, textOf(letters, 0, 3)).map((all) => utf16Of(all.join('')))
const edgesOfBodies: ReadonlyArray<Samples<Body>> = [
  ...Array.from('\ud7ff\ue000\ufffd\uffff\u{10000}\u{10ffff}', (one) => inside(bodyRule, among(fc.constant(one)))),
  ...[0xd800, 0xdbff, 0xdc00, 0xdfff].map((unit) => outside(bodyRule, among(fc.constant(String.fromCharCode(unit))))),
  outside(bodyRule, among(fc.constant('\udc00\ud800'))),
  outside(bodyRule, among(fc.constant('\ud800\ud800\udc00'))),
]

const right = { method: 'POST', url: '/v1/jobs', timestamp: '1700000000', nonce: 'n-1', body: { hex: '' } as Body }
type Parts = typeof right

const validParts = fc.record({
  method: fc.oneof(fc.constant(right.method), knownMethods),
  url: fc.oneof(fc.constant(right.url), paths, absolute()),
  timestamp: fc.oneof(fc.constant(right.timestamp), someTime),
  nonce: fc.oneof(fc.constant(right.nonce), textOf(ofNonces, 1, 40)),
  body: fc.oneof(fc.constant(right.body), wellFormed.map(utf16Of)),
})

const edges: { readonly [K in keyof Parts]: ReadonlyArray<Samples<Parts[K]>> } = {
  method: edgesOf(methodWords),
  url: edgesOfTargets,
  timestamp: edgesOfTimestamps,
  nonce: edgesOfNonces,
  body: edgesOfBodies,
}
/** The edges of each of these parts, among valid others. */
export const edgesWith = (names: ReadonlyArray<keyof Parts>): ReadonlyArray<Samples<Parts>> =>
  names.flatMap((name) =>
    (edges[name] as ReadonlyArray<Samples<unknown>>).map((samples) =>
      fc
        .tuple(validParts, samples)
        .map(([parts, sample]) => ({ ...sample, value: { ...parts, [name]: sample.value } as Parts })),
    ),
  )

/** A part that its rule decides about, among valid others. */
export const partsWith = (names: ReadonlyArray<keyof Parts>): fc.Arbitrary<Sample<Parts>> => {
  const all: { readonly [K in keyof Parts]: Samples<Parts[K]> } = {
    method: methods,
    url: urls,
    timestamp: timestamps,
    nonce: nonces,
    body: bodies,
  }
  return fc
    .tuple(
      validParts,
      fc.oneof(
        ...names.map((name) => ({
          // A URL has six rules.
          weight: name === 'url' ? 6 : 1,
          arbitrary: (all[name] as Samples<unknown>).map((sample) => ({ name, sample })),
        })),
      ),
    )
    .map(([parts, { name, sample }]) => ({ ...sample, value: { ...parts, [name]: sample.value } as Parts }))
}

const allParts = ['method', 'url', 'timestamp', 'nonce', 'body'] as const

export const strings: ReadonlyArray<Generator> = [
  generator({
    name: 'string',
    op: 'stringToSign',
    weight: 380,
    drawn: partsWith(allParts).map(({ value, ...drawn }) => ({ input: value, ...drawn })),
    always: mapped(edgesWith(allParts), ({ value, ...drawn }) => ({ input: value, ...drawn })),
  }),
]
