/**
 * Valid items, written on both sides of each rule about writing a header (interface §5). A wrong header is wrong in one way, which `change`
 * names.
 *
 * ```ts
 * writers // a value: { value: writes `X app_id=a,,timestamp=1`, change: 'another separator', passes: false, rule: 'one comma stands …' }
 * ```
 */
import { maxLength } from '../../../core/Authorization.ts'
import { blanks } from '../characters.ts'
import * as Gen from '../Gen.ts'
import { constants, type LabelledGens, mapEach, validAndInvalid } from '../Labelled.ts'
import {
  canonical,
  changingItems,
  changingKeys,
  changingLines,
  changingText,
  type HeaderWriter,
  type Item,
  type ItemKey,
  type Items,
  itemKeys,
  writeCanonical,
  writeLine,
  writeList,
} from './HeaderWriter.ts'

const { constant } = Gen

// ---- Mistakes at one item

const anyIndex = Gen.nat(3)
/** Replaces any one item. */
const replacingOne = (change: (key: string, itemValue: string) => Items): Gen.Gen<HeaderWriter> =>
  anyIndex.map((index) =>
    changingItems((itemList) => itemList.flatMap((item, i) => (i === index ? change(...item) : [item]))),
  )
const renamingOne = (rename: (key: string) => string): Gen.Gen<HeaderWriter> =>
  replacingOne((key, itemValue) => [[rename(key), itemValue]])
/** Writes another separator between two items. */
const separatedBy = (separator: string): Gen.Gen<HeaderWriter> =>
  Gen.integer(1, 3).map((index) =>
    writeLine((itemList) => writeList(itemList.slice(0, index)) + separator + writeList(itemList.slice(index))),
  )
/** Fills the header to this length with spaces after the auth type. */
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

/** A key that comes twice: the second time with a value that some language takes for no value. */
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
    // Keys with one letter more, fewer or in the other case are left out: they come among the neighbours of a whole header.
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
    'one or more spaces follow the auth type',
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

// ---- Keys of other schemes

/** Other schemes and languages have these keys for the items. */
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
