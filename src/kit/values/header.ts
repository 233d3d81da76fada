/**
 * Authorization headers on both sides of each rule of interface §5. A header is made of four values (`credentials`), an order of their
 * items (`itemOrders`), and a `HeaderWriter`, which puts the items behind the auth type:
 *
 * ```ts
 * writeCanonical('X', [['app_id', 'a'], ['timestamp', '1']]) // ['X app_id=a,timestamp=1']
 * ```
 *
 * Every other writer makes one mistake, such as two commas, and says which. So each wrong header is wrong in one way, and the way has a
 * name.
 */
import { maxLength } from '../../core/Authorization.ts'
import * as AuthType from '../../core/AuthType.ts'
import * as Base64 from '../../core/Base64.ts'
import * as Token from '../../core/Token.ts'
import { misspellings } from './base64.ts'
import {
  appIdCharacters,
  authTypeCharacters,
  blanks,
  foldable,
  nonceCharacters,
  textsOfRule,
  tokenCharacters,
  withEachInserted,
  withInserted,
} from './characters.ts'
import * as Gen from './Gen.ts'
import { combineWith, constants, type LabelledGens, mapEach, mapValues, validAndInvalid } from './Labelled.ts'
import { appIds, nonces, timestamps } from './parts.ts'

const { constant, template } = Gen
// Not destructured: a bundler would then keep the whole module, and io-ts with it, in the program of every verifier.
const standard = AuthType.standard

// ---- The values of a header

export const signatureRule = 'a signature is Base64 with + and /, padding, and unused bits of zero'
const base64Texts = Gen.bytes({ minLength: 1, maxLength: 66, size: 'max' }).map(Base64.encode)
/** Before `==` the last digit has four unused bits; before `=` it has two. */
const base64With = (padding: '' | '=' | '=='): Gen.Gen<string> =>
  base64Texts.filter((base64) => /=*$/.exec(base64)?.[0] === padding)

/** Signatures as long as a modulus: from the shortest to the longest. */
const signaturesOfKeys = Gen.constantFrom(256, 257, 384, 512, 1024)
  .chain((length) => Gen.bytes({ minLength: length, maxLength: length }))
  .map(Base64.encode)

export const signatures: LabelledGens = validAndInvalid(
  signatureRule,
  [base64Texts, base64With(''), base64With('='), base64With('=='), Gen.boundary(signaturesOfKeys)],
  {
    misspelt: misspellings.flatMap((misspelling) =>
      (['=', '=='] as const).map((padding) =>
        Gen.tuple(base64With(padding), misspelling).map(([base64, misspell]) => misspell(base64)),
      ),
    ),
    'a blank or a line end': ['\n', ' '].flatMap((blank) => [
      template`${base64Texts}${blank}`,
      template`${blank}${base64Texts}`,
    ]),
  },
)

export const authTypeRule =
  "an auth type has 1 to 64 letters, digits and ! # $ % & ' * + - . ^ _ ` | ~, and is not Bearer"
/** The auth type that an operator configures. */
export const authTypes: LabelledGens = [
  ...textsOfRule(authTypeRule, AuthType.rule),
  ...validAndInvalid(authTypeRule, constants([standard, 'Bearer2', 'Beare', 'Basic', 'X-Bearer']), {
    Bearer: constants(['Bearer', 'bearer', 'BEARER', 'bEARER']),
    'what ends the word': withEachInserted(Gen.stringOf(authTypeCharacters, 1, 6), [
      ...blanks,
      '"',
      ',',
      '/',
      '=',
      '@',
      '\u00e9',
    ]),
  }),
]

export const tokenRule = 'a token has letters, digits and - . _ ~ + /, at least one, then any number of ='
const someTokens = template`${Gen.stringOf(tokenCharacters, 1, 24)}${Gen.stringOf('=', 0, 3)}`
/** One character, and padding up to this length. */
const mostlyPadding = (lengths: Gen.Gen<number>): Gen.Gen<string> =>
  Gen.boundary(
    Gen.tuple(Gen.constantFrom(...tokenCharacters), lengths).map(([character, length]) =>
      character.padEnd(length, '='),
    ),
  )
