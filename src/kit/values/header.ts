/** The Authorization header and what stands in it: valid items, written with at most one structured change. */
import { maxLength } from '../../core/Authorization.ts'
import * as AuthType from '../../core/AuthType.ts'
import * as Base64 from '../../core/Base64.ts'
import * as Token from '../../core/Token.ts'
import { misspellings } from './base64.ts'
import {
  blanks,
  foldable,
  lettered,
  ofAppIds,
  ofAuthTypes,
  ofNonces,
  ofTokens,
  withEach,
  withOne,
} from './characters.ts'
import * as Gen from './Gen.ts'
import { combineWith, constants, type LabelledGens, mapEach, mapValues, validAndInvalid } from './Labelled.ts'
import { appIds, nonces, timestamps } from './parts.ts'

const { constant, template } = Gen
// Not by destructuring, for which a bundler makes an object of the module, with io-ts, for whoever verifies.
const standard = AuthType.standard

// ---- What stands in it

export const signatureRule = 'a signature is Base64 with + and /, padding, and unused bits of zero'
const encoded = Gen.bytes({ minLength: 1, maxLength: 66, size: 'max' }).map(Base64.encode)
/** The last character has four unused bits before `==`, and two before `=`. */
const padded = (padding: string): Gen.Gen<string> => encoded.filter((all) => /=*$/.exec(all)?.[0] === padding)

/** As long as a modulus, from the shortest to the longest. */
const ofKeys = Gen.constantFrom(256, 257, 384, 512, 1024)
  .chain((length) => Gen.bytes({ minLength: length, maxLength: length }))
  .map(Base64.encode)
export const signatures: LabelledGens = validAndInvalid(
  signatureRule,
  [encoded, ...['', '=', '=='].map(padded), Gen.boundary(ofKeys)],
  {
    misspelt: misspellings.flatMap((misspelling) =>
      ['=', '=='].map((padding) => Gen.tuple(padded(padding), misspelling).map(([all, to]) => to(all))),
    ),
    'a blank or a line end': ['\n', ' '].flatMap((blank) => [
      template`${encoded}${blank}`,
      template`${blank}${encoded}`,
    ]),
  },
)

export const authTypeRule =
  "an auth type has 1 to 64 letters, digits and ! # $ % & ' * + - . ^ _ ` | ~, and is not Bearer"
/** Configured, where headers are written or read. */
export const authTypes: LabelledGens = [
  ...lettered(authTypeRule, AuthType.rule),
  ...validAndInvalid(authTypeRule, constants([`${standard}`, 'Bearer2', 'Beare', 'Basic', 'X-Bearer']), {
    Bearer: constants(['Bearer', 'bearer', 'BEARER', 'bEARER']),
    'what ends the word': withEach(Gen.stringOf(ofAuthTypes, 1, 6), [...blanks, '"', ',', '/', '=', '@', '\u00e9']),
  }),
]

export const tokenRule = 'a token has letters, digits and - . _ ~ + /, at least one, then any number of ='
const someTokens = template`${Gen.stringOf(ofTokens, 1, 24)}${Gen.stringOf('=', 0, 3)}`
/** One character, and padding up to this length. */
const mostlyPadding = (lengths: Gen.Gen<number>): Gen.Gen<string> =>
  Gen.boundary(Gen.tuple(Gen.constantFrom(...ofTokens), lengths).map(([one, length]) => one.padEnd(length, '=')))
export const tokens: LabelledGens = [
  ...lettered(tokenRule, Token.rule, '&;"%'),
  ...validAndInvalid(tokenRule, [someTokens, mostlyPadding(Gen.boundaryInteger(1, Token.maxLength))], {
    'too much padding': mostlyPadding(constant(Token.maxLength + 1)),
    'padding alone': Gen.stringOf('=', 1, 3),
    'more behind the padding': template`${someTokens}=${Gen.stringOf(ofTokens, 1, 3)}`,
    'a character of its surroundings': withEach(Gen.stringOf(ofTokens, 1, 8), '!"#%,:;@\\|\u00e9\u0131'),
  }),
]

// ---- Items

export const names = ['app_id', 'nonce_str', 'timestamp', 'signature'] as const
export type ItemName = (typeof names)[number]
export type Values = Readonly<Record<ItemName, string>>
export type Item = readonly [key: string, value: string]

