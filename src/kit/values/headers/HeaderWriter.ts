/**
 * Writers of Authorization headers. A header has four values (`credentials`), and an order of its items (`itemOrders`). A `HeaderWriter`
 * puts the items after the auth type:
 *
 * ```ts
 * writeCanonical('X', [['app_id', 'a'], ['timestamp', '1']]) // ['X app_id=a,timestamp=1']
 * ```
 *
 * Every other writer changes one thing: the items, their text, or the lines. `writers.ts` makes one mistake with each.
 */
import { appIdCharacters, nonceCharacters } from '../characters.ts'
import * as Gen from '../Gen.ts'
import { base64Texts } from './headerValues.ts'

const { constant } = Gen

// ---- What is written

export const itemKeys = ['app_id', 'nonce_str', 'timestamp', 'signature'] as const
export type ItemKey = (typeof itemKeys)[number]
/** The four values of a header. */
export type Credentials = Readonly<Record<ItemKey, string>>
/** An item, as in `app_id=a`. */
export type Item = readonly [key: string, value: string]
export type Items = ReadonlyArray<Item>

export const credentials: Gen.Gen<Credentials> = Gen.record({
  // Some values are the key of an item: a reader that searches the whole line finds them.
  app_id: Gen.weighted([9, Gen.stringOf(appIdCharacters, 1, 10)], [1, Gen.constantFrom(...itemKeys)]),
  nonce_str: Gen.weighted([9, Gen.stringOf(nonceCharacters, 1, 12)], [1, Gen.constantFrom('timestamp', 'signature')]),
  timestamp: Gen.logUniform(Number.MAX_SAFE_INTEGER).map(String),
  signature: base64Texts,
})

export const itemOrders: Gen.Gen<ReadonlyArray<ItemKey>> = Gen.shuffledSubarray(itemKeys, itemKeys.length)
export const itemsOf = (order: ReadonlyArray<ItemKey>, credentialValues: Credentials): Items =>
  order.map((key): Item => [key, credentialValues[key]])
export const items: Gen.Gen<Items> = Gen.tuple(itemOrders, credentials).map(([order, credentialValues]) =>
  itemsOf(order, credentialValues),
)

// ---- Writers

/** Writes the Authorization lines of a request: one, unless it is wrong. */
export type HeaderWriter = (authType: string, items: Items) => ReadonlyArray<string>

/** `app_id=a,timestamp=1`. */
export const writeList = (itemList: Items): string =>
  itemList.map(([key, itemValue]) => `${key}=${itemValue}`).join(',')

/** One line: the auth type, a gap, and what `writeItems` makes of the items. */
export const writeLine =
  (writeItems: (itemList: Items) => string, gap = ' '): HeaderWriter =>
  (authType, itemList) => [authType + gap + writeItems(itemList)]

/** As the rules say: `X app_id=a,timestamp=1`. */
export const writeCanonical: HeaderWriter = writeLine(writeList)
export const canonical: Gen.Gen<HeaderWriter> = constant(writeCanonical)

/** Changes the items. */
export const changingItems = (change: (itemList: Items) => Items): HeaderWriter =>
  writeLine((itemList) => writeList(change(itemList)))
/** Changes the text of the items. */
export const changingText = (change: (text: string) => string): HeaderWriter =>
  writeLine((itemList) => change(writeList(itemList)))
/** Changes each line that another writer writes. */
export const changingLines =
  (write: HeaderWriter, change: (headerLine: string) => ReadonlyArray<string>): HeaderWriter =>
  (authType, itemList) =>
    write(authType, itemList).flatMap(change)

export type ChangeItem = (key: string, itemValue: string) => Item
/** Changes the items with these keys. */
export const changingKeys = (keys: ReadonlyArray<string>, change: ChangeItem): Gen.Gen<HeaderWriter> =>
  constant(changingItems((itemList) => itemList.map((item) => (keys.includes(item[0]) ? change(...item) : item))))