export const tokens: LabelledGens = [
  ...textsOfRule(tokenRule, Token.rule, '&;"%'),
  ...validAndInvalid(tokenRule, [someTokens, mostlyPadding(Gen.boundaryInteger(1, Token.maxLength))], {
    'too much padding': mostlyPadding(constant(Token.maxLength + 1)),
    'padding alone': Gen.stringOf('=', 1, 3),
    'more behind the padding': template`${someTokens}=${Gen.stringOf(tokenCharacters, 1, 3)}`,
    'a character of its surroundings': withEachInserted(Gen.stringOf(tokenCharacters, 1, 8), '!"#%,:;@\\|\u00e9\u0131'),
  }),
]

// ---- Writers

export const itemKeys = ['app_id', 'nonce_str', 'timestamp', 'signature'] as const
export type ItemKey = (typeof itemKeys)[number]
/** The four values of a header. */
export type Credentials = Readonly<Record<ItemKey, string>>
export type Item = readonly [key: string, value: string]

export const credentials: Gen.Gen<Credentials> = Gen.record({
  // Some values are the key of an item: a reader that searches the whole line finds them.
  app_id: Gen.weighted([9, Gen.stringOf(appIdCharacters, 1, 10)], [1, Gen.constantFrom(...itemKeys)]),
  nonce_str: Gen.weighted([9, Gen.stringOf(nonceCharacters, 1, 12)], [1, Gen.constantFrom('timestamp', 'signature')]),
  timestamp: Gen.logUniform(Number.MAX_SAFE_INTEGER).map(String),
  signature: base64Texts,
})

export const itemOrders: Gen.Gen<ReadonlyArray<ItemKey>> = Gen.shuffledSubarray(itemKeys, itemKeys.length)
export const itemsOf = (order: ReadonlyArray<ItemKey>, credentialValues: Credentials): ReadonlyArray<Item> =>
  order.map((key): Item => [key, credentialValues[key]])
export const items: Gen.Gen<ReadonlyArray<Item>> = Gen.tuple(itemOrders, credentials).map(([order, credentialValues]) =>
  itemsOf(order, credentialValues),
)

/** Writes the Authorization lines of a request: one, unless it is wrong. */
export type HeaderWriter = (authType: string, items: ReadonlyArray<Item>) => ReadonlyArray<string>
type Items = ReadonlyArray<Item>

const writeList = (itemList: Items): string => itemList.map(([key, itemValue]) => `${key}=${itemValue}`).join(',')

/** One line: the auth type, a gap, and what `writeItems` makes of the items. */
const writeLine =
  (writeItems: (itemList: Items) => string, gap = ' '): HeaderWriter =>
  (authType, itemList) => [authType + gap + writeItems(itemList)]

/** As the rules say: `X app_id=a,timestamp=1`. */
export const writeCanonical: HeaderWriter = writeLine(writeList)
const canonical = constant(writeCanonical)

// Each of these makes a writer that changes one thing: the items, their text, or the lines.
const changingItems = (change: (itemList: Items) => Items): HeaderWriter =>
  writeLine((itemList) => writeList(change(itemList)))
const changingText = (change: (text: string) => string): HeaderWriter =>
  writeLine((itemList) => change(writeList(itemList)))
const changingLines =
  (write: HeaderWriter, change: (headerLine: string) => ReadonlyArray<string>): HeaderWriter =>
  (authType, itemList) =>
    write(authType, itemList).flatMap(change)

type ChangeItem = (key: string, itemValue: string) => Item
/** Changes the items with these keys. */
const changingKeys = (keys: ReadonlyArray<string>, change: ChangeItem): Gen.Gen<HeaderWriter> =>
  constant(changingItems((itemList) => itemList.map((item) => (keys.includes(item[0]) ? change(...item) : item))))

const anyIndex = Gen.nat(3)
/** Any one item is replaced. */
const replacingOne = (change: (key: string, itemValue: string) => Items): Gen.Gen<HeaderWriter> =>
  anyIndex.map((index) =>
    changingItems((itemList) => itemList.flatMap((item, i) => (i === index ? change(...item) : [item]))),
  )
const renamingOne = (rename: (key: string) => string): Gen.Gen<HeaderWriter> =>
  replacingOne((key, itemValue) => [[rename(key), itemValue]])
/** Another separator between two items. */
const separatedBy = (separator: string): Gen.Gen<HeaderWriter> =>
  Gen.integer(1, 3).map((index) =>
    writeLine((itemList) => writeList(itemList.slice(0, index)) + separator + writeList(itemList.slice(index))),
  )
