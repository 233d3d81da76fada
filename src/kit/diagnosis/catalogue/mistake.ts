/**
 * How an entry of the catalogue is written: what it leaves out has the usual value, and a form that changes nothing is
 * dropped.
 */
import * as Bytes from '../../../core/Bytes.ts'
import type { Hash } from '../../../effects/Hash.ts'
import {
  type Draft,
  type Encoded,
  encodedOf,
  type Layout,
  makesText,
  type Slot,
  standard,
  textOf,
  type View,
} from '../Draft.ts'
import type { Form } from '../forms/Respelling.ts'
import type { Mistake, Rare, Traits, Variation } from '../Mistake.ts'

/** What an entry may say beside its words. */
type More = Partial<Mistake>

const none = (): ReadonlyArray<never> => []

/** What an entry says unless it has words of its own. */
const tellsBy: Readonly<Record<Mistake['part'], string>> = {
  method: 'To check this, send a request with another method. Then look at the first line of the signed text.',
  target:
    'To check this, send a request with another path and another query. Then look at the second line of the signed text.',
  timestamp: 'To check this, send a request at another time. Then look at the third line of the signed text.',
  nonce: 'To check this, send a request with another nonce. Then look at the fourth line of the signed text.',
  body: 'To check this, send a request with another body. Then look at the signed text after the fourth line feed.',
  join: 'To check this, send a request in which all five parts are different. Then look at the signed bytes between the parts and after the body.',
  encoding: 'To check this, send a request with letters beyond ASCII in its body. Then look at the signed bytes.',
  hash: 'Check which bytes the signing function gets, and check its settings.',
  signature: 'Look at the bytes of the signature before you encode them.',
  header: 'Look at the code that makes the header line.',
  clock: 'Compare the clock of the caller with the clock of the verifier.',
  key: 'Compare the fingerprints of the keys.',
}

export const mistake = (
  id: string,
  partName: Mistake['part'],
  what: string,
  remedy: string,
  options: More,
): Mistake => ({
  id,
  part: partName,
  what,
  remedy,
  tells: tellsBy[partName],
  seenAs: 'signature_invalid',
  needs: 'nothing',
  candidateOnly: false,
  wide: false,
  rarely: false,
  hasLateForms: false,
  undoes: [],
  slots: [],
  variations: none,
  layouts: none,
  respellings: none,
  sendings: none,
  ...options,
})

const slots = ['method', 'target', 'timestamp', 'nonce'] as const

/** A form may change nothing that is signed: `HTTP` in upper case is what was sent, and equal parts in another order. */
const changing = (draft: Draft): ((variation: Variation) => boolean) => {
  let rightTexts: readonly [parts: Encoded, text: Bytes.Bytes] | undefined
  return ({ signed }) => {
    if (signed._tag !== 'Draft') return true
    const { change } = signed
    // No form of a whole text leaves it as it is; and the search makes its layouts from a draft without a body.
    const { digested, layout } = change
    if (digested !== undefined || layout?.whole !== undefined) return true
    if (layout?.bodied === true && draft.body.length === 0) return true
    if (change.layout !== undefined || draft.layout !== standard) {
      rightTexts ??= [encodedOf(draft), textOf(draft)]
      const encoded = change.layout === undefined ? encodedOf({ ...draft, ...change }) : rightTexts[0]
      return !makesText(change.layout ?? draft.layout, encoded, rightTexts[1])
    }
    // The standard layout shows every part.
    if (change.body !== undefined) return !Bytes.Eq.equals(change.body, draft.body)
    for (const slot of slots) if (change[slot] !== undefined && change[slot] !== draft[slot]) return true
    return false
  }
}

/** The late forms come behind the layouts: a search that meets one of them tries what follows last of all. */
function* changed(draft: Draft, forms: Iterable<Variation>, layouts: Mistake['layouts'] = none): Generator<Variation> {
  const isChanging = changing(draft)
  const hasLayouts = layouts !== none && draft.layout === standard
  const late: Array<Variation> = []
  for (const form of forms) {
    if (!isChanging(form)) continue
    if (hasLayouts && form.rare === 'late') late.push(form)
    else yield form
  }
  if (!hasLayouts) return
  for (const form of layouts()) if (isChanging(form)) yield form
  yield* late
}

