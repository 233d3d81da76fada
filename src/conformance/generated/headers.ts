/** Authorization headers: a valid one with at most one structured change. */
import * as fc from 'fast-check'
import {
  type Drawn,
  type Generator,
  generator,
  inside,
  outside,
  range,
  type Sample,
  textOf,
  withOne,
} from './Generator.ts'
import { appIds, nonces, timestamps } from './parts.ts'

const standard = 'SVC-SHA256-RSA'
const letters = range('A', 'Z') + range('a', 'z')
const digits = range('0', '9')
const blanks = [' ', '\t', '\v', '\f', '\u0085', '\u00a0', '\u2003', '\u3000', '\ufeff']

const signatureRule = 'a signature is Base64 with + and /, padding, and unused bits of zero'
const encoded = fc
  .uint8Array({ minLength: 1, maxLength: 66, size: 'max' })
  .map((bytes) => Buffer.from(bytes).toString('base64'))
const alphabet = `${letters}${digits}+/`
const unpadded = (text: string): string => text.replaceAll('=', '')
/** Two bytes or one: their last character has unused bits. */
const withUnusedBits = fc
  .tuple(fc.constantFrom(1, 2), fc.uint8Array({ minLength: 3, maxLength: 12 }), fc.nat(2))
  .map(([tail, bytes, bit]) => {
    const whole = Buffer.from(bytes.subarray(0, 3 * Math.floor(bytes.length / 3))).toString('base64')
    const last = alphabet.charAt(1 + bit)
    return whole + (tail === 1 ? `A${last}==` : `AA${last}=`)
  })

const signatures: fc.Arbitrary<Sample<string>> = fc.oneof(
  { weight: 3, arbitrary: inside(signatureRule, encoded) },
  {
    weight: 2,
    arbitrary: outside(
      signatureRule,
      fc.oneof(
        encoded.filter((text) => text.includes('=')).map(unpadded),
        encoded.map((text) => `${text}=`),
        encoded.map((text) => `=${text}`),
        encoded.map((text) => `${text.slice(0, -1)}`),
        withOne(encoded.map(unpadded), fc.constantFrom('-', '_', '!', '.', '~', '%', '\u00e9')),
        fc.tuple(encoded, fc.constantFrom('-', '_')).map(([text, url]) => url + text.slice(1)),
        withUnusedBits,
      ),
    ),
  },
)

const names = ['app_id', 'nonce_str', 'timestamp', 'signature'] as const
type Name = (typeof names)[number]
type Values = Readonly<Record<Name, string>>
type Item = readonly [key: string, value: string]

const values: fc.Arbitrary<Values> = fc.record({
  app_id: textOf(`${letters}${digits}._~-`, 1, 10),
  nonce_str: textOf(`${letters}${digits}-`, 1, 12),
  timestamp: fc.integer({ min: 0, max: 4_000_000_000 }).map(String),
  signature: encoded,
})

const items: fc.Arbitrary<ReadonlyArray<Item>> = fc
  .tuple(values, fc.shuffledSubarray([...names], { minLength: 4, maxLength: 4 }))
  .map(([all, order]) => order.map((name): Item => [name, all[name]]))

interface Line {
  readonly type: string
  readonly gap: string
  readonly list: string
}
const lineOf = ({ type, gap, list }: Line): string => type + gap + list
const listOf = (all: ReadonlyArray<Item>): string => all.map(([key, value]) => `${key}=${value}`).join(',')
const written = (all: ReadonlyArray<Item>): string => lineOf({ type: standard, gap: ' ', list: listOf(all) })

const keysRule = 'the keys are app_id, nonce_str, timestamp and signature, each once, in any order'
const emptyRule = 'no value is empty'
const blankRule = 'white space stands between the auth type and the items, and nowhere else'
const gapRule = 'one or more spaces stand behind the auth type'
const commaRule = 'one comma stands between two items, and nowhere else'
const quoteRule = 'no value has a double quote'
const typeRule = 'the auth type is compared as a whole'
const lengthRule = 'a header has at most 8192 characters'
const linesRule = 'there is exactly one header'

