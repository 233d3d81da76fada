/**
 * The search for what a caller signed: every text that up to three mistakes make of the right one, the fewest mistakes first,
 * until one meets what was recovered from the signature.
 */

import type * as Bytes from '../../../core/Bytes.ts'
import { type Hash, hexOf } from '../../../effects/Hash.ts'
import { type Draft, digestedOf, maxRewritten, type Slot } from '../Draft.ts'
import type { Progress } from '../Report.ts'
import { type Attempts, writtenBy } from './attempts.ts'
import { completed, explanationsOf, type Match } from './explain.ts'
import {
  type Choice,
  choicesOf,
  draftFrom,
  everyChoice,
  isMeant,
  type Lists,
  productsOf,
  sizeOf,
  type Which,
} from './products.ts'
import {
  type Explanation,
  firstLevel,
  maxBytes,
  nextLevel,
  type Pending,
  rareValues,
  slots,
  type Value,
  workOfWriting,
} from './values.ts'
import { writer } from './writer.ts'

export interface Found {
  readonly draft: Draft
  /** Before the caller hashed it. */
  readonly text: Bytes.Bytes
  /** At least one, each of the fewest mistakes possible; without steps if nothing is wrong. */
  readonly explanations: ReadonlyArray<Explanation>
  /** Whether every explanation by as few mistakes was looked for. */
  readonly exhaustive: boolean
}

type Excluded = Readonly<Record<Slot, number>>

export interface Searched {
  readonly found?: Found
  readonly tried: number
  /** How many other values of each slot were tried with all others right; undefined if not all of one mistake were. */
  readonly values?: Excluded | undefined
  readonly complete: boolean
  /** If the search was ended before it met the text: how many mistakes at once were being tried. */
  readonly unfinished?: 1 | 2 | 3
  /** The entries of the catalogue that threw, and were skipped. */
  readonly failed?: ReadonlyArray<string>
}

export interface Query {
  /** What should have been signed: several drafts if the header leaves timestamp or nonce open. */
  readonly expected: readonly [Draft, ...ReadonlyArray<Draft>]
  readonly meets: (message: Bytes.Bytes) => boolean
  readonly hash: Hash
  /** How many mistakes at once. */
  readonly maxMistakes: number
}

/** The cost of a text beside its bytes, and the work between two pauses: about nanoseconds with native hashing. */
const workOfText = 1000
const pause = 100_000

/** The texts of so many mistakes, and at last the one that meets. */
type Phase = (run: Run, mistakes: number, shareOf: (part: number) => number) => Generator<number, Match | undefined>

const shared: Phase = (...given) => trying('shared', ...given)
const wide: Phase = (...given) => trying('wide', ...given)
const rare: Phase = (...given) => trying('rare', ...given)

/**
 * The order of the search. Mistakes in different slots are the likeliest and need no new values, which take longer to make
 * than texts to try. The weights are the shares of time that were measured.
 */
const phases: ReadonlyArray<readonly [mistakes: number, phase: Phase, weight: number]> = [
  [0, (...given) => trying('all', ...given), 0],
  [1, slotBySlot, 1],
  [1, rarely, 2],
  [2, shared, 1],
  [2, slotBySlot, 2],
  [2, wide, 2],
  [2, rare, 2],
  [3, shared, 4],
  [3, slotBySlot, 4],
  [3, wide, 84],
]

/** The values that were made; the rare ones of one mistake join them one by one. */
type Growing = ReadonlyArray<Array<Map<string, Value>>>

/** A search on its way. */
interface Run extends Query, Attempts {
  readonly space: Growing
  readonly pending: Pending
  /** Those slots whose values of one mistake were tried, but for the rare ones. */
  readonly done: Set<Slot>
  readonly write: (choice: Choice) => Bytes.Bytes
  readonly meter: Meter
}

type Meter = { -readonly [K in keyof Progress]: Progress[K] }

