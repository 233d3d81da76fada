/** Authorization headers: valid items, written with at most one structured change. */
import * as fc from 'fast-check'
import { standard } from '../../core/AuthType.ts'
import { blanks, foldable, ofAppIds, ofAuthTypes, ofNonces, ofTokens } from './characters.ts'
import {
  allOf,
  type Drawn,
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
import {
  appIds,
  edgesOf,
  edgesOfAppIds,
  edgesOfNonces,
  edgesOfTimestamps,
  nonces,
  type Samples,
  timestamps,
} from './parts.ts'

export const signatureRule = 'a signature is Base64 with + and /, padding, and unused bits of zero'
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
const encoded = fc.uint8Array({ minLength: 1, maxLength: 66, size: 'max' }).map(base64)
const padded = encoded.filter((text) => text.endsWith('='))

type Misspelling = (padded: string) => string
/** What makes of Base64 with padding another text that some decoders take for the same. */
export const misspellings: fc.Arbitrary<Misspelling> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom<Misspelling>(
      (text) => `${text}=`,
      (text) => `=${text}`,
      (text) => text.slice(0, -1),
      (text) => text.replaceAll('=', ''),
      (text) => (text.includes('+') ? text.replaceAll('+', '-') : `-${text.slice(1)}`),
      (text) => (text.includes('/') ? text.replaceAll('/', '_') : `_${text.slice(1)}`),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.nat(), fc.constantFrom(...'-_!.~%:\u00e9')).map(
      ([at, wrong]): Misspelling =>
        (text) => {
          const place = at % text.indexOf('=')
          return text.slice(0, place) + wrong + text.slice(place)
        },
    ),
  },
  {
    weight: 1,
    // The last character has four unused bits before `==`, and two before `=`.
    arbitrary: fc.constantFrom(1, 2, 3).map(
      (bits): Misspelling =>
        (text) =>
          text.replace(/.(?==+$)/, (last) => String.fromCharCode(last.charCodeAt(0) + bits)),
    ),
  },
)

const signatures = sides(
  signatureRule,
  encoded,
  fc.tuple(padded, misspellings).map(([text, misspell]) => misspell(text)),
)

const names = ['app_id', 'nonce_str', 'timestamp', 'signature'] as const
export type ItemName = (typeof names)[number]
type Values = Readonly<Record<ItemName, string>>
type Item = readonly [key: string, value: string]

const values: fc.Arbitrary<Values> = fc.record({
  app_id: textOf(ofAppIds, 1, 10),
  nonce_str: textOf(ofNonces, 1, 12),
  timestamp: fc.integer({ min: 0, max: 4_000_000_000 }).map(String),
  signature: encoded,
})

export const orders: fc.Arbitrary<ReadonlyArray<ItemName>> = fc.shuffledSubarray([...names], { minLength: 4 })
export const itemsIn = (order: ReadonlyArray<ItemName>, all: Values): ReadonlyArray<Item> =>
  order.map((name): Item => [name, all[name]])
const itemsOf = (all: fc.Arbitrary<Values>): fc.Arbitrary<ReadonlyArray<Item>> =>
  fc.tuple(orders, all).map(([order, each]) => itemsIn(order, each))

const listOf = (items: ReadonlyArray<Item>): string => items.map(([key, value]) => `${key}=${value}`).join(',')

/** The lines that a client writes of its auth type and its items. */
export type Written = (authType: string, items: ReadonlyArray<Item>) => ReadonlyArray<string>

/** Items between an auth type and its gap. */
const line =
  (of: (items: ReadonlyArray<Item>) => string, gap = ' '): Written =>
  (authType, items) => [authType + gap + of(items)]
/** As the rules say. */
export const rightly: Written = line(listOf)

const keysRule = 'the keys are app_id, nonce_str, timestamp and signature, each once, in any order'
const emptyRule = 'no value is empty'
const blankRule = 'white space stands between the auth type and the items, and nowhere else'
const gapRule = 'one or more spaces stand behind the auth type'
const commaRule = 'one comma stands between two items, and nowhere else'
const quoteRule = 'no value has a double quote'
const lengthRule = 'a header has at most 8192 characters'
export const linesRule = 'there is exactly one header'

const right = fc.constant(rightly)
const aPlace = fc.nat(3)

/** One item becomes others, or none. */
const replacing = (by: (item: Item) => ReadonlyArray<Item>): fc.Arbitrary<Written> =>
  aPlace.map((at) => line((items) => listOf(items.flatMap((item, i) => (i === at ? by(item) : [item])))))