/** Four values, each as its rule says. */
export const values: Gen.Gen<Values> = Gen.record({
  // Some are the name of an item, which a search of the whole line finds.
  app_id: Gen.weighted([9, Gen.stringOf(ofAppIds, 1, 10)], [1, Gen.constantFrom(...names)]),
  nonce_str: Gen.weighted([9, Gen.stringOf(ofNonces, 1, 12)], [1, Gen.constantFrom('timestamp', 'signature')]),
  timestamp: Gen.logUniform(Number.MAX_SAFE_INTEGER).map(String),
  signature: encoded,
})

export const orders: Gen.Gen<ReadonlyArray<ItemName>> = Gen.shuffledSubarray(names, names.length)
export const itemsIn = (order: ReadonlyArray<ItemName>, all: Values): ReadonlyArray<Item> =>
  order.map((name): Item => [name, all[name]])
export const items: Gen.Gen<ReadonlyArray<Item>> = Gen.tuple(orders, values).map(([order, all]) => itemsIn(order, all))

const listOf = (all: ReadonlyArray<Item>): string => all.map(([key, value]) => `${key}=${value}`).join(',')

/** The lines that a client writes of its auth type and its items. */
export type Written = (authType: string, items: ReadonlyArray<Item>) => ReadonlyArray<string>

/** Items between an auth type and its gap. */
const line =
  (of: (items: ReadonlyArray<Item>) => string, gap = ' '): Written =>
  (authType, all) => [authType + gap + of(all)]
/** A line of the list, changed. */
const list = (change: (list: string, items: ReadonlyArray<Item>) => string): Written =>
  line((all) => change(listOf(all), all))
/** As the rules say. */
export const rightly: Written = line(listOf)
/** Each of its lines becomes others. */
const rewritten =
  (written: Written, to: (line: string) => ReadonlyArray<string>): Written =>
  (authType, all) =>
    written(authType, all).flatMap(to)

const keysRule = 'the keys are app_id, nonce_str, timestamp and signature, each once, in any order'
export const emptyRule = 'no value is empty'
export const lengthRule: string = `a header has at most ${maxLength} characters`
export const linesRule = 'there is exactly one header'

const right = constant(rightly)
const aPlace = Gen.nat(3)

/** One item becomes others, or none. */
const replacing = (by: (key: string, value: string) => ReadonlyArray<Item>): Gen.Gen<Written> =>
  aPlace.map((at) => line((all) => listOf(all.flatMap((item, i) => (i === at ? by(...item) : [item])))))
/** One item has another key. */
const rekeyed = (to: (key: string) => string): Gen.Gen<Written> => replacing((key, value) => [[to(key), value]])
/** A letter that a pattern without case takes for one of the key. */
const folded = (key: string): string => key.replace(/[is]/, (one) => (one === 'i' ? '\u0131' : '\u017f'))
/** The items of these names are others. */
const changed = (which: ReadonlyArray<string>, to: (key: string, value: string) => Item): Gen.Gen<Written> =>
  constant(line((all) => listOf(all.map((item) => (which.includes(item[0]) ? to(...item) : item)))))
/** The list of the items before a place, something else, and those behind it. */
const between = (other: string): Gen.Gen<Written> =>
  Gen.integer(1, 3).map((at) => line((all) => listOf(all.slice(0, at)) + other + listOf(all.slice(at))))
/** A header of exactly so many characters: spaces behind the auth type fill it. */
const ofLength = (length: number): Gen.Gen<Written> =>
  Gen.boundary(
    constant((authType, all) => {
      const whole = listOf(all)
      return [authType + ' '.repeat(length - authType.length - whole.length) + whole]
    }),
  )

/** What a verifier may ignore under a policy, and what it may not. */
const moreItems: ReadonlyArray<Item> = [
  ...['version', 'a', 'body_hash', 'algorithm', 'app-id', 'nonce', 'sign', '__proto__', 'constructor', '!'].map(
    (key): Item => [key, '1'],
  ),
  ...['', 'a b', '\u00fc', '\u0001', '\u007f', '\t', '"', 'a=b', '\u2028'].map((value): Item => ['x', value]),
  ...['\u00fc', 'x\u0001', 'x y', '', ' x', 'x\u017f', 'appid', 'APPID'].map((key): Item => [key, '1']),
  ['appid', ''],
]

/** Another number of lines than one. */
export const severalLines: ReadonlyArray<Gen.Gen<(line: string) => ReadonlyArray<string>>> = constants<
  (line: string) => ReadonlyArray<string>
>([
  () => [],
  (one) => [one, one],
  (one) => [one, ''],
  (one) => ['', one],
  (one) => [one, 'Basic YTpi'],
  (one) => ['Bearer abc', one],
  (one) => [one, 'Bearer abc'],
  (one) => [one, one, one],
])