/** Spaces after the auth type fill the header to this length. */
const filledTo = (length: number): Gen.Gen<HeaderWriter> =>
  Gen.boundary(
    constant((authType, itemList) => {
      const text = writeList(itemList)
      return [authType + ' '.repeat(length - authType.length - text.length) + text]
    }),
  )

// ---- The rules of writing

const keysRule = 'the keys are app_id, nonce_str, timestamp and signature, each once, in any order'
export const emptyRule = 'no value is empty'
export const lengthRule: string = `a header has at most ${maxLength} characters`
export const linesRule = 'there is exactly one header'

/** A pattern that ignores case takes ı for i, and ſ for s. */
const foldOneLetter = (key: string): string => key.replace(/[is]/, (letter) => (letter === 'i' ? '\u0131' : '\u017f'))

const furtherKeys = [
  'version',
  'a',
  'body_hash',
  'algorithm',
  'app-id',
  'nonce',
  'sign',
  '__proto__',
  'constructor',
  '!',
]
const oddValues = ['', 'a b', '\u00fc', '\u0001', '\u007f', '\t', '"', 'a=b', '\u2028']
const oddKeys = ['\u00fc', 'x\u0001', 'x y', '', ' x', 'x\u017f', 'appid', 'APPID']
/** A verifier ignores some of these under a policy. */
const furtherItems: Items = [
  ...furtherKeys.map((key): Item => [key, '1']),
  ...oddValues.map((itemValue): Item => ['x', itemValue]),
  ...oddKeys.map((key): Item => [key, '1']),
  ['appid', ''],
]

type ChangeLine = (headerLine: string) => ReadonlyArray<string>
/** No line, or more than one. */
export const wrongLineCounts: ReadonlyArray<Gen.Gen<ChangeLine>> = constants<ChangeLine>([
  () => [],
  (headerLine) => [headerLine, headerLine],
  (headerLine) => [headerLine, ''],
  (headerLine) => ['', headerLine],
  (headerLine) => [headerLine, 'Basic YTpi'],
  (headerLine) => ['Bearer abc', headerLine],
  (headerLine) => [headerLine, 'Bearer abc'],
  (headerLine) => [headerLine, headerLine, headerLine],
])

const insertAt = (text: string, index: number, inserted: string): string =>
  text.slice(0, index) + inserted + text.slice(index)

/** A key that comes twice: once with a value that some language takes for none. */
const emptyTwin = (key: ItemKey, nothing: '0' | ''): ReadonlyArray<Gen.Gen<HeaderWriter>> => [
  constant(changingText((text) => `${key}=${nothing},${text}`)),
  constant(changingText((text) => `${text},${key}=${nothing}`)),
  changingKeys([key], () => [key, `${nothing},${key}=5`]),
]

/** Valid items, written on both sides of each rule of writing. */
export const writers: LabelledGens<HeaderWriter> = [
  ...validAndInvalid(keysRule, canonical, {
    'one missing': replacingOne(() => []),
    'one twice': [
      replacingOne((key, itemValue) => [
        [key, itemValue],
        [key, itemValue],
      ]),
      anyIndex.map((index) => changingItems((itemList) => [...itemList, itemList[index] as Item])),
    ],
    // One letter more, fewer or in the other case is a neighbour of a whole header.
    'another key': [() => '', (key: string) => key.toUpperCase(), foldOneLetter].map(renamingOne),
    'twice, with a value that some language takes for none': itemKeys.flatMap((key) => [
      ...emptyTwin(key, '0'),
      ...emptyTwin(key, ''),
    ]),
    'the alias of a policy': Gen.withLabels(
      { unless: 'appid-alias' },
      changingKeys(['app_id'], (_, itemValue) => ['appid', itemValue]),
    ),
    'one more': [
      ...mapEach(constants(furtherItems), (item) => changingText((text) => `${text},${writeList([item])}`)),
      constant(changingText((text) => `${writeList(furtherItems.slice(0, 1))},${text}`)),
    ],
  }),
  ...validAndInvalid(emptyRule, canonical, {
    'one empty': itemKeys.map((empty) => changingKeys([empty], (key) => [key, ''])),
  }),
  ...validAndInvalid('white space stands between the auth type and the items, and nowhere else', canonical, {
    'a blank': constants([...blanks, '\n', '\r\n', '\0']).flatMap((blankGen) => [
      Gen.tuple(blankGen, Gen.nat()).map(([blank, place]) =>
        changingText((text) => insertAt(text, 1 + (place % text.length), blank)),
      ),
      blankGen.map((blank) => changingText((text) => text + blank)),
    ]),
  }),
  ...validAndInvalid(
    'one or more spaces stand behind the auth type',
    Gen.integer(1, 5).map((length) => writeLine(writeList, ' '.repeat(length))),
    {
      'another gap': mapEach(constants(['', '\t', ' \t', '\t ', ',', '\u00a0', ':', ': ', '=', ' ,', '\n']), (gap) =>
        writeLine(writeList, gap),
      ),
    },
  ),
  ...validAndInvalid('one comma stands between two items, and nowhere else', canonical, {
    'no items': mapEach(constants(['', '=', ',']), (text) => writeLine(() => text)),
    'another separator': [',,', ';', '&', '', '|', ':'].map(separatedBy),
  }),
  ...validAndInvalid(lengthRule, [maxLength - 1, maxLength].map(filledTo), {
    'too long': [maxLength + 1, 9000].map(filledTo),
  }),
  ...validAndInvalid(linesRule, canonical, {
    'another number of lines': mapEach(wrongLineCounts, (change) => changingLines(writeCanonical, change)),
  }),
]

