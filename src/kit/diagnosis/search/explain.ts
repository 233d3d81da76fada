/**
 * Every explanation of a text that was found: a cause is certain only if it is the only one.
 */

import * as Bytes from '../../../core/Bytes.ts'
import type { Hash } from '../../../effects/Hash.ts'
import { catalogue } from '../catalogue.ts'
import { type Draft, lengthOf, type Slot, textOf } from '../Draft.ts'
import { utf8 } from '../forms/charsets.ts'
import type { Mistake } from '../Mistake.ts'
import { latin1 } from '../Received.ts'
import { type Choice, choicesOf, draftFrom, productsOf } from './products.ts'
import {
  distinct,
  type Explanation,
  type Filter,
  type Levels,
  nextLevel,
  rareSlots,
  type Space,
  type Step,
  slots,
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
export const explanationsOf = (
  space: Space,
  { expected: [first], draft, text, mistakes, choice }: Match,
): ReadonlyArray<Explanation> => {
  const ways: Array<Explanation> = [...waysOf(choice)]
  const isText = (other: Draft): boolean =>
    (lengthOf(other) ?? text.length) === text.length && mayBegin(other, text) && Bytes.Eq.equals(textOf(other), text)
  for (const lists of productsOf(near(space, draft, text), mistakes, 'all'))
    for (const each of choicesOf(lists)) if (isText(draftFrom(each, first))) ways.push(...waysOf(each))
  return asOther(distinct(ways), draft, first)
}

/** Whether the text begins as one in this layout does. */
const mayBegin = ({ layout: { start = '', labels = {}, order, whole } }: Draft, text: Bytes.Bytes): boolean => {
  if (whole !== undefined) return true
  const [first] = order
  const beginning = utf8(start + (first === undefined ? '' : (labels[first] ?? '')))
  return beginning.every((byte, i) => byte === text[i])
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
    ({ mistake }: Step): boolean =>
      mistake.slots.includes(slot) && !evident.includes(mistake.id)
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
    return distinct(ways.map((steps) => (isUnclear(steps) ? [{ mistake, detail }, ...rest(steps)] : steps)))
  }
  const ways = told(found, 'target', 'target-other', `signed ${target}, sent ${sent}`)
  return told(ways, 'body', 'body-other', `signed ${latin1(body)}`)
}

/**
 * The space, with the values of a slot that has all the mistakes, and by one mistake those of its rare forms. The search meets
 * a text before it makes these. Yields the cost of each step.
 */
export function* completed(space: Space, match: Match, hash: Hash): Generator<number, Space, void> {
  const whole: Array<Levels> = []
  for (const [i, slot] of slots.entries()) {
    const levels = space[i] as Levels
    const isMade = match.mistakes === 1 ? !rareSlots.includes(slot) : levels.length > match.mistakes
    const filter = isMade ? undefined : filterOf(slot, match)
    if (filter === undefined) whole.push(levels)
    else if (match.mistakes > 1)
      whole.push([...levels, yield* nextLevel(slot, levels, match.expected[0], hash, filter)])
    else
      whole.push([
        levels[0] ?? [],
        yield* nextLevel(slot, levels, match.expected[0], hash, { ...filter, rarely: true, alone: true }),
      ])
  }
  return whole
}

/** The values of this slot that may lead to the text with all others right; undefined if none can. */
const filterOf = (slot: Slot, { expected, text, mistakes }: Match): Filter | undefined => {
  // A digest is of the whole text; so every explanation has the same one.
  if (slot === 'digested' || expected.some((right) => Bytes.Eq.equals(text, textOf(right)))) return undefined
  if (slot === 'layout') {
    // A rare layout may leave parts out; another one holds them.
    const whole = latin1(text)
    const holds = ({ method, target, timestamp }: Draft): boolean =>
      [method, target, timestamp].every((part) => whole.includes(latin1(utf8(part))))
    return mistakes === 1 || expected.some(holds) ? {} : undefined
  }
  for (const right of expected) {
    const [before, after] = around(slot, right)
    const length = text.length - before.length - after.length
    const holds =
      length >= 0 &&
      Bytes.Eq.equals(text.subarray(0, before.length), before) &&
      Bytes.Eq.equals(text.subarray(before.length + length), after)
    if (holds) return { only: text.subarray(before.length, before.length + length) }
  }
  return undefined
}

/** The right text in front of a part, and behind it. */
const around = (slot: Exclude<Slot, 'layout' | 'digested'>, right: Draft): readonly [Bytes.Bytes, Bytes.Bytes] => {
  const { order } = right.layout
  const at = order.indexOf(slot)
  const half = (some: Draft['layout']['order'], start: string, end: string): Bytes.Bytes =>
    some.length === 0 ? Bytes.empty : textOf({ ...right, layout: { ...right.layout, order: some, start, end } })
  return [half(order.slice(0, at), '', '\n'), half(order.slice(at + 1), '\n', '')]
}

/** The values that the text may hold: only they can have led to it. */
const near = (space: Space, { digested }: Draft, text: Bytes.Bytes): Space => {
  const whole = latin1(text)
  const form = JSON.stringify(digested)
  return space.map((levels, i) =>
    levels.map((values, count) =>
      values.filter(({ value, key }) => {
        if (slots[i] === 'digested') return key === form
        if (slots[i] === 'layout' || count === 0) return true
        return value instanceof Uint8Array ? mayHold(whole, value) : whole.includes(asciiStart(value as string))
      }),
    ),
  )
}

/** The beginning of a text that is the same in every encoding. */
const asciiStart = (text: string): string => /^[^\u0080-\uffff]*/.exec(text)?.[0] ?? ''

/** The bytes of either end that are looked for, because many values are large. */
const ends = 16

const mayHold = (whole: string, bytes: Bytes.Bytes): boolean =>
  bytes.length <= whole.length &&
  whole.includes(latin1(bytes.subarray(0, ends))) &&
  whole.includes(latin1(bytes.subarray(-ends)))

/** One explanation of each value, joined, in every way. */
const waysOf = (choice: Choice): ReadonlyArray<Explanation> =>
  choice.reduce<ReadonlyArray<Explanation>>(
    (ways, { explanations }) => ways.flatMap((way) => explanations.map((steps) => [...way, ...steps])),
    [[]],
  )