/** How valid items are written, on both sides of each rule about that. */
export const writings: LabelledGens<Written> = [
  ...validAndInvalid(keysRule, right, {
    'one missing': replacing(() => []),
    'one twice': [
      replacing((key, value) => [
        [key, value],
        [key, value],
      ]),
      aPlace.map((at) => line((all) => listOf([...all, all[at] as Item]))),
    ],
    // One letter more, fewer or in the other case is a neighbour of a whole header.
    'another key': [() => '', (key: string) => key.toUpperCase(), folded].map(rekeyed),
    'twice, with a value that some language takes for none': names.flatMap((name) =>
      ['0', ''].flatMap((nothing) => [
        ...constants([list((all) => `${name}=${nothing},${all}`), list((all) => `${all},${name}=${nothing}`)]),
        changed([name], () => [name, `${nothing},${name}=5`]),
      ]),
    ),
    'the alias of a policy': Gen.withLabels(
      { unless: 'appid-alias' },
      changed(['app_id'], (_, value) => ['appid', value]),
    ),
    'one more': [
      ...mapEach(constants(moreItems), (item) => list((all) => `${all},${listOf([item])}`)),
      constant(list((all) => `${listOf(moreItems.slice(0, 1))},${all}`)),
    ],
  }),
  ...validAndInvalid(emptyRule, right, { 'one empty': names.map((name) => changed([name], (key) => [key, ''])) }),
  ...validAndInvalid('white space stands between the auth type and the items, and nowhere else', right, {
    'a blank': constants([...blanks, '\n', '\r\n', '\0']).flatMap((all) => [
      Gen.tuple(all, Gen.nat()).map(([blank, place]) =>
        list((whole) => {
          const at = 1 + (place % whole.length)
          return whole.slice(0, at) + blank + whole.slice(at)
        }),
      ),
      all.map((blank) => list((whole) => whole + blank)),
    ]),
  }),
  ...validAndInvalid(
    'one or more spaces stand behind the auth type',
    Gen.integer(1, 5).map((length) => line(listOf, ' '.repeat(length))),
    {
      'another gap': mapEach(constants(['', '\t', ' \t', '\t ', ',', '\u00a0', ':', ': ', '=', ' ,', '\n']), (gap) =>
        line(listOf, gap),
      ),
    },
  ),
  ...validAndInvalid('one comma stands between two items, and nowhere else', right, {
    'no items': constants(['', '=', ',']).map((all) => all.map((other) => line(() => other))),
    'another separator': [',,', ';', '&', '', '|', ':'].map(between),
  }),
  ...validAndInvalid(lengthRule, [maxLength - 1, maxLength].map(ofLength), {
    'too long': [maxLength + 1, 9000].map(ofLength),
  }),
  ...validAndInvalid(linesRule, right, {
    'another number of lines': mapEach(severalLines, (lines) => rewritten(rightly, lines)),
  }),
]

/** Keys by which other schemes, or languages, call these items. */
const otherKeys: Readonly<Record<ItemName, string>> = {
  app_id: 'appId AppId app id client_id key_id keyId app_id[] %61pp_id',
  nonce_str: 'nonce nonceStr nonce_string noncestr nonce_str[] nonce%5Fstr',
  timestamp: 'ts time timeStamp time_stamp timestamp[] t',
  signature: 'sign sig Signature signature[] signatur%65',
}
export const otherwiseCalled: LabelledGens<Written> = validAndInvalid(keysRule, [], {
  'another key': names.flatMap((name) =>
    otherKeys[name].split(' ').map((key) => changed([name], (_, value) => [key, value])),
  ),
})

// ---- What a policy lets pass

