/**
 * What two lists of fields show by themselves, those of a query or of a form: fields that were left out, or in another order, and
 * otherwise the run of fields that differs. `a=2` signed and `a=1&a=2` sent: `a=2 where a=1&a=2 was sent`.
 */
import type { Telling } from './Telling.ts'
import { listed } from './variables.ts'

/** A longer run fills no sentence. */
const maxShown = 120

const shorten = (text: string): string => (text.length <= maxShown ? text : `${text.slice(0, maxShown)}…`)

const shown = (fields: ReadonlyArray<string>): string => shorten(fields.join('&'))

/** The fields of the longer list that the shorter one lacks, if that is all. */
const leftOver = (shorter: ReadonlyArray<string>, longer: ReadonlyArray<string>): ReadonlyArray<string> | undefined => {
  let at = 0
  const remaining = longer.filter((field) => {
    const isNext = field === shorter[at]
    if (isNext) at++
    return !isNext
  })
  return at === shorter.length && remaining.length > 0 ? remaining : undefined
}

const hasValue = (field: string): boolean => /=./.test(field)

/** How one spelling of a list differs from another, as the form of the mistake says it. */
const listForm = /^lists: (.+)$/

const namesOf = (fields: ReadonlyArray<string>): ReadonlyArray<string> =>
  fields.map((field) => field.replace(/=.*$/s, ''))

/** Names the fields in the order that was signed, if only their order differs. Fields of one name are shown with their values. */
export const fieldsInOrder = (
  signed: ReadonlyArray<string>,
  sent: ReadonlyArray<string>,
  carrier: 'query' | 'form',
): Telling | undefined => {
  if (signed.length !== sent.length || signed.toSorted().join('&') !== sent.toSorted().join('&')) return undefined
  const isShownByNames = namesOf(signed).join('&') !== namesOf(sent).join('&')
  const order = (fields: ReadonlyArray<string>): string =>
    shorten((isShownByNames ? namesOf(fields) : fields).join(', '))
  return {
    detail: order(signed),
    what: `The caller signed the parameters of the ${carrier} in the order ${order(signed)} and sent them in the order ${order(sent)}.`,
    remedy: `Sign the ${carrier} in the order in which it is sent.`,
  }
}

/** `how`: the form of the mistake that led to the text. */
export const fieldsDifference = (
  signed: ReadonlyArray<string>,
  sent: ReadonlyArray<string>,
  how: string,
  carrier: 'query' | 'form',
): Telling | undefined => {
  const [, list] = listForm.exec(how) ?? []
  const missing = list === undefined ? leftOver(signed, sent) : undefined
  if (missing !== undefined) return missingFields(missing, carrier)
  const reordered = fieldsInOrder(signed, sent, carrier)
  if (reordered !== undefined) return reordered
  const start = signed.findIndex((field, i) => field !== sent[i])
  if (start < 0) return undefined
  let end = 0
  while (end < Math.min(signed.length, sent.length) - start - 1 && signed.at(-1 - end) === sent.at(-1 - end)) end++
  const theirs = signed.slice(start, signed.length - end)
  const ours = sent.slice(start, sent.length - end)
  if (theirs.length === 0 || ours.length === 0) return undefined
  return {
    detail: `${shown(theirs)} where ${shown(ours)} was sent`,
    what: `The caller signed ${shown(theirs)} where ${shown(ours)} was sent${list === undefined ? '' : `: a list as ${list}`}.`,
    remedy: writeOnce(carrier),
  }
}

/** More fields are counted. */
const maxNamed = 4

const missingFields = (missing: ReadonlyArray<string>, carrier: string): Telling => {
  const counted = missing.length > maxNamed ? [`${missing.length - maxNamed} more`] : []
  const valueless = missing.length === 1 ? ', which has no value' : ', which have no value'
  return {
    detail: `without ${shown(missing)}`,
    what: `The caller signed the ${carrier} without ${listed([...missing.slice(0, maxNamed), ...counted])}${missing.some(hasValue) ? '' : valueless}.`,
    remedy: writeOnce(carrier),
  }
}

const writeOnce = (carrier: string): string => `Write the ${carrier} once, then sign and send exactly that text.`
