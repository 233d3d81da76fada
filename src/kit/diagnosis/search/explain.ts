/**
 * Every explanation of a text that was found: a cause is certain only if it is the only one.
 */

import * as Bytes from '../../../core/Bytes.ts'
import { catalogue } from '../catalogue.ts'
import {
  type Draft,
  type DraftParts,
  encodedOf,
  type Layout,
  makesText,
  partWithin,
  rewritable,
  type Slot,
  textOf,
} from '../Draft.ts'
import { utf8 } from '../forms/charsets.ts'
import type { Mistake } from '../Mistake.ts'
import { latin1 } from '../Received.ts'
import { type Attempts, formsOf, isTextOf } from './attempts.ts'
import { decompositions } from './compounds.ts'
import { layoutsOfLength } from './layoutsOfLength.ts'
import { type Choice, choicesOf, isMeant, productsOf } from './products.ts'
import {
  distinct,
  type Explanation,
  type Filter,
  nextLevel,
  rareOrder,
  type Space,
  type Step,
  slots,
  type Value,
  workOfMistake,
} from './values.ts'

/** A text that was met. */
export interface Match {
  /** What should have been signed; the search changes the first of them. */
  readonly expected: readonly [Draft, ...ReadonlyArray<Draft>]
  readonly draft: Draft
  readonly text: Bytes.Bytes
  readonly mistakes: number
  /** The values that led to the text. */
  readonly choice: Choice
}

/** The explanations of a text by so many mistakes. */
export const explanationsOf = (match: Match, completed: Completed): ReadonlyArray<Explanation> => {
  const { expected, draft, text, mistakes, choice } = match
  const [first] = expected
  const ways: Array<Explanation> = [...waysOf(choice), ...completed.ways]
  const { appId } = encodedOf(first)
  for (const lists of mistakes === 1 ? [] : productsOf(near(completed.space, draft, text), mistakes, 'all')) {
    const { choice: other, next } = choicesOf(lists)
    do {
      const [body, layout, , method, target, nonce, timestamp] = other
      const parts = {
        appId,
        method: method.bytes,
        target: target.bytes,
        timestamp: timestamp.bytes,
        nonce: nonce.bytes,
        body: body.bytes,
      }
      if (isMeant(layout.value as Layout, body.bytes) && isTextOf(layout.value as Layout, parts, text))
        for (const way of waysOf(other)) ways.push(way)
    } while (next())
  }
  // Rare forms are not met in the order of the catalogue.
  const isRareAlone = mistakes === 1 && rareStepOf(choice) !== undefined
  const placeOf = ([step]: Explanation): number => (step === undefined ? -1 : catalogue.indexOf(step.mistake))
  if (isRareAlone) ways.sort((a, b) => placeOf(a) - placeOf(b))
  return asOther(distinct(ways), draft, first)
}

/** They stand in the text for all to see, whatever else was done to the target. */
const evident: ReadonlyArray<string> = ['target-with-origin', 'target-with-fragment']

/** With anything else they make another resource of a path, and that may have been meant. */
const prefixes: ReadonlyArray<string> = ['target-prefix-lost', 'target-prefix-added']

/** A body such as `{}` or `""`: whatever is written for none may have been meant. */
const maxMeant = 2

/**
 * Of several mistakes in one part the text may show only that the part is another one. Then the explanation says no more than
 * that: if the target is that of another resource, or others lead to it as well; or if a body of two bytes is to be what was
 * written for none.
 */
const asOther = (
  found: ReadonlyArray<Explanation>,
  { target, body }: Draft,
  { sent }: Draft,
): ReadonlyArray<Explanation> => {
  const isOf =
    (slot: Slot) =>
    (step: Step): boolean =>
      step.slot === slot && !evident.includes(step.mistake.id)
  const told = (
    ways: ReadonlyArray<Explanation>,
    slot: Slot,
    id: string,
    detail: string,
  ): ReadonlyArray<Explanation> => {
    const rest = (steps: Explanation): Explanation => steps.filter((step) => !isOf(slot)(step))
    const isUnclear = (steps: Explanation): boolean => {
      const own = steps.filter(isOf(slot))
      if (own.length < 2) return false
      if (slot === 'body') return body.length <= maxMeant && own.some(({ mistake }) => mistake.id === 'body-missing')
      const alike = distinct(ways.filter((way) => distinct([rest(way), rest(steps)]).length === 1))
      return own.some(({ mistake }) => prefixes.includes(mistake.id)) || alike.length > 1
    }
    const mistake = catalogue.find((each) => each.id === id) as Mistake
    return distinct(ways.map((steps) => (isUnclear(steps) ? [{ mistake, slot, detail }, ...rest(steps)] : steps)))
  }
  const ways = told(found, 'target', 'target-other', `signed ${target}, sent ${sent}`)
  return told(ways, 'body', 'body-other', `signed ${latin1(body)}`)
}

/** What else leads to a text that was met: other single mistakes, or the values that several make in one slot. */
export interface Completed {
  readonly ways: ReadonlyArray<Explanation>
  readonly space: Space
}