/** The list of the items before a place, something else, and those behind it. */
const between = (joined: (before: string, after: string) => string): fc.Arbitrary<Written> =>
  fc
    .integer({ min: 1, max: 3 })
    .map((at) => line((items) => joined(listOf(items.slice(0, at)), listOf(items.slice(at)))))
/** A header of exactly so many characters: spaces behind the auth type fill it. */
const ofLength =
  (length: number): Written =>
  (authType, items) => {
    const list = listOf(items)
    return [authType + ' '.repeat(length - authType.length - list.length) + list]
  }
/** Another number of lines than one. */
export const severalLines: fc.Arbitrary<(line: string) => ReadonlyArray<string>> = fc.constantFrom<
  (line: string) => ReadonlyArray<string>
>(
  () => [],
  (one) => [one, one],
  (one) => [one, ''],
  (one) => ['', one],
  (one) => [one, 'Basic YTpi'],
  (one) => ['Bearer abc', one],
  (one) => [one, one, one],
)

/** How valid items are written, on both sides of each rule about that. */
export const writings: ReadonlyArray<fc.Arbitrary<Sample<Written>>> = [
  sides(
    keysRule,
    right,
    fc.oneof(
      replacing(() => []),
      replacing((item) => [item, item]),
      aPlace.map((at) => line((items) => listOf([...items, items[at] as Item]))),
      replacing(([key, value]) => [[key.toUpperCase(), value]]),
      replacing(([key, value]) => [[key.slice(0, -1), value]]),
      replacing(([key, value]) => [[`${key}s`, value]]),
      replacing(([, value]) => [['', value]]),
      aPlace.map((at) => line((items) => items.map(([key, value], i) => (i === at ? key : `${key}=${value}`)).join())),
      aPlace.map((at) => line((items) => listOf(items).replace(`${items[at]?.[0]}=`, `${items[at]?.[0]}:`))),
      fc
        .constantFrom('version', 'a', 'body_hash', 'algorithm', 'app-id', 'nonce', 'sign')
        .map((key) => line((items) => listOf([...items, [key, '1']]))),
    ),
  ),
  sides(
    emptyRule,
    right,
    replacing(([key]) => [[key, '']]),
  ),
  sides(
    blankRule,
    right,
    fc.oneof(
      fc.tuple(fc.constantFrom(...blanks), fc.nat()).map(([blank, place]) =>
        line((items) => {
          const list = listOf(items)
          const at = 1 + (place % list.length)
          return list.slice(0, at) + blank + list.slice(at)
        }),
      ),
      fc.constantFrom(...blanks).map(
        (blank): Written =>
          (authType, items) => [blank + rightly(authType, items)],
      ),
      fc.constantFrom(', ', ' ,', ' , ', ',\t').chain((comma) => between((before, after) => before + comma + after)),
    ),
  ),
  sides(
    gapRule,
    fc.integer({ min: 1, max: 5 }).map((count) => line(listOf, ' '.repeat(count))),
    fc.constantFrom('', '\t', ' \t', '\t ', ',', '\u00a0', ':', ': ').map((gap) => line(listOf, gap)),
  ),
  sides(
    commaRule,
    right,
    fc.oneof(
      fc.constantFrom<Written>(
        line((items) => `${listOf(items)},`),
        line((items) => `,${listOf(items)}`),
      ),
      fc.constantFrom(',,', ';', '&', '').chain((other) => between((before, after) => before + other + after)),
    ),
  ),
  sides(
    quoteRule,
    right,
    fc.oneof(
      replacing(([key, value]) => [[key, `"${value}"`]]),
      replacing(([key, value]) => [[key, `${value}"`]]),
    ),
  ),
  sides(lengthRule, fc.constantFrom(8191, 8192).map(ofLength), fc.constantFrom(8193, 8194, 9000).map(ofLength)),
  sides(
    linesRule,
    right,
    severalLines.map(
      (lines): Written =>
        (authType, items) =>
          rightly(authType, items).flatMap(lines),
    ),
  ),
]

export const typeRule = 'the auth type is compared as a whole'
const otherTypes = fc.oneof(
  fc.constantFrom('', standard.toLowerCase(), `${standard}2`, 'SVC-SHA256', 'X', `${standard},`),
  fc.constantFrom('Basic', 'BEARER', 'bearer', 'Digest'),
  withOne(fc.constant(standard), fc.constantFrom(...ofNonces, ...foldable)),
  fc.constant(standard.replace('S', '\u017f')),
  fc.nat(standard.length - 1).map((at) => standard.slice(0, at) + standard.slice(at + 1)),
)