/** Pauses about every tenth of a millisecond, and ends when it is given `enough`. */
export function* search(query: Query): Generator<Progress, Searched, 'enough' | undefined> {
  const { expected, hash } = query
  const meter: Meter = { tried: 0, work: 0, mistakes: 0, share: 0 }
  const space = slots.map((slot) => [firstLevel(slot, expected, hash)])
  const failed = new Set<string>()
  const run: Run = { ...query, failed, space, meter, pending: new Map(), done: new Set(), write: writer(expected[0]) }
  const searched = yield* searching(run)
  // What an entry that threw leads to is not known.
  return failed.size === 0 ? searched : { ...withoutProof(searched), failed: [...failed] }
}

const withoutProof = ({ found, ...searched }: Searched): Searched => ({
  ...searched,
  ...(found === undefined ? {} : { found: { ...found, exhaustive: false } }),
  complete: false,
})

function* searching(run: Run): Generator<Progress, Searched, 'enough' | undefined> {
  const { expected, maxMistakes, meter, space } = run
  const matched = yield* metered(matching(run), meter)
  const { tried } = meter
  const values = run.done.size < slots.length ? undefined : valuesOf(space)
  if (matched === undefined) {
    const unfinished = Math.max(1, meter.mistakes) as 1 | 2 | 3
    return { tried, values, complete: false, unfinished }
  }
  if (matched === 'none') {
    const { length } = expected[0].body
    return { tried, values, complete: length <= maxRewritten && (maxMistakes < 2 || length <= maxBytes) }
  }
  const whole = yield* metered(completed(space, matched, run), meter)
  const exhaustive = whole !== undefined
  const { draft, text } = matched
  const explanations = explanationsOf(matched, whole ?? { ways: [], space })
  return { found: { draft, text, explanations, exhaustive }, tried, complete: exhaustive }
}

const valuesOf = (space: Growing): Excluded =>
  Object.fromEntries(slots.map((slot, i) => [slot, space[i]?.[1]?.size ?? 0] as const)) as Excluded

/** Counts the costs that the steps yield, and pauses where they add up; undefined if it was given `enough`. */
function* metered<A>(
  steps: Generator<number, A, void>,
  meter: Meter,
): Generator<Progress, A | undefined, 'enough' | undefined> {
  // The first step is not waited for.
  let due = pause
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value
    meter.work += step.value
    due += step.value
    if (due < pause) continue
    due = 0
    if ((yield { ...meter }) === 'enough') return undefined
  }
}

/** The first text that meets, phase by phase. Makes the values of the space on its way. */
function* matching(run: Run): Generator<number, Match | 'none'> {
  const planned = phases.filter(([mistakes]) => mistakes <= run.maxMistakes)
  const all = planned.reduce((sum, [, , weight]) => sum + weight, 0)
  let before = 0
  for (const [mistakes, phase, weight] of planned) {
    run.meter.mistakes = mistakes
    const shareOf = (part: number): number => (before + weight * part) / Math.max(all, 1)
    run.meter.share = shareOf(0)
    const match = yield* phase(run, mistakes, shareOf)
    if (match !== undefined) return match
    before += weight
  }
  return 'none'
}

/** Those that differ in one slot, each as soon as its values are made: those of a body take longest, and there are most timestamps. */
function* slotBySlot(run: Run, mistakes: number, shareOf: (part: number) => number): ReturnType<Phase> {
  const {
    expected: [first],
    space,
    pending,
  } = run
  for (const [turn, slot] of slotsByCost.entries()) {
    const at = slots.indexOf(slot)
    const levels = space[at] as Growing[number]
    if (slot === 'body' && mistakes > 1 && first.body.length > maxBytes) continue
    levels.push(yield* nextLevel(slot, levels, first, run, mistakes === 1 ? { pending } : {}))
    const own = space.map((some, i) => (i === at ? some : some.slice(0, 1)))
    const match = yield* trying('all', { ...run, space: own }, mistakes, (part) =>
      shareOf((turn + part) / slots.length),
    )
    if (match !== undefined) return match
    run.done.add(slot)
  }
  return undefined
}

