/**
 * Where two values of JSON differ, in words: `/callback left out where null was sent`, `/id: "7" where 7 was sent`. Each place
 * is a JSON Pointer.
 */

/** Longer values are cut. */
const maxShown = 40

const shown = (value: unknown): string => {
  const text = JSON.stringify(value)
  return text.length <= maxShown ? text : `${text.slice(0, maxShown)}…`
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const pointer = (path: string, name: string): string => `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`

/** The differences, in the order in which the value that was sent has them. */
export function* contentDifferences(signed: unknown, sent: unknown, path = ''): Generator<string> {
  if (Array.isArray(signed) && Array.isArray(sent) && signed.length === sent.length) {
    for (const [i, item] of sent.entries()) yield* contentDifferences(signed[i], item, pointer(path, String(i)))
    return
  }
  if (!isObject(signed) || !isObject(sent)) {
    if (JSON.stringify(signed) !== JSON.stringify(sent))
      yield `${path === '' ? '' : `${path}: `}${shown(signed)} where ${shown(sent)} was sent`
    return
  }
  for (const [name, value] of Object.entries(sent)) {
    const place = pointer(path, name)
    if (Object.hasOwn(signed, name)) yield* contentDifferences(signed[name], value, place)
    else yield `${place} left out where ${shown(value)} was sent`
  }
  for (const [name, value] of Object.entries(signed))
    if (!Object.hasOwn(sent, name)) yield `${pointer(path, name)}: ${shown(value)} where nothing was sent`
}