/** Some of them are blank for a language, and none for the policy `ows`. */
const gaps = ['', ' ', '\t', '  ', ' \t', '\t \t', '\n', '\r\n ', '\v', '\f', '\u00a0', '\u3000']
const spacedOut: ReadonlyArray<Gen.Gen<Written>> = [
  ...constants(
    gaps.flatMap((before) =>
      gaps
        .filter((behind) => before + behind !== '' && (before === '' || behind === '' || before === behind))
        .map((behind) => list((all) => all.replaceAll(',', `${before},${behind}`))),
    ),
  ),
  // One blank alone is a neighbour of a whole header.
  ...[' ', '\t'].flatMap((blank) =>
    constants([
      list((all) => all.replaceAll('=', `${blank}=`)),
      list((all) => all.replaceAll(/=(?=[^,=])/g, `=${blank}`)),
      list((all) => all.replaceAll(',', `${blank},${blank},`)),
      list((all) => `${all}${blank},`),
    ]),
  ),
]
/** Each with `V` for the value. */
const quotings = [
  '"V"',
  '""',
  '"',
  '"V',
  'V"',
  '""V""',
  '"V""',
  '"V"x',
  'x"V"',
  '"_V"',
  '"V_"',
  '"V,"',
  '\\"V\\"',
  "'V'",
  '\u201cV\u201d',
].map(
  (form) =>
    (key: string, value: string): Item => [key, form.replace('_', ' ').replace('V', () => value)],
)
const quoted: ReadonlyArray<Gen.Gen<Written>> = [
  ...quotings.flatMap((to) => [changed(names, to), ...names.map((name) => changed([name], to))]),
  changed(names, (key, value) => [`"${key}"`, value]),
  constant(list((all) => `"${all}"`)),
  // Both policies at once.
  changed(names, (key, value) => [key, `"${value}"`]).map((write) =>
    rewritten(write, (one) => [one.replaceAll(',', ' ,\t')]),
  ),
]
/** A port without the policy refuses all. */
export const lenientWritings: LabelledGens<Written> = [
  ...validAndInvalid('a space or a tab round a comma needs the policy ows', right, { 'spaced out': spacedOut }),
  ...validAndInvalid('a value in double quotes needs the policy quoted-values', right, { quoted }),
]

// ---- The whole

export const typeRule = 'the auth type is compared as a whole'
const otherTypes = {
  'in another case': [
    Gen.withLabels({ unless: 'scheme-case' }, constant(standard.toLowerCase())),
    ...constants(['BEARER', 'bearer']),
  ],
  'another type': [
    ...constants(['', `${standard}2`, 'SVC-SHA256', 'X', `${standard},`, `${standard}-PSS`, 'Basic', 'Digest']),
    ...constants([standard.replace('S', '\u017f'), standard.replace('-', '_')]),
    withOne(constant(standard), Gen.constantFrom(...ofNonces, ...foldable)),
    Gen.nat(standard.length - 1).map((at) => standard.slice(0, at) + standard.slice(at + 1)),
  ],
}

/** Each of the four values, on both sides of its rule, among valid others. */
export const someValues: LabelledGens<Values> = Object.entries({
  app_id: appIds,
  nonce_str: nonces,
  timestamp: timestamps,
  signature: signatures,
}).flatMap(([name, samples]) => combineWith(values, samples, (all, value) => ({ ...all, [name]: value })))

/** Credentials whose header has this many characters: the signature, and then the app id, fill it. */
export const filling = (length: number): Gen.Gen<Values> =>
  Gen.boundary(values).map((all) => {
    const bare = rightly(standard, itemsIn(names, { ...all, app_id: '', signature: '' })).join('').length
    const remaining = length - bare
    const count = 4 + (remaining % 4)
    return { ...all, app_id: 'a'.repeat(count), signature: 'A'.repeat(remaining - count) }
  })

export const bearerRule = 'Bearer and exactly one space stand before a token, and nothing behind it'
const bearerLines: LabelledGens = validAndInvalid(bearerRule, template`Bearer ${someTokens}`, {
  'another start': constants(['Bearer\t', 'Bearer \t', 'Bearer: ', 'Bearer=', 'Bearer token=']).map(
    (before) => template`${before}${someTokens}`,
  ),
  'more behind it': constants([' a', ',a', '\r\n']).map((end) => template`Bearer ${someTokens}${end}`),
  'no token': constants(['Bearer', 'Bearer ']),
})
const ofItems = (order: ReadonlyArray<ItemName>, all: Values): ReadonlyArray<string> =>
  rightly(standard, itemsIn(order, all))

/** The lines that a verifier of the standard auth type receives. */
export const headers: LabelledGens<ReadonlyArray<string>> = [
  ...combineWith(items, writings, (all, written) => written(standard, all)),
  ...combineWith(orders, someValues, ofItems),
  ...mapValues(validAndInvalid(lengthRule, filling(maxLength), filling(maxLength + 1)), (all) => ofItems(names, all)),
  ...combineWith(items, validAndInvalid(typeRule, constant(standard), otherTypes), (all, type) => rightly(type, all)),
  ...mapValues(tokens, (token) => [`Bearer ${token}`]),
  ...mapValues(bearerLines, (one) => [one]),
]
