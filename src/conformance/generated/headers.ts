/** Authorization headers: valid items, written with at most one structured change. */
import * as fc from 'fast-check'
import { standard } from '../../core/AuthType.ts'
import { blanks, foldable, ofAppIds, ofAuthTypes, ofNonces, ofTokens } from './characters.ts'
import {
  type Drawn,
  each,
  eachOf,
  type Generator,
  generator,
  joined,
  mapped,
  type Sample,
  type Samples,
  sides,
  textOf,
  withEach,
  withOne,
} from './Generator.ts'
import { lookalikes } from './lookalikes.ts'
import { appIds, nonces, timestamps, words } from './parts.ts'

export const signatureRule = 'a signature is Base64 with + and /, padding, and unused bits of zero'
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
const encoded = fc.uint8Array({ minLength: 1, maxLength: 66, size: 'max' }).map(base64)
/** The last character has four unused bits before `==`, and two before `=`. */
const padded = (padding: string): fc.Arbitrary<string> => encoded.filter((text) => /=*$/.exec(text)?.[0] === padding)

type Misspelling = (padded: string) => string
const withUnusedBits =
  (bits: number): Misspelling =>
  (text) =>
    text.replace(/.(?==+$)/, (last) => String.fromCharCode(last.charCodeAt(0) + bits))
/** Each makes of Base64 with padding another text that some decoders take for the same. */
export const misspellings: ReadonlyArray<fc.Arbitrary<Misspelling>> = [
  ...each<Misspelling>([
    (text) => `${text}=`,
    (text) => `=${text}`,
    (text) => text.slice(0, -1),
    (text) => text.replaceAll('=', ''),
    (text) => text.replace('=', '=A'),
    (text) => (text.includes('+') ? text.replaceAll('+', '-') : `-${text.slice(1)}`),
    (text) => (text.includes('/') ? text.replaceAll('/', '_') : `_${text.slice(1)}`),
    ...[1, 2, 3].map(withUnusedBits),
  ]),
  ...each('-_!.~%:@[`{\u00e9\u0000').map((character) =>
    fc.tuple(character, fc.nat()).map(
      ([wrong, at]): Misspelling =>
        (text) => {
          const place = at % text.indexOf('=')
          return text.slice(0, place) + wrong + text.slice(place)
        },
    ),
  ),
]

const signatures = sides(
  signatureRule,
  [encoded, ...['', '=', '=='].map(padded)],
  misspellings.flatMap((misspelling) =>
    ['=', '=='].map((padding) => fc.tuple(padded(padding), misspelling).map(([text, misspell]) => misspell(text))),
  ),
)

export const names = ['app_id', 'nonce_str', 'timestamp', 'signature'] as const
export type ItemName = (typeof names)[number]
type Values = Readonly<Record<ItemName, string>>
export type Item = readonly [key: string, value: string]

/** Four values, each as its rule says. */
export const values: fc.Arbitrary<Values> = fc.record({
  app_id: textOf(ofAppIds, 1, 10),
  nonce_str: textOf(ofNonces, 1, 12),
  timestamp: fc.integer({ min: 0, max: 4_000_000_000 }).map(String),
  signature: encoded,
})

export const orders: fc.Arbitrary<ReadonlyArray<ItemName>> = fc.shuffledSubarray([...names], { minLength: 4 })
export const itemsIn = (order: ReadonlyArray<ItemName>, all: Values): ReadonlyArray<Item> =>
  order.map((name): Item => [name, all[name]])
const items = fc.tuple(orders, values).map(([order, all]) => itemsIn(order, all))

export const listOf = (all: ReadonlyArray<Item>): string => all.map(([key, value]) => `${key}=${value}`).join(',')

/** The lines that a client writes of its auth type and its items. */
export type Written = (authType: string, items: ReadonlyArray<Item>) => ReadonlyArray<string>

/** Items between an auth type and its gap. */
export const line =
  (of: (items: ReadonlyArray<Item>) => string, gap = ' '): Written =>
  (authType, all) => [authType + gap + of(all)]
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
  aPlace.map((at) => line((all) => listOf(all.flatMap((item, i) => (i === at ? by(item) : [item])))))
/** The list of the items before a place, something else, and those behind it. */
const between = (other: string): fc.Arbitrary<Written> =>
  fc.integer({ min: 1, max: 3 }).map((at) => line((all) => listOf(all.slice(0, at)) + other + listOf(all.slice(at))))
