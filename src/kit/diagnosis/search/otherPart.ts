/** The step that says of a part only that it is another one: for a text that is proven, but that no mistake of the catalogue makes. */
import { catalogue } from '../catalogue.ts'
import type { Draft, DraftParts } from '../Draft.ts'
import { rewritable } from '../Draft.ts'
import { isForm } from '../forms/formText.ts'
import { isJson } from '../forms/isJson.ts'
import { objectKindOf } from '../forms/partForms.ts'
import type { Mistake } from '../Mistake.ts'
import { isFilledIn } from '../variables.ts'
import type { Step } from './Explanation.ts'
import { vague } from './sameCause.ts'

export const entryOf = (id: string): Mistake => catalogue.find((mistake) => mistake.id === id) as Mistake

/** The step that only says that a part is another one. */
export const otherPart = (slot: keyof DraftParts, signed: DraftParts, rightDraft: Draft): Step => {
  const step = (id: string): Step => ({
    mistake: entryOf(id),
    slot,
    detail:
      slot === 'body'
        ? `signed ${signed.body.length} bytes, sent ${rightDraft.body.length}`
        : `signed ${signed[slot]}, sent ${rightDraft[slot]}`,
  })
  if (slot !== 'body' && objectKindOf(signed[slot]) !== undefined) return step('part-unfilled')
  switch (slot) {
    case 'method':
      return step('method-other')
    case 'target':
      return step('target-other')
    case 'timestamp':
      return step(/^\d+$/.test(signed.timestamp) ? 'timestamp-drift' : 'timestamp-format')
    case 'nonce':
      return step('nonce-drift')
    case 'body':
      return step(bodyKind(rewritable(signed.body) ?? '', rewritable(rightDraft.body) ?? ''))
  }
}

const lineFeedsIn = (text: string): number => text.split('\n').length

const withoutLineEnds = (text: string): string => text.replace(/[\r\n]/g, '')

const bodyKind = (signed: string, received: string): string => {
  if (isFilledIn(signed, received)) return 'part-unfilled'
  const haveSameLines = lineFeedsIn(signed) === lineFeedsIn(received)
  if (signed !== '' && !haveSameLines && withoutLineEnds(signed) === withoutLineEnds(received))
    return 'body-lines-joined'
  if (isJson(signed) && isJson(received)) return 'body-reserialized'
  return isForm(signed) && isForm(received) ? 'form-reencoded' : vague
}
