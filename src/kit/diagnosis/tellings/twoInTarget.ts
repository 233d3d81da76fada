/**
 * The words for two mistakes in one query, of which one is the order of its parameters. Each is told by the signed text without the other:
 *
 *     signed /f?b=x+y&a=1, sent /f?a=1&b=x%20y
 *
 *     target-reencoded    as if /f?a=1&b=x+y had been signed    + where %20 was sent
 *     query-reordered     by the names                          b, a
 */
import { fieldsInOrder } from '../fieldsDifference.ts'
import { mistakeOf } from '../finding.ts'
import { decodeForm, splitTarget } from '../forms/percent.ts'
import type { Telling } from '../Telling.ts'
import type { MistakeFound, Teller } from './Teller.ts'

const fieldsOf = (target: string): ReadonlyArray<string> => splitTarget(target)[1].slice(1).split('&')

const nameOf = (field: string): string => decodeForm(field.replace(/=.*$/s, ''))

/** The signed fields in the order in which the same fields were sent. Undefined if other fields were sent. */
const inSentOrder = (signed: ReadonlyArray<string>, sent: ReadonlyArray<string>): ReadonlyArray<string> | undefined => {
  const untaken = [...signed]
  const ordered = sent.flatMap((sentField) => {
    const index = untaken.findIndex((field) => decodeForm(field) === decodeForm(sentField))
    return index < 0 ? [] : untaken.splice(index, 1)
  })
  return untaken.length === 0 && ordered.length === sent.length ? ordered : undefined
}

/** The names alone: the other mistake may have changed the values. */
const namesInOrder = ({ signed, right }: MistakeFound): Telling | undefined => {
  const signedNames = fieldsOf(signed.target).map(nameOf)
  const sentNames = fieldsOf(right.target).map(nameOf)
  return signedNames.join('&') === sentNames.join('&') ? undefined : fieldsInOrder(signedNames, sentNames, 'query')
}

/** The other mistake, as if the parameters had been signed in the order in which they were sent. */
const besideOrder = (found: MistakeFound, tellAlone: Teller): Telling | undefined => {
  const { signed, right } = found
  const [signedPath] = splitTarget(signed.target)
  const ordered = inSentOrder(fieldsOf(signed.target), fieldsOf(right.target))
  if (ordered === undefined || signedPath !== splitTarget(right.target)[0]) return undefined
  const target = `${signedPath}?${ordered.join('&')}`
  return target === right.target ? undefined : tellAlone({ ...found, signed: { ...signed, target } })
}

/** The catalogue's words, if no closer ones fit. The label of a form may name what another mistake has changed again. */
const inGeneral = (id: string, detail: string): Telling => {
  const { what, remedy, remedyFor } = mistakeOf(id)
  return remedyFor === undefined ? { detail, what, remedy } : { detail, what, remedy, remedyFor }
}

/** A label that counts the orders which were tried. */
const isNumberedOrder = (detail: string): boolean => /^in another order \(variant \d+\)$/.test(detail)

/** The words for a mistake in a target that has another mistake too. `tellAlone`: the words for it alone. */
export const twoInTarget = (found: MistakeFound, tellAlone: Teller): Telling | undefined => {
  if (found.id === 'query-reordered')
    return namesInOrder(found) ?? (isNumberedOrder(found.detail) ? inGeneral(found.id, 'in another order') : undefined)
  return found.id === 'target-reencoded' || found.id === 'target-decoded' ? besideOrder(found, tellAlone) : undefined
}
