/**
 * The values of target and body in which a program changed some of several things that are alike, or each of them in its own way. No
 * mistake of the catalogue does this.
 *
 *   someExchanged   some pieces are others: a plus sign for two of three `%20`
 *   parameterForms  parameters of the query or the form are dropped, or have other names or values
 *   memberChoices   members of the JSON are dropped, or some of them come first
 *   twoSlips        two characters of the target are mistyped
 */
import { type Draft, rewritable } from '../Draft.ts'
import { utf8 } from '../forms/charsets.ts'
import type { Count } from '../forms/choices.ts'
import { isForm } from '../forms/formText.ts'
import { memberChoices } from '../forms/memberChoices.ts'
import { parameterForms } from '../forms/parameterForms.ts'
import { splitTarget } from '../forms/percent.ts'
import { someExchanged } from '../forms/someExchanged.ts'
import { twoSlips } from '../forms/twoSlips.ts'
import type { EditedPart } from './editedParts.ts'

/** How the texts differ: the detail of their explanations. */
export const someDiffer = 'some of several pieces are others'
export const parametersDiffer = 'some parameters are others'
export const membersDiffer = 'some members are missing or in other places'
export const placesDiffer = 'two places differ'

/** Texts of one part, by how they differ. */
type Source = readonly [detail: string, texts: Iterable<string>]

function* targetForms(target: string, count: Count): Generator<string> {
  const [path, query] = splitTarget(target)
  for (const form of parameterForms(query.slice(1), count)) yield form === '' ? path : `${path}?${form}`
}

const targetSources = (target: string, count: Count): ReadonlyArray<Source> => [
  [someDiffer, someExchanged(target, count)],
  [parametersDiffer, targetForms(target, count)],
  ...(count === 'many' ? [[placesDiffer, twoSlips(target)] as const] : []),
]

const bodySources = (body: string, count: Count): ReadonlyArray<Source> => [
  [someDiffer, someExchanged(body, count)],
  ...(isForm(body) ? [[parametersDiffer, parameterForms(body, count)] as const] : []),
  [membersDiffer, memberChoices(body, count)],
]

/** Each value of the slot once. `few`: those of few things that are alike. */
export function* partlyChanged({ target, body }: Draft, slot: 'target' | 'body', count: Count): Generator<EditedPart> {
  const text = slot === 'target' ? target : rewritable(body)
  if (text === undefined || text === '') return
  const tried = new Set([text])
  for (const [detail, texts] of slot === 'target' ? targetSources(text, count) : bodySources(text, count))
    for (const changed of texts) {
      if (tried.has(changed)) continue
      tried.add(changed)
      const bytes = utf8(changed)
      yield { slot, value: slot === 'body' ? bytes : changed, bytes, detail }
    }
}