/** Each of the four values, on both sides of its rule. */
const someValues: ReadonlyArray<fc.Arbitrary<Sample<Values>>> = Object.entries({
  app_id: appIds,
  nonce_str: nonces,
  timestamp: timestamps,
  signature: signatures,
}).map(([name, samples]) =>
  fc.tuple(values, samples).map(([all, { value, ...sample }]) => ({ ...sample, value: { ...all, [name]: value } })),
)

/** The edges of the three values that have an alphabet, among valid others. */
const edgesOfValues: ReadonlyArray<fc.Arbitrary<Sample<Values>>> = Object.entries({
  app_id: edgesOfAppIds,
  nonce_str: edgesOfNonces,
  timestamp: edgesOfTimestamps,
}).flatMap(([name, all]) =>
  all.map((samples) =>
    fc.tuple(values, samples).map(([each, { value, ...sample }]) => ({ ...sample, value: { ...each, [name]: value } })),
  ),
)
/** Credentials whose header has this many characters: the signature, and then the app id, fill it. */
const filling = (length: number): fc.Arbitrary<Values> =>
  values.map((all) => {
    const bare = rightly(standard, itemsIn(names, { ...all, app_id: '', signature: '' })).join('').length
    const left = length - bare
    const count = 4 + (left % 4)
    return { ...all, app_id: 'a'.repeat(count), signature: 'A'.repeat(left - count) }
  })

export const tokenRule = 'a token has letters, digits and - . _ ~ + /, at least one, then any number of ='
export const bearerRule = 'Bearer and exactly one space stand before a token, and nothing behind it'
const tokens = fc.tuple(textOf(ofTokens, 1, 24), textOf('=', 0, 3)).map(([token, padding]) => token + padding)
const wrongTokens = fc.oneof(
  textOf('=', 0, 3),
  fc.tuple(tokens, textOf(ofTokens, 1, 3)).map(([token, more]) => `${token}=${more}`),
  withOne(
    textOf(ofTokens, 1, 8),
    fc.constantFrom('!', '"', '#', '%', ',', ':', ';', '@', '\\', '|', '\u00e9', '\u0131'),
  ),
)
/** `Bearer` and a space come before it in the header. */
const mostOfToken = 8192 - 'Bearer '.length
const edgesOfTokens: ReadonlyArray<Samples> = [
  ...edgesOf({ rule: tokenRule, characters: ofTokens, most: mostOfToken }),
  inside(tokenRule, allOf(ofTokens)),
  inside(
    tokenRule,
    textOf(ofTokens, 1, 8).map((token) => token.padEnd(mostOfToken, '=')),
  ),
  outside(
    tokenRule,
    textOf(ofTokens, 1, 8).map((token) => token.padEnd(mostOfToken + 1, '=')),
  ),
]
const bearing = (token: string): string => `Bearer ${token}`

const asLines = ({ value, ...sample }: Sample<string>): Sample<ReadonlyArray<string>> => ({ ...sample, value: [value] })
const asHeader = ({ value, ...sample }: Sample<ReadonlyArray<string>>): Drawn<'parseAuthorization'> => ({
  input: { authType: standard, authorization: value },
  ...sample,
})
const writtenAs = (written: Written, items: ReadonlyArray<Item>): ReadonlyArray<string> => written(standard, items)

