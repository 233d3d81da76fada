/**
 * How many texts a search hashes until it meets that of a single mistake: a measure of its speed that is the same on every
 * machine. Usual forms come before rare ones: of the frame of the text, of method and nonce, the target, the body, the timestamp. Of the
 * rare ones those of the mistakes that take the least work come first.
 */
import { catalogue } from '../../../../src/kit/diagnosis/catalogue.ts'
import { digestedOf, draftOf, type Slot, textOf } from '../../../../src/kit/diagnosis/Draft.ts'
import type { Variation } from '../../../../src/kit/diagnosis/Mistake.ts'
import { search } from '../../../../src/kit/diagnosis/search/search.ts'
import { hash } from '../../../../src/platform/node/hash.ts'
import { everyForm } from '../../../support/finding.ts'
import { isSeen } from '../../../support/planting.ts'
import { assert, inTurn, suite } from '../../../support/suite.ts'

/** The most texts, by the part in which the form lies. */
type Most = Readonly<Record<Slot, number>>

const mostUsual: Most = {
  layout: 60,
  digested: 70,
  method: 80,
  nonce: 90,
  target: 500,
  body: 600,
  timestamp: 1700,
}

/** The mistakes whose rare forms take the least work come first, and those that write a body anew come behind the others. */
const mostRare: Most = {
  layout: 25_700,
  digested: 3000,
  method: 3000,
  nonce: 3000,
  target: 12_600,
  body: 12_600,
  timestamp: 8300,
}

const right = draftOf(everyForm)

const countTexts = (change: Extract<Variation['signed'], { readonly _tag: 'Draft' }>['change']): number => {
  const signed = digestedOf(textOf({ ...right, ...change }), change.digested ?? [], hash)
  const matches = (text: Uint8Array): boolean => Buffer.compare(text, signed) === 0
  const searching = search({ expected: [right], matches, hash, maxMistakes: 1 })
  let step = searching.next()
  while (step.done !== true) step = searching.next()
  assert.ok(step.value.found)
  return step.value.tried
}

/**
 * Late forms come behind the rare ones of every mistake. Some 6,600 of them are operations on the units of the target, some 500 those on one of
 * the other parts, and some 700 those on several parts at once. Some 1,100 are orders of the parts with an empty line, or the parts with one
 * line more. Some 600 are paths with dot segments, and some 9,000 lists of parts with one more value. Some 900 are rare forms of a timestamp, a method, a digest or a printed body.
 */
const mostLate = 60_000

const isUsual = ({ rare }: Variation): boolean => rare === undefined
const isLate = ({ rare }: Variation): boolean => rare === 'late'
const isRare = (form: Variation): boolean => !isUsual(form) && !isLate(form)

/** The last usual form, the last rare one and the last late one of each mistake. */
const lastForms = catalogue.flatMap(({ id, variations }) => {
  const forms = [...variations(right, hash)].filter((form) => isSeen(right, form))
  const last = [isUsual, isRare, isLate].map((isWanted) => forms.findLast(isWanted))
  return last.filter((form) => form !== undefined).map((form) => ({ id, form }))
})

const texts = suite('the texts that are hashed until a single mistake is met')

const checkCount = (id: string, { detail, signed }: Variation, most: Most): void => {
  if (signed._tag !== 'Draft') return
  const [slot] = Object.keys(signed.change) as [Slot]
  const count = countTexts(signed.change)
  assert.ok(count <= most[slot], `${id} (${detail}): ${count} texts, and at most ${most[slot]} for the ${slot}`)
}

texts('usual forms of every mistake: some hundreds at most, but for timestamps', () => {
  const usual = lastForms.filter(({ form }) => isUsual(form))
  for (const { id, form } of inTurn(5, usual)) checkCount(id, form, mostUsual)
})

texts('rare forms: some tens of thousands at most', () => {
  const rare = lastForms.filter(({ form }) => isRare(form))
  for (const { id, form } of inTurn(24, rare)) checkCount(id, form, mostRare)
})

texts('late forms: behind all of these, and they delay none', () => {
  for (const { id, form } of lastForms.filter((last) => isLate(last.form))) {
    const { signed } = form
    if (signed._tag !== 'Draft') continue
    const count = countTexts(signed.change)
    assert.ok(count <= mostLate, `${id} (${form.detail}): ${count} texts`)
  }
})
