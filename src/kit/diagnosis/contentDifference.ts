/**
 * Where two values of JSON differ, in words: `/callback left out where null was sent`, `/id: "7" where 7 was sent`. Each place
 * is a JSON Pointer.
 */

import { beginningOf } from './shownPair.ts'

/** Longer values are cut. */
const maxShown = 40

const shortJson = (jsonValue: unknown): string => beginningOf(JSON.stringify(jsonValue), maxShown)

const isObject = (jsonValue: unknown): jsonValue is Readonly<Record<string, unknown>> =>
  typeof jsonValue === 'object' && jsonValue !== null && !Array.isArray(jsonValue)

const pointer = (path: string, member: string): string =>
  `${path}/${member.replaceAll('~', '~0').replaceAll('/', '~1')}`

/** The differences, in the order in which the value that was sent has them. */
export function* contentDifferences(signed: unknown, sentJson: unknown, path = ''): Generator<string> {
  if (Array.isArray(signed) && Array.isArray(sentJson) && signed.length === sentJson.length) {
    for (const [i, element] of sentJson.entries())
      yield* contentDifferences(signed[i], element, pointer(path, String(i)))
    return
  }
  if (!isObject(signed) || !isObject(sentJson)) {
    if (JSON.stringify(signed) !== JSON.stringify(sentJson))
      yield `${path === '' ? '' : `${path}: `}${shortJson(signed)} where ${shortJson(sentJson)} was sent`
    return
  }
  for (const [member, sentMember] of Object.entries(sentJson)) {
    const place = pointer(path, member)
    if (Object.hasOwn(signed, member)) yield* contentDifferences(signed[member], sentMember, place)
    else yield `${place} left out where ${shortJson(sentMember)} was sent`
  }
  for (const [member, signedMember] of Object.entries(signed))
    if (!Object.hasOwn(sentJson, member))
      yield `${pointer(path, member)}: ${shortJson(signedMember)} where nothing was sent`
}