/** The search meets a text before it makes these. Yields the cost of each step. */
export function* completed(space: Space, match: Match, attempts: Attempts): Generator<number, Completed, void> {
  const { expected, text, mistakes } = match
  // A digest is of the whole text; so every explanation has the same one.
  const isRight = expected.some((right) => Bytes.Eq.equals(text, textOf(right)))
  if (mistakes === 1) {
    const ways = yield* alone(match, isRight, attempts)
    const found = distinct([...waysOf(match.choice), ...ways])
    return { ways: [...ways, ...expected.flatMap((right) => decompositions(found, right, text, attempts))], space }
  }
  const whole: Array<Space[number]> = []
  for (const [i, slot] of slots.entries()) {
    const levels = space[i] as Space[number]
    const isMade = isRight || slot === 'digested' || levels.length > mistakes
    const [filter] = isMade ? [] : expected.flatMap((right) => filterOf(slot, right, match))
    const more = filter === undefined ? [] : [yield* nextLevel(slot, levels, expected[0], attempts, filter)]
    whole.push([...levels, ...more])
  }
  return { ways: [], space: whole }
}

/** By which rare form the search has met the text, if it was one. */
const rareStepOf = (choice: Choice): Step | undefined =>
  choice.flatMap(({ explanations }) => explanations.flat()).find(({ rare }) => rare !== undefined)

/** Every mistake that alone leads to the text, its rare forms among them. */
function* alone(
  match: Match,
  isRight: boolean,
  attempts: Attempts,
): Generator<number, ReadonlyArray<Explanation>, void> {
  const ways: Array<Explanation> = []
  const [first] = match.expected
  // By no rare form of a mistake before this one, nor by another form that is not rare.
  const came = rareStepOf(match.choice)
  const tried = match.expected.length > 1 || came === undefined ? 0 : rareOrder.indexOf(came.mistake)
  const left = new Set(rareOrder.slice(tried))
  for (const right of match.expected) {
    const parts = encodedOf(right)
    const wanted = slots.filter((slot) => (slot === 'digested') === isRight)
    const filters = new Map(wanted.flatMap((slot) => filterOf(slot, right, match).map((filter) => [slot, filter])))
    const isSame = (digested: Draft['digested']): boolean => digested.join() === match.draft.digested.join()
    const texts = [...filters].flatMap(([slot, { only }]) =>
      only === undefined ? [] : [[slot as keyof DraftParts, only, rewritable(only, only.length)] as const],
    )
    const hasLayout = filters.has('layout')
    const isUndigested = isSame(right.digested)
    const isMet = (change: Partial<Draft>): boolean => {
      const { layout, digested } = change
      if (layout !== undefined)
        return hasLayout && isUndigested && isMeant(layout, right.body) && isTextOf(layout, parts, match.text)
      if (digested !== undefined) return isRight && isSame(digested) && makesText(right.layout, parts, match.text)
      for (const [slot, bytes, text] of texts) {
        const value = change[slot]
        if (value !== undefined) return typeof value === 'string' ? value === text : Bytes.Eq.equals(value, bytes)
      }
      return false
    }
    for (const mistake of catalogue.filter((each) => left.has(each))) {
      const own = mistake.slots.filter((slot) => filters.has(slot))
      // What takes the place of a part is the same whatever stood there.
      if (own.length === 0 || (right !== first && mistake.slots.length > 1 && !filters.has('layout'))) continue
      const only = (mistake.slots.length === 1 ? filters.get(own[0] as Slot)?.only : undefined) ?? match.text
      const layouts = hasLayout ? layoutsOfLength(mistake, parts, match.text.length) : []
      for (const { detail, signed, rare } of [...formsOf(mistake, right, attempts, only), ...layouts]) {
        if (signed._tag !== 'Draft' || !isMet(signed.change)) continue
        const [slot] = Object.keys(signed.change) as [Slot]
        ways.push([{ mistake, slot, detail, rare }])
      }
      yield workOfMistake
    }
  }
  return ways
}

/** The values of this slot that may lead to the text with all others right, if any can. */
const filterOf = (slot: Slot, right: Draft, { expected, text, mistakes }: Match): ReadonlyArray<Filter> => {
  if (slot === 'digested') return [{}]
  if (slot === 'layout') {
    // A rare layout may leave parts out; another one holds them.
    const whole = latin1(text)
    const isHeld = [right.method, right.target, right.timestamp].every((part) => whole.includes(latin1(utf8(part))))
    return (mistakes === 1 && right === expected[0]) || isHeld ? [{}] : []
  }
  const only = partWithin(text, right, slot)
  return only === undefined ? [] : [{ only }]
}

/** The values that the text may hold: only they can have led to it. No form that writes a whole text anew stands beside another. */
const near = (space: Space, { digested }: Draft, text: Bytes.Bytes): Space => {
  const whole = latin1(text)
  const form = JSON.stringify(digested)
  return space.map((levels, i) =>
    levels.map((level, count) => {
      const isNear = ([key, { bytes }]: readonly [string, Value]): boolean => {
        if (slots[i] === 'digested') return key === form
        return slots[i] === 'layout' || count === 0 || (bytes.length <= text.length && whole.includes(latin1(bytes)))
      }
      return new Map([...level].filter(isNear))
    }),
  )
}

/** One explanation of each value, joined, in every way. */
const waysOf = (choice: Choice): ReadonlyArray<Explanation> =>
  choice.reduce<ReadonlyArray<Explanation>>(
    (ways, { explanations }) => ways.flatMap((way) => explanations.map((steps) => [...way, ...steps])),
    [[]],
  )