/** Keys by which other schemes and languages call these items. */
const foreignKeys: Readonly<Record<ItemKey, ReadonlyArray<string>>> = {
  app_id: ['appId', 'AppId', 'app', 'id', 'client_id', 'key_id', 'keyId', 'app_id[]', '%61pp_id'],
  nonce_str: ['nonce', 'nonceStr', 'nonce_string', 'noncestr', 'nonce_str[]', 'nonce%5Fstr'],
  timestamp: ['ts', 'time', 'timeStamp', 'time_stamp', 'timestamp[]', 't'],
  signature: ['sign', 'sig', 'Signature', 'signature[]', 'signatur%65'],
}
export const foreignKeyWriters: LabelledGens<HeaderWriter> = validAndInvalid(keysRule, [], {
  'another key': itemKeys.flatMap((key) =>
    foreignKeys[key].map((foreign) => changingKeys([key], (_, itemValue) => [foreign, itemValue])),
  ),
})

// ---- What a policy accepts

/** The policy `ows` accepts spaces and tabs round a comma. The other blanks are blank for some languages only. */
const gaps = ['', ' ', '\t', '  ', ' \t', '\t \t', '\n', '\r\n ', '\v', '\f', '\u00a0', '\u3000']
const gapsAroundCommas: ReadonlyArray<HeaderWriter> = gaps.flatMap((gapBefore) =>
  gaps
    .filter((after) => gapBefore + after !== '' && (gapBefore === '' || after === '' || gapBefore === after))
    .map((after) => changingText((text) => text.replaceAll(',', `${gapBefore},${after}`))),
)
const spacedOut: ReadonlyArray<Gen.Gen<HeaderWriter>> = [
  ...constants(gapsAroundCommas),
  // One blank alone is a neighbour of a whole header.
  ...[' ', '\t'].flatMap((blank) =>
    constants([
      changingText((text) => text.replaceAll('=', `${blank}=`)),
      changingText((text) => text.replaceAll(/=(?=[^,=])/g, `=${blank}`)),
      changingText((text) => text.replaceAll(',', `${blank},${blank},`)),
      changingText((text) => `${text}${blank},`),
    ]),
  ),
]

const quotings: ReadonlyArray<(itemValue: string) => string> = [
  (itemValue) => `"${itemValue}"`,
  () => '""',
  () => '"',
  (itemValue) => `"${itemValue}`,
  (itemValue) => `${itemValue}"`,
  (itemValue) => `""${itemValue}""`,
  (itemValue) => `"${itemValue}""`,
  (itemValue) => `"${itemValue}"x`,
  (itemValue) => `x"${itemValue}"`,
  (itemValue) => `" ${itemValue}"`,
  (itemValue) => `"${itemValue} "`,
  (itemValue) => `"${itemValue},"`,
  (itemValue) => `\\"${itemValue}\\"`,
  (itemValue) => `'${itemValue}'`,
  (itemValue) => `\u201c${itemValue}\u201d`,
]
const quoted: ReadonlyArray<Gen.Gen<HeaderWriter>> = [
  ...quotings.flatMap((quote) => {
    const quoteItem: ChangeItem = (key, itemValue) => [key, quote(itemValue)]
    return [changingKeys(itemKeys, quoteItem), ...itemKeys.map((key) => changingKeys([key], quoteItem))]
  }),
  changingKeys(itemKeys, (key, itemValue) => [`"${key}"`, itemValue]),
  constant(changingText((text) => `"${text}"`)),
  // Both policies at once.
  changingKeys(itemKeys, (key, itemValue) => [key, `"${itemValue}"`]).map((write) =>
    changingLines(write, (headerLine) => [headerLine.replaceAll(',', ' ,\t')]),
  ),
]
/** A verifier without the policy refuses each of these. */
export const lenientWriters: LabelledGens<HeaderWriter> = [
  ...validAndInvalid('a space or a tab round a comma needs the policy ows', canonical, { 'spaced out': spacedOut }),
  ...validAndInvalid('a value in double quotes needs the policy quoted-values', canonical, { quoted }),
]