/** One of the four values is drawn on either side of its rule. */
const oneValue: fc.Arbitrary<Sample<string>> = fc
  .tuple(
    items,
    fc.oneof(
      appIds.map((sample) => ({ name: 'app_id', sample })),
      nonces.map((sample) => ({ name: 'nonce_str', sample })),
      timestamps.map((sample) => ({ name: 'timestamp', sample })),
      signatures.map((sample) => ({ name: 'signature', sample })),
    ),
  )
  .filter(([, { sample }]) => !/[,"\s]/.test(sample.value) && sample.value !== '')
  .map(([all, { name, sample }]) => ({
    ...sample,
    value: written(all.map(([key, value]): Item => [key, key === name ? sample.value : value])),
  }))

const aPlace = fc.nat(3)
const changed = (
  rule: string,
  change: (all: ReadonlyArray<Item>, at: number) => string,
): fc.Arbitrary<Sample<string>> =>
  outside(
    rule,
    fc.tuple(items, aPlace).map(([all, at]) => change(all, at)),
  )
const revalued = (all: ReadonlyArray<Item>, at: number, to: (value: string) => string): string =>
  written(all.map(([key, value], i): Item => [key, i === at ? to(value) : value]))
const rekeyed = (all: ReadonlyArray<Item>, at: number, to: (key: string) => string): string =>
  written(all.map(([key, value], i): Item => [i === at ? to(key) : key, value]))

/** A header of exactly so many characters: spaces behind the auth type fill it. */
const ofLength =
  (length: number) =>
  (all: ReadonlyArray<Item>): string => {
    const list = listOf(all)
    return standard + ' '.repeat(length - standard.length - list.length) + list
  }

const oneLine: fc.Arbitrary<Sample<string>> = fc.oneof(
  { weight: 4, arbitrary: inside(keysRule, items.map(written)) },
  { weight: 8, arbitrary: oneValue },
  {
    weight: 3,
    arbitrary: fc.oneof(
      changed(keysRule, (all, at) => written(all.filter((_, i) => i !== at))),
      changed(keysRule, (all, at) => written([...all, all[at] as Item])),
      changed(keysRule, (all, at) => written([all[at] as Item, ...all])),
      changed(keysRule, (all, at) => rekeyed(all, at, (key) => key.toUpperCase())),
      changed(keysRule, (all, at) => rekeyed(all, at, (key) => key.slice(0, -1))),
      changed(keysRule, (all, at) => rekeyed(all, at, (key) => `${key}s`)),
      changed(keysRule, (all, at) => rekeyed(all, at, () => '')),
      changed(keysRule, (all, at) =>
        written(all.map((item, i): Item => (i === at ? ['', ''] : item))).replace('=', ''),
      ),
      outside(
        keysRule,
        fc
          .tuple(items, fc.constantFrom('version', 'a', 'body_hash', 'algorithm', 'app-id', 'nonce', 'sign'))
          .map(([all, key]) => written([...all, [key, '1']])),
      ),
      changed(keysRule, (all, at) =>
        written(all.map((item, i): Item => (i === at ? item : item))).replace(`${all[at]?.[0]}=`, `${all[at]?.[0]}:`),
      ),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.oneof(
      inside(emptyRule, items.map(written)),
      changed(emptyRule, (all, at) => revalued(all, at, () => '')),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.oneof(
      outside(
        blankRule,
        fc.tuple(items, fc.constantFrom(...blanks), fc.nat()).map(([all, blank, place]) => {
          const list = listOf(all)
          const at = 1 + (place % list.length)
          return lineOf({ type: standard, gap: ' ', list: list.slice(0, at) + blank + list.slice(at) })
        }),
      ),
      outside(
        blankRule,
        fc.tuple(items, fc.constantFrom(...blanks)).map(([all, blank]) => blank + written(all)),
      ),
      outside(
        blankRule,
        fc
          .tuple(items, aPlace, fc.constantFrom(', ', ' ,', ' , ', ',\t'))
          .map(
            ([all, at, comma]) =>
              `${standard} ${all.map(([key, value], i) => `${i === 0 ? '' : i === (at % 3) + 1 ? comma : ','}${key}=${value}`).join('')}`,
          ),
      ),
      inside(blankRule, items.map(written)),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.oneof(
      inside(
        gapRule,
        fc
          .tuple(items, fc.integer({ min: 1, max: 5 }))
          .map(([all, n]) => lineOf({ type: standard, gap: ' '.repeat(n), list: listOf(all) })),
      ),
      outside(
        gapRule,
        fc
          .tuple(items, fc.constantFrom('', '\t', ' \t', '\t ', ',', '\u00a0', ':', ': '))
          .map(([all, gap]) => lineOf({ type: standard, gap, list: listOf(all) })),
      ),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.oneof(
      inside(commaRule, items.map(written)),
      changed(commaRule, (all) => `${written(all)},`),
      changed(commaRule, (all) => lineOf({ type: standard, gap: ' ', list: `,${listOf(all)}` })),
      changed(commaRule, (all, at) => {
        const [before, after] = [all.slice(0, (at % 3) + 1), all.slice((at % 3) + 1)]
        return lineOf({ type: standard, gap: ' ', list: `${listOf(before)},,${listOf(after)}` })
      }),
      outside(
        commaRule,
        fc.tuple(items, aPlace, fc.constantFrom(';', '&', '')).map(([all, at, other]) => {
          const [before, after] = [all.slice(0, (at % 3) + 1), all.slice((at % 3) + 1)]
          return lineOf({ type: standard, gap: ' ', list: `${listOf(before)}${other}${listOf(after)}` })
        }),
      ),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.oneof(
      changed(quoteRule, (all, at) => revalued(all, at, (value) => `"${value}"`)),
      changed(quoteRule, (all, at) => revalued(all, at, (value) => `${value}"`)),
      inside(quoteRule, items.map(written)),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.oneof(
      inside(typeRule, items.map(written)),
      outside(
        typeRule,
        fc
          .tuple(
            items,
            fc.oneof(
              fc.constantFrom(
                '',
                standard.toLowerCase(),
                `${standard}2`,
                'SVC-SHA256',
                'X',
                `${standard},`,
                'Basic',
                'BEARER',
                'bearer',
                'Digest',
              ),
              withOne(fc.constant(standard), fc.constantFrom(...letters, ...digits, '-')),
              fc.nat(standard.length - 1).map((at) => standard.slice(0, at) + standard.slice(at + 1)),
            ),
          )
          .map(([all, type]) => lineOf({ type, gap: ' ', list: listOf(all) })),
      ),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.oneof(
      inside(
        lengthRule,
        fc.tuple(items, fc.constantFrom(8191, 8192)).map(([all, length]) => ofLength(length)(all)),
      ),
      outside(
        lengthRule,
        fc.tuple(items, fc.constantFrom(8193, 8194, 9000)).map(([all, length]) => ofLength(length)(all)),
      ),
    ),
  },
)

const tokenRule = 'a token has letters, digits and - . _ ~ + /, at least one, then any number of ='
const bearerRule = 'Bearer and exactly one space stand before a token'
const tokenCharacters = `${letters}${digits}-._~+/`
const tokens = fc.tuple(textOf(tokenCharacters, 1, 24), textOf('=', 0, 3)).map(([token, padding]) => token + padding)
const wrongTokens = fc.oneof(
  textOf('=', 0, 3),
  fc.tuple(tokens, textOf(tokenCharacters, 1, 3)).map(([token, more]) => `${token}=${more}`),
  withOne(
    textOf(tokenCharacters, 1, 8),
    fc.constantFrom('!', '"', '#', '%', ',', ':', ';', '@', '\\', '|', '\u00e9', '\u0131'),
  ),
)
const bearers: fc.Arbitrary<Sample<string>> = fc.oneof(
  {
    weight: 1,
    arbitrary: inside(
      bearerRule,
      tokens.map((token) => `Bearer ${token}`),
    ),
  },
  {
    weight: 3,
    arbitrary: inside(
      tokenRule,
      tokens.map((token) => `Bearer ${token}`),
    ),
  },
  {
    weight: 2,
    arbitrary: outside(
      tokenRule,
      wrongTokens.map((token) => `Bearer ${token}`),
    ),
  },
  {
    weight: 1,
    arbitrary: outside(
      bearerRule,
      fc
        .tuple(tokens, fc.constantFrom('Bearer  ', 'Bearer', 'Bearer\t', ' Bearer ', 'Bearer \t', 'Bearer: '))
        .map(([token, before]) => before + token),
    ),
  },
  {
    weight: 1,
    arbitrary: outside(
      bearerRule,
      fc.tuple(tokens, fc.constantFrom(' ', '\t', ',')).map(([token, end]) => `Bearer ${token}${end}`),
    ),
  },
)

const lines: fc.Arbitrary<Sample<ReadonlyArray<string>>> = fc.oneof(
  { weight: 12, arbitrary: oneLine.map(({ value, ...sample }) => ({ value: [value], ...sample })) },
  { weight: 2, arbitrary: bearers.map(({ value, ...sample }) => ({ value: [value], ...sample })) },
  {
    weight: 1,
    arbitrary: fc.oneof(
      outside(linesRule, fc.constant([])),
      outside(
        linesRule,
        items.map((all) => [written(all), written(all)]),
      ),
      outside(
        linesRule,
        fc.tuple(items, fc.constantFrom('', 'Bearer a')).map(([all, other]) => [written(all), other]),
      ),
      inside(
        linesRule,
        items.map((all) => [written(all)]),
      ),
    ),
  },
)

interface Credentials {
  readonly authType: string
  readonly appId: string
  readonly nonce: string
  readonly timestamp: string
  readonly signature: string
}

const authTypeRule = "an auth type has 1 to 64 letters, digits and ! # $ % & ' * + - . ^ _ ` | ~, and is not Bearer"
const authTypeCharacters = `${letters}${digits}!#$%&'*+-.^_\`|~`
const authTypes: fc.Arbitrary<Sample<string>> = fc.oneof(
  inside(
    authTypeRule,
    fc
      .oneof(fc.constant(standard), textOf(authTypeCharacters, 1, 12), textOf(authTypeCharacters, 64, 64))
      .filter((type) => type.toLowerCase() !== 'bearer'),
  ),
  outside(
    authTypeRule,
    fc.oneof(
      fc.constantFrom('', 'Bearer', 'bearer', 'BEARER'),
      textOf(authTypeCharacters, 65, 65),
      withOne(textOf(authTypeCharacters, 0, 6), fc.constantFrom(...blanks, '"', ',', '/', '=', '@', '\u00e9')),
    ),
  ),
)

const credentials: fc.Arbitrary<Sample<Credentials>> = fc
  .tuple(
    values,
    fc.oneof(
      authTypes.map((sample) => ({ name: 'authType', sample })),
      appIds.map((sample) => ({ name: 'appId', sample })),
      nonces.map((sample) => ({ name: 'nonce', sample })),
      timestamps.map((sample) => ({ name: 'timestamp', sample })),
      fc
        .oneof(signatures, inside(emptyRule, encoded), outside(emptyRule, fc.constant('')))
        .map((sample) => ({ name: 'signature', sample })),
    ),
  )
  .map(([{ app_id, nonce_str, timestamp, signature }, { name, sample }]) => ({
    ...sample,
    value: { authType: standard, appId: app_id, nonce: nonce_str, timestamp, signature, [name]: sample.value },
  }))

const drawnOf = <A>({ value, ...sample }: Sample<A>) => ({ input: value, ...sample })

export const headers: ReadonlyArray<Generator> = [
  generator({
    name: 'header',
    op: 'parseAuthorization',
    weight: 4,
    drawn: lines.map(
      ({ value, ...sample }): Drawn<'parseAuthorization'> => ({
        input: { authType: standard, authorization: value },
        ...sample,
      }),
    ),
  }),
  generator({ name: 'written-header', op: 'formatAuthorization', weight: 2, drawn: credentials.map(drawnOf) }),
  generator({
    name: 'written-token',
    op: 'formatAuthorization',
    weight: 1,
    drawn: fc
      .oneof(inside(tokenRule, tokens), outside(tokenRule, wrongTokens))
      .map(({ value, ...sample }) => ({ input: { token: value }, ...sample })),
  }),
]