const headerSamples: fc.Arbitrary<Sample<ReadonlyArray<string>>> = fc.oneof(
  ...writings.map((samples) =>
    fc
      .tuple(itemsOf(values), samples)
      .map(([items, { value, ...sample }]) => ({ ...sample, value: writtenAs(value, items) })),
  ),
  ...someValues.map((samples) =>
    samples
      // A comma, a quote or a blank would be no fault of the value alone.
      .filter(({ value }) => Object.values(value).every((text) => !/[,"\s]|^$/.test(text)))
      .chain(({ value, ...sample }) =>
        itemsOf(fc.constant(value)).map((items) => ({ ...sample, value: writtenAs(rightly, items) })),
      ),
  ),
  fc.oneof(
    inside(
      typeRule,
      itemsOf(values).map((items) => writtenAs(rightly, items)),
    ),
    outside(
      typeRule,
      fc.tuple(otherTypes, itemsOf(values)).map(([type, items]) => rightly(type, items)),
    ),
  ),
  sides(tokenRule, tokens.map(bearing), wrongTokens.map(bearing)).map(asLines),
  sides(
    bearerRule,
    tokens.map(bearing),
    fc.oneof(
      fc
        .tuple(tokens, fc.constantFrom('Bearer  ', 'Bearer', 'Bearer\t', ' Bearer ', 'Bearer \t', 'Bearer: '))
        .map(([token, before]) => before + token),
      fc.tuple(tokens, fc.constantFrom(' ', '\t', ',')).map(([token, end]) => bearing(token) + end),
    ),
  ).map(asLines),
)

const headerEdges: ReadonlyArray<Samples<ReadonlyArray<string>>> = [
  ...mapped(edgesOfValues, ({ value, ...sample }) => ({ ...sample, value: writtenAs(rightly, itemsIn(names, value)) })),
  ...mapped(edgesOfTokens, ({ value, ...sample }) => ({ ...sample, value: [bearing(value)] })),
  ...[8192, 8193].flatMap((length) => {
    const of = length > 8192 ? outside : inside
    return [
      of(
        lengthRule,
        itemsOf(values).map((items) => writtenAs(ofLength(length), items)),
      ),
      of(
        lengthRule,
        itemsOf(filling(length)).map((items) => writtenAs(rightly, items)),
      ),
    ]
  }),
  ...[standard.replace('S', '\u017f'), standard.toLowerCase(), `${standard},`].map((type) =>
    outside(
      typeRule,
      itemsOf(values).map((items) => rightly(type, items)),
    ),
  ),
]

type SignedCredentials = Exclude<Drawn<'formatAuthorization'>['input'], { readonly token: string }>
const credentialsOf = ({ app_id: appId, nonce_str: nonce, timestamp, signature }: Values): SignedCredentials => ({
  authType: standard,
  appId,
  nonce,
  timestamp,
  signature,
})

const authTypeRule = "an auth type has 1 to 64 letters, digits and ! # $ % & ' * + - . ^ _ ` | ~, and is not Bearer"
const authTypeWords = { rule: authTypeRule, characters: ofAuthTypes, most: 64 }
/** Configured, where headers are written or read. */
export const authTypes: fc.Arbitrary<Sample<string>> = sides(
  authTypeRule,
  fc
    .oneof(fc.constant(standard), textOf(ofAuthTypes, 1, 12), textOf(ofAuthTypes, 64, 64))
    .filter((type) => type.toLowerCase() !== 'bearer'),
  fc.oneof(
    fc.constantFrom('', 'Bearer', 'bearer', 'BEARER'),
    textOf(ofAuthTypes, 65, 65),
    withOne(textOf(ofAuthTypes, 0, 6), fc.constantFrom(...blanks, '"', ',', '/', '=', '@', '\u00e9')),
  ),
)

const credentialSamples: fc.Arbitrary<Sample<SignedCredentials>> = fc.oneof(
  ...someValues.map((samples) => samples.map(({ value, ...sample }) => ({ ...sample, value: credentialsOf(value) }))),
  fc
    .tuple(values, authTypes)
    .map(([all, { value, ...sample }]) => ({ ...sample, value: { ...credentialsOf(all), authType: value } })),
  sides(
    emptyRule,
    values.map(credentialsOf),
    values.map((all) => credentialsOf({ ...all, signature: '' })),
  ),
)

const credentialEdges: ReadonlyArray<fc.Arbitrary<Sample<SignedCredentials>>> = [
  ...mapped(edgesOfValues, ({ value, ...sample }) => ({ ...sample, value: credentialsOf(value) })),
  ...edgesOf(authTypeWords).map((samples) =>
    fc
      .tuple(values, samples)
      .map(([all, { value, ...sample }]) => ({ ...sample, value: { ...credentialsOf(all), authType: value } })),
  ),
  inside(lengthRule, filling(8192).map(credentialsOf)),
  outside(lengthRule, filling(8193).map(credentialsOf)),
]

export const headers: ReadonlyArray<Generator> = [
  generator({
    name: 'header',
    op: 'parseAuthorization',
    weight: 300,
    drawn: headerSamples.map(asHeader),
    always: mapped(headerEdges, asHeader),
  }),
  generator({
    name: 'configured-reader',
    op: 'parseAuthorization',
    weight: 20,
    drawn: fc.tuple(itemsOf(values), authTypes).map(([items, { value, ...sample }]) => ({
      input: { authType: value, authorization: rightly(value, items) },
      ...sample,
    })),
  }),
  generator({
    name: 'written-header',
    op: 'formatAuthorization',
    weight: 150,
    drawn: credentialSamples.map(({ value, ...sample }) => ({ input: value, ...sample })),
    always: mapped(credentialEdges, ({ value, ...sample }) => ({ input: value, ...sample })),
  }),
  generator({
    name: 'written-token',
    op: 'formatAuthorization',
    weight: 50,
    drawn: sides(tokenRule, tokens, wrongTokens).map(({ value, ...sample }) => ({
      input: { token: value },
      ...sample,
    })),
    always: mapped(edgesOfTokens, ({ value, ...sample }) => ({ input: { token: value }, ...sample })),
  }),
]