// ---- Whole headers

export const typeRule = 'the auth type is compared as a whole'
const otherTypes = {
  'in another case': [
    Gen.withLabels({ unless: 'scheme-case' }, constant(standard.toLowerCase())),
    ...constants(['BEARER', 'bearer']),
  ],
  'another type': [
    ...constants(['', `${standard}2`, 'SVC-SHA256', 'X', `${standard},`, `${standard}-PSS`, 'Basic', 'Digest']),
    ...constants([standard.replace('S', '\u017f'), standard.replace('-', '_')]),
    withInserted(constant(standard), Gen.constantFrom(...nonceCharacters, ...foldable)),
    Gen.nat(standard.length - 1).map((index) => standard.slice(0, index) + standard.slice(index + 1)),
  ],
}

/** Each of the four values on both sides of its rule, among valid others. */
export const labelledCredentials: LabelledGens<Credentials> = Object.entries({
  app_id: appIds,
  nonce_str: nonces,
  timestamp: timestamps,
  signature: signatures,
}).flatMap(([key, gens]) =>
  combineWith(credentials, gens, (credentialValues, itemValue) => ({ ...credentialValues, [key]: itemValue })),
)

/** Credentials whose canonical header has this length: a long signature fills it, and the app id has the 4 to 7 characters that remain. */
export const credentialsOfLength = (length: number): Gen.Gen<Credentials> =>
  Gen.boundary(credentials).map((credentialValues) => {
    const emptied = itemsOf(itemKeys, { ...credentialValues, app_id: '', signature: '' })
    const missing = length - writeCanonical(standard, emptied).join('').length
    // Base64 comes in groups of four.
    const appIdLength = 4 + (missing % 4)
    return { ...credentialValues, app_id: 'a'.repeat(appIdLength), signature: 'A'.repeat(missing - appIdLength) }
  })

export const bearerRule = 'Bearer and exactly one space stand before a token, and nothing behind it'
const bearerLines: LabelledGens = validAndInvalid(bearerRule, template`Bearer ${someTokens}`, {
  'another start': constants(['Bearer\t', 'Bearer \t', 'Bearer: ', 'Bearer=', 'Bearer token=']).map(
    (start) => template`${start}${someTokens}`,
  ),
  'more behind it': constants([' a', ',a', '\r\n']).map((end) => template`Bearer ${someTokens}${end}`),
  'no token': constants(['Bearer', 'Bearer ']),
})
const writeInOrder = (order: ReadonlyArray<ItemKey>, credentialValues: Credentials): ReadonlyArray<string> =>
  writeCanonical(standard, itemsOf(order, credentialValues))

/** The Authorization lines that a verifier of the standard auth type receives. */
export const headers: LabelledGens<ReadonlyArray<string>> = [
  ...combineWith(items, writers, (itemList, write) => write(standard, itemList)),
  ...combineWith(itemOrders, labelledCredentials, writeInOrder),
  ...mapValues(
    validAndInvalid(lengthRule, credentialsOfLength(maxLength), credentialsOfLength(maxLength + 1)),
    (credentialValues) => writeInOrder(itemKeys, credentialValues),
  ),
  ...combineWith(items, validAndInvalid(typeRule, constant(standard), otherTypes), (itemList, authType) =>
    writeCanonical(authType, itemList),
  ),
  ...mapValues(tokens, (token) => [`Bearer ${token}`]),
  ...mapValues(bearerLines, (headerLine) => [headerLine]),
]