/** A header of exactly so many characters: spaces behind the auth type fill it. */
const ofLength =
  (length: number): Written =>
  (authType, all) => {
    const list = listOf(all)
    return [authType + ' '.repeat(length - authType.length - list.length) + list]
  }

/** What a verifier may ignore under a policy, and what it may not. */
const moreItems: ReadonlyArray<Item> = [
  ...['version', 'a', 'body_hash', 'algorithm', 'app-id', 'nonce', 'sign', '__proto__', 'constructor', '!'].map(
    (key): Item => [key, '1'],
  ),
  ...['', 'a b', '\u00fc', '\u0001', '\u007f', '\t', '"', 'a=b', '\u2028'].map((value): Item => ['x', value]),
  ...['\u00fc', 'x\u0001', 'x y', '', ' x', 'x\u017f'].map((key): Item => [key, '1']),
  ['appid', '1'],
  ['appid', ''],
  ['APPID', '1'],
]

/** Another number of lines than one. */
export const severalLines: ReadonlyArray<fc.Arbitrary<(line: string) => ReadonlyArray<string>>> = each<
  (line: string) => ReadonlyArray<string>
>([
  () => [],
  (one) => [one, one],
  (one) => [one, ''],
  (one) => ['', one],
  (one) => [one, 'Basic YTpi'],
  (one) => ['Bearer abc', one],
  (one) => [one, one, one],
])

/** The alias of a policy, where it stands alone. */
const aliased = line((all) => listOf(all.map(([key, value]) => [key === 'app_id' ? 'appid' : key, value])))

/** How valid items are written, on both sides of each rule about that. */
export const writings: Samples<Written> = [
  ...sides<Written>(keysRule, right, [
    ...[
      (): ReadonlyArray<Item> => [],
      (item: Item) => [item, item],
      ([key, value]: Item): ReadonlyArray<Item> => [[key.toUpperCase(), value]],
      ([key, value]: Item): ReadonlyArray<Item> => [[key.charAt(0).toUpperCase() + key.slice(1), value]],
      ([key, value]: Item): ReadonlyArray<Item> => [[key.slice(0, -1), value]],
      ([key, value]: Item): ReadonlyArray<Item> => [[`${key}s`, value]],
      ([key, value]: Item): ReadonlyArray<Item> => [[`x${key}`, value]],
      ([key, value]: Item): ReadonlyArray<Item> => [
        [key.replace(/[is]/, (one) => (one === 'i' ? '\u0131' : '\u017f')), value],
      ],
      ([, value]: Item): ReadonlyArray<Item> => [['', value]],
    ].map(replacing),
    aPlace.map((at) => line((all) => listOf([...all, all[at] as Item]))),
    // Twice, one of them with a value that some language takes for none.
    ...names.flatMap((name) =>
      ['0', ''].flatMap((nothing) => [
        fc.constant(line((all) => listOf([[name, nothing], ...all]))),
        fc.constant(line((all) => listOf([...all, [name, nothing]]))),
        fc.constant(
          line((all) =>
            listOf([...all.map(([key, value]): Item => [key, key === name ? nothing : value]), [name, '5']]),
          ),
        ),
      ]),
    ),
    // The value is everything behind the first sign, and the key what is before it.
    ...names.flatMap((name) =>
      [
        (value: string): Item => [name, `=${value}`],
        (value: string): Item => [name, `x=${value}`],
        (value: string): Item => [`=${name}`, value],
        (value: string): Item => [`x=${name}`, value],
      ].map((to) =>
        fc.constant(line((all) => listOf(all.map(([key, value]) => (key === name ? to(value) : [key, value]))))),
      ),
    ),
    aPlace.map((at) => line((all) => all.map(([key, value], i) => (i === at ? key : `${key}=${value}`)).join())),
    aPlace.map((at) => line((all) => listOf(all).replace(`${all[at]?.[0]}=`, `${all[at]?.[0]}:`))),
    fc.constant(aliased),
    ...mapped(each(moreItems), (item) => line((all) => listOf([...all, item]))),
    ...mapped(each(moreItems.slice(0, 1)), (item) => line((all) => listOf([item, ...all]))),
  ]),
  ...sides(
    emptyRule,
    right,
    names.map((name) =>
      fc.constant(line((all) => listOf(all.map(([key, value]) => [key, key === name ? '' : value])))),
    ),
  ),
  ...sides(blankRule, right, [
    ...each([...blanks, '\n', '\r\n', '\0']).flatMap((all) => [
      fc.tuple(all, fc.nat()).map(([blank, place]) =>
        line((some) => {
          const list = listOf(some)
          const at = 1 + (place % list.length)
          return list.slice(0, at) + blank + list.slice(at)
        }),
      ),
      all.map((blank) => line((some) => listOf(some) + blank)),
      all.map(
        (blank): Written =>
          (authType, some) => [blank + rightly(authType, some)],
      ),
    ]),
    ...[', ', ' ,', ' , ', ',\t', ',\r\n '].map(between),
    ...mapped(each(['= ', ' =']), (sign) => line((all) => listOf(all).replace('=', sign))),
  ]),
  ...sides(
    gapRule,
    fc.integer({ min: 1, max: 5 }).map((count) => line(listOf, ' '.repeat(count))),
    mapped(each(['', '\t', ' \t', '\t ', ',', '\u00a0', ':', ': ', '=', ' ,', '\n']), (gap) => line(listOf, gap)),
  ),
  ...sides(commaRule, right, [
    ...each<Written>([
      line((all) => `${listOf(all)},`),
      line((all) => `,${listOf(all)}`),
      line(() => ''),
      line(() => '='),
      line(() => ','),
    ]),
    ...[',,', ';', '&', '', '|', ':'].map(between),
  ]),
  ...sides(
    quoteRule,
    right,
    [
      ([key, value]: Item): ReadonlyArray<Item> => [[key, `"${value}"`]],
      ([key, value]: Item): ReadonlyArray<Item> => [[key, `${value}"`]],
      ([key, value]: Item): ReadonlyArray<Item> => [[key, `"${value}`]],
      ([key, value]: Item): ReadonlyArray<Item> => [[key, `'${value}'`]],
    ].map(replacing),
  ),
  ...sides(lengthRule, each([8191, 8192].map(ofLength)), each([8193, 9000].map(ofLength))),
  ...sides(
    linesRule,
    right,
    mapped(
      severalLines,
      (lines): Written =>
        (authType, all) =>
          rightly(authType, all).flatMap(lines),
    ),
  ),
]

