/**
 * Where two values of JSON differ, in words: `/callback left out where null was sent`, `/id: "7" where 7 was sent`. Each place
 * is a JSON Pointer.
 */

import { isNumber, jsonToken } from './forms/jsonText.ts'
import { wordsOf } from './forms/namings.ts'
import { beginningOf } from './shownPair.ts'

/** Longer values are cut. */
const maxShown = 40

/** Begins a string that stands for a number. A private-use character, which no usual text has. */
const numberMark = '\uE000'

const markedNumber = /"\uE000(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)"/g

/** The parsed text, with each number as its literal behind a mark: a double would have other digits than the text. */
const parseWithLiterals = (json: string): unknown =>
  JSON.parse(json.replace(jsonToken, (token) => (isNumber(token) ? `"${numberMark}${token}"` : token)))

const shortJson = (jsonValue: unknown): string =>
  beginningOf(JSON.stringify(jsonValue).replace(markedNumber, '$1'), maxShown)

/** The same text for the same value, whatever the literals of its numbers. */
const plainJson = (jsonValue: unknown): string =>
  JSON.stringify(jsonValue).replace(markedNumber, (_, literal: string) => String(Number(literal)))

export type JsonObject = Readonly<Record<string, unknown>>

export const isObject = (jsonValue: unknown): jsonValue is JsonObject =>
  typeof jsonValue === 'object' && jsonValue !== null && !Array.isArray(jsonValue)

const pointer = (path: string, member: string): string =>
  `${path}/${member.replaceAll('~', '~0').replaceAll('/', '~1')}`

/** The words of a name, however they are joined: `user_id` and `UserId` are the same name in two spellings. */
export const plainName = (name: string): string => wordsOf(name).join('')

/** The signed names of members whose sent names are spelled otherwise. No other member has the same words. */
const respelledNames = (signed: JsonObject, sentJson: JsonObject): ReadonlyMap<string, string> => {
  const namesByWords = new Map<string, ReadonlyArray<string>>()
  for (const name of Object.keys(signed))
    if (!Object.hasOwn(sentJson, name))
      namesByWords.set(plainName(name), [...(namesByWords.get(plainName(name)) ?? []), name])
  const respelled = new Map<string, string>()
  for (const name of Object.keys(sentJson)) {
    const [signedName, ...others] = Object.hasOwn(signed, name) ? [] : (namesByWords.get(plainName(name)) ?? [])
    if (signedName !== undefined && others.length === 0) respelled.set(name, signedName)
  }
  return respelled
}

/** The differences of two JSON texts. Numbers are shown as the texts write them. */
export const textDifferences = (signedText: string, sentText: string): Generator<string> =>
  contentDifferences(parseWithLiterals(signedText), parseWithLiterals(sentText))

/** The differences, in the order in which the value that was sent has them. */
export function* contentDifferences(signed: unknown, sentJson: unknown, path = ''): Generator<string> {
  if (Array.isArray(signed) && Array.isArray(sentJson) && signed.length === sentJson.length) {
    for (const [i, element] of sentJson.entries())
      yield* contentDifferences(signed[i], element, pointer(path, String(i)))
    return
  }
  if (!isObject(signed) || !isObject(sentJson)) {
    if (plainJson(signed) !== plainJson(sentJson))
      yield `${path === '' ? '' : `${path}: `}${shortJson(signed)} where ${shortJson(sentJson)} was sent`
    return
  }
  const respelled = respelledNames(signed, sentJson)
  for (const [member, sentMember] of Object.entries(sentJson)) {
    const place = pointer(path, member)
    const signedName = respelled.get(member) ?? member
    if (signedName !== member) yield `the name ${JSON.stringify(signedName)} where ${JSON.stringify(member)} was sent`
    if (Object.hasOwn(signed, signedName)) yield* contentDifferences(signed[signedName], sentMember, place)
    else yield `${place} left out where ${shortJson(sentMember)} was sent`
  }
  const signedNames = new Set(respelled.values())
  for (const [member, signedMember] of Object.entries(signed))
    if (!Object.hasOwn(sentJson, member) && !signedNames.has(member))
      yield `${pointer(path, member)}: ${shortJson(signedMember)} where nothing was sent`
}