const slotsByCost = ['layout', 'digested', 'method', 'nonce', 'target', 'body', 'timestamp'] as const

function* trying(which: Which, run: Run, mistakes: number, shareOf: (part: number) => number): ReturnType<Phase> {
  const products = [...productsOf(run.space, mistakes, which)]
  const total = products.reduce((sum, lists) => sum + sizeOf(lists), 0)
  const before = run.meter.tried
  for (const lists of products)
    for (const step of textsOf(run, lists, mistakes)) {
      if (typeof step !== 'number') return step
      run.meter.share = shareOf((run.meter.tried - before) / total)
      yield step
    }
  return undefined
}

/** The texts of one value by a rare form, and all others right. */
function* rarely(run: Run, mistakes: number): ReturnType<Phase> {
  const own = run.space.map(([values]) => [...(values?.values() ?? [])])
  // What stands in a slot here is replaced by each of its rare values.
  const choices = own.map((list, at) => everyChoice(own.with(at, list.slice(0, 1))))
  for (const made of rareValues(run.space, run.expected[0], run.pending, run)) {
    if (typeof made === 'number') {
      yield made
      continue
    }
    const [at, value] = made
    let work = workOfWriting * value.bytes.length
    for (const choice of choices[at] as ReadonlyArray<Choice>) {
      choice[at as 0] = value
      const done = tryTexts(run, choice, [choice[2]])
      if (done === 'meets') return matchOf(run, choice, mistakes)
      work += done
      if (work > pause) {
        yield work
        work = 0
      }
    }
    yield work
  }
  return undefined
}

/** The work on each text of these lists, and at last the one that meets. */
function* textsOf(run: Run, lists: Lists, mistakes: number): Generator<number | Match> {
  const digested = lists[2] as Lists[number]
  const { choice, next } = choicesOf(lists.with(2, digested.slice(0, 1)))
  let work = 0
  do {
    const done = tryTexts(run, choice, digested)
    if (done === 'meets') {
      yield matchOf(run, choice, mistakes)
      return
    }
    work += done
    if (work > pause) {
      yield work
      work = 0
    }
  } while (next())
  yield work
}

/** A text whose layout may throw while it is written. */
const rewritten = (run: Run, choice: Choice): Bytes.Bytes | undefined => {
  const idsOfLayout = (): ReadonlyArray<string> => choice[1].explanations.flat().map(({ mistake }) => mistake.id)
  return writtenBy(() => run.write(choice), idsOfLayout, run)
}

/** The work on the texts of a choice with each of these digests, if none meets; else the choice is that of the one which does. */
const tryTexts = (run: Run, choice: Choice, digested: Lists[number]): number | 'meets' => {
  const { meets, hash, write, meter } = run
  const layout = choice[1].value as Draft['layout']
  if (!isMeant(layout, choice[0].bytes)) return 0
  // Such a text takes as long as a body that is written anew.
  const isRewritten = layout.pieces !== undefined || layout.whole !== undefined
  const text = isRewritten ? rewritten(run, choice) : write(choice)
  if (text === undefined) return workOfText
  let work = text.length * (isRewritten ? workOfWriting : 1)
  let first: string | undefined
  for (const value of digested) {
    const forms = value.value as Draft['digested']
    if (forms.length > 0) first ??= hexOf(hash)('sha256', text)
    meter.tried++
    if (meets(forms.length === 0 ? text : digestedOf(text, forms, hash, first))) {
      choice[2] = value
      return 'meets'
    }
    work += workOfText * Math.max(1, forms.length)
  }
  return work
}

const matchOf = ({ expected, write }: Run, choice: Choice, mistakes: number): Match => {
  const draft = draftFrom(choice, expected[0])
  const text = write(choice).slice()
  return { expected, draft, text, mistakes, choice: [...choice] }
}