export const typeRule = 'the auth type is compared as a whole'
const otherTypes = [
  ...each(['', standard.toLowerCase(), `${standard}2`, 'SVC-SHA256', 'X', `${standard},`, `${standard}-PSS`]),
  ...each(['Basic', 'BEARER', 'bearer', 'Digest', standard.replace('S', '\u017f'), standard.replace('-', '_')]),
  withOne(fc.constant(standard), fc.constantFrom(...ofNonces, ...foldable)),
  fc.nat(standard.length - 1).map((at) => standard.slice(0, at) + standard.slice(at + 1)),
]

/** Each of the four values, on both sides of its rule, among valid others. */
const someValues: Samples<Values> = Object.entries({
  app_id: appIds,
  nonce_str: nonces,
  timestamp: timestamps,
  signature: signatures,
}).flatMap(([name, samples]) => joined(values, samples, (all, value) => ({ ...all, [name]: value })))

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
/** `Bearer` and a space come before it in the header. */
const mostOfToken = 8192 - 'Bearer '.length
/** Tokens on both sides of their rule. */
export const tokenSamples: Samples = [
  ...words({ rule: tokenRule, characters: ofTokens, most: mostOfToken, elsewhere: '=' }),
  ...sides(
    tokenRule,
    [tokens, fc.constantFrom(...ofTokens).map((one) => one.padEnd(mostOfToken, '='))],
    [
      fc.constantFrom(...ofTokens).map((one) => one.padEnd(mostOfToken + 1, '=')),
      textOf('=', 1, 3),
      fc.tuple(tokens, textOf(ofTokens, 1, 3)).map(([token, more]) => `${token}=${more}`),
      ...withEach(textOf(ofTokens, 1, 8), '!"#%,:;@\\|\u00e9\u0131'),
    ],
  ),
]
const bearing = (token: string): string => `Bearer ${token}`