/** Something else was signed than was sent. */
export const signs = (
  id: string,
  partName: Mistake['part'],
  what: string,
  remedy: string,
  slots: Mistake['slots'],
  forms: Mistake['variations'],
  options: More = {},
): Mistake =>
  mistake(id, partName, what, remedy, {
    ...options,
    slots,
    variations: (draft, hash, only, slot) =>
      only === undefined ? changed(draft, forms(draft, hash), options.layouts) : forms(draft, hash, only, slot),
  })

/** Whether the search needs the forms of one slot. It needs those of every slot, unless it looks for one value. */
export const isNeeded = (slot: Slot, soughtSlot: Slot | undefined): boolean =>
  soughtSlot === undefined || soughtSlot === slot

/** All layouts in one shape: members of objects of many shapes are read several times more slowly. */
const uniform = (layout: Layout): Layout => {
  const { order, separator, last, start, end, bodiless, bodied, labels, pieces, whole, text } = layout
  return { order, separator, last, start, end, bodiless, bodied, labels, pieces, whole, text }
}

export const part = (
  detail: string,
  change: Partial<Pick<Draft, Slot>>,
  rare?: Rare | undefined,
  traits?: Traits | undefined,
): Variation => {
  const { layout } = change
  const signed: Variation['signed'] = {
    _tag: 'Draft',
    change: layout === undefined ? change : { layout: uniform(layout) },
  }
  if (traits !== undefined) return { detail, signed, rare, traits }
  return rare === undefined ? { detail, signed } : { detail, signed, rare }
}

/** Another text than the right signature, or the right line, was sent. */
export const spells =
  (attachedTo: 'signature' | 'header', usually: Mistake['seenAs']) =>
  (
    id: string,
    what: string,
    remedy: string,
    forms: (rightText: string) => ReadonlyArray<Form>,
    seenAs: Mistake['seenAs'] = usually,
  ): Mistake =>
    mistake(id, attachedTo, what, remedy, {
      seenAs,
      respellings: (rightText) =>
        forms(rightText).flatMap(([detail, respelling]) =>
          respelling === rightText ? [] : [{ detail, text: respelling }],
        ),
    })

/** Something else was signed in one slot. */
export const changes =
  <S extends Slot>(slot: S, attachedTo: Mistake['part'], usual: More = {}) =>
  (
    id: string,
    what: string,
    remedy: string,
    forms: (draft: Draft, hash: Hash, only?: Bytes.Bytes) => Iterable<Form<Draft[S]>>,
    options: More = {},
  ): Mistake =>
    mistake(id, attachedTo, what, remedy, {
      ...usual,
      ...options,
      slots: [slot],
      variations: (draft, hash, only) =>
        changedIn(slot, forms(draft, hash, only), only === undefined ? changing(draft) : undefined),
    })

/** The forms of a value of this slot that change what is signed; all if `isChanging` is absent. One generator for both, as it is hot. */
function* changedIn<S extends Slot>(
  slot: S,
  forms: Iterable<Form<Draft[S]>>,
  isChanging: ((variation: Variation) => boolean) | undefined,
): Generator<Variation> {
  for (const [detail, slotValue, rare, traits] of forms) {
    const variation = part(detail, { [slot]: slotValue }, rare, traits)
    if (isChanging === undefined || isChanging(variation)) yield variation
  }
}

/** A wrong text of one part was signed and sent alike. */
export const sends =
  (slot: 'target' | 'timestamp' | 'nonce', attachedTo: Mistake['part'] = slot) =>
  (
    id: string,
    what: string,
    remedy: string,
    seenAs: Mistake['seenAs'],
    forms: (view: View, hash: Hash) => ReadonlyArray<Form>,
  ): Mistake =>
    mistake(id, attachedTo, what, remedy, {
      seenAs,
      sendings: (view, hash) =>
        forms(view, hash).map(([detail, sentText]) => ({ detail, parts: { [slot]: sentText } })),
    })