type Lines = ReadonlyArray<string>
const headerSamples: Samples<Lines> = [
  ...joined(items, writings, (all, written) => written(standard, all)),
  ...joined(orders, someValues, (order, all) => rightly(standard, itemsIn(order, all))),
  ...sides<Lines>(
    lengthRule,
    filling(8192).map((all) => rightly(standard, itemsIn(names, all))),
    filling(8193).map((all) => rightly(standard, itemsIn(names, all))),
  ),
  ...sides<Lines>(
    typeRule,
    items.map((all) => rightly(standard, all)),
    otherTypes.map((types) => fc.tuple(types, items).map(([type, all]) => rightly(type, all))),
  ),
  ...mapped(tokenSamples, ({ value, ...sample }) => ({ ...sample, value: [bearing(value)] })),
  ...sides<Lines>(
    bearerRule,
    tokens.map((token) => [bearing(token)]),
    [
      ...each(['Bearer  ', 'Bearer', 'Bearer\t', ' Bearer ', 'Bearer \t', 'Bearer: ', 'Bearer=', 'Bearer token=']).map(
        (before) => fc.tuple(before, tokens).map((texts) => [texts.join('')]),
      ),
      ...each([' ', '\t', ',', ' a', ',a', '\n', '\r\n', '\0']).map((end) =>
        fc.tuple(tokens, end).map(([token, more]) => [bearing(token) + more]),
      ),
      ...mapped(each(['Bearer', 'Bearer ']), (one) => [one]),
    ],
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
/** Configured, where headers are written or read. */
export const authTypes: Samples = [
  ...words({ rule: authTypeRule, characters: ofAuthTypes, most: 64 }),
  ...sides(authTypeRule, each([standard, 'Bearer2', 'Beare', 'Basic', 'X-Bearer']), [
    ...each(['Bearer', 'bearer', 'BEARER', 'bEARER']),
    ...withEach(textOf(ofAuthTypes, 1, 6), [...blanks, '"', ',', '/', '=', '@', '\u00e9']),
  ]),
]

/** Types, and what is one of them to a program that looks at neither case nor alphabet. */
const foldedTypes = foldable.flatMap((one, i) =>
  [...(['Ss', 'Kk', 'Ii', 'Ii'][i] ?? '')].map((letter) => [`a${letter}-1`, `a${one}-1`] as const),
)

const credentialSamples: Samples<SignedCredentials> = [
  ...mapped(someValues, ({ value, ...sample }) => ({ ...sample, value: credentialsOf(value) })),
  ...joined(values, authTypes, (all, authType) => ({ ...credentialsOf(all), authType })),
  ...sides(
    emptyRule,
    values.map(credentialsOf),
    values.map((all) => credentialsOf({ ...all, signature: '' })),
  ),
  ...sides(lengthRule, filling(8192).map(credentialsOf), filling(8193).map(credentialsOf)),
]

const asInput = <I>({ value, ...sample }: Sample<I>) => ({ input: value, ...sample })

export const headers: ReadonlyArray<Generator> = [
  generator({
    name: 'header',
    op: 'parseAuthorization',
    ...eachOf<'parseAuthorization'>(
      mapped(headerSamples, ({ value, ...sample }) => ({
        input: { authType: standard, authorization: value },
        ...sample,
      })),
    ),
  }),
  generator({
    name: 'configured-reader',
    op: 'parseAuthorization',
    ...eachOf<'parseAuthorization'>(
      mapped(
        [
          ...joined(items, authTypes, (all, authType) => ({ authType, authorization: rightly(authType, all) })),
          ...sides(
            typeRule,
            fc.tuple(items, fc.constantFrom('10', '0', 'RSA')).map(([all, authType]) => ({
              authType,
              authorization: rightly(authType, all),
            })),
            [...lookalikes.filter(([one]) => one.length <= 64), ...foldedTypes].map(([authType, other]) =>
              items.map((all) => ({ authType, authorization: rightly(other, all) })),
            ),
          ),
        ],
        asInput,
      ),
    ),
  }),
  generator({
    name: 'written-header',
    op: 'formatAuthorization',
    ...eachOf<'formatAuthorization'>(mapped(credentialSamples, asInput)),
  }),
  generator({
    name: 'written-token',
    op: 'formatAuthorization',
    ...eachOf<'formatAuthorization'>(
      mapped(tokenSamples, ({ value, ...sample }) => ({ input: { token: value }, ...sample })),
    ),
  }),
]
