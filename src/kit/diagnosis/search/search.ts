/**
 * The search for what a caller signed, for `examine`. It writes every text that up to three mistakes make of the right one, the fewest
 * mistakes first, until one text has the digest that was recovered from the signature.
 *
 * A mistake changes one slot of a draft, such as the target. So a text is a choice of one value of each slot:
 *
 *   values.ts    makes the values of a slot: the right one, those of one mistake, those of two …
 *   rareForms.ts makes those of forms that few programs make, which come last
 *   editedParts.ts makes those of one edit, which no mistake explains
 *   partlyChanged.ts makes those in which some of several things are others, which no mistake explains either
 *   products.ts  makes the choices: every way to spread so many mistakes over the slots
 *   writer.ts    writes the text of a choice
 *   explain.ts   looks for everything else that leads to the text that was found
 *
 * The search is a generator, so the caller decides when it runs and when it ends. It counts work, and reads no clock.
 */

import type * as Bytes from '../../../core/Bytes.ts'
import { definedOf } from '../../../core/Settings.ts'
import { type Hash, hexOf } from '../../../effects/Hash.ts'
import { type Draft, digestedOf, maxRewritten, type Slot } from '../Draft.ts'
import type { Count } from '../forms/choices.ts'
import type { Likelihood } from '../forms/editedTexts.ts'
import type { Progress } from '../Report.ts'
import { type Attempts, writeSafely } from './attempts.ts'
import { completionOf } from './completion.ts'
import type { Explanation, Step } from './Explanation.ts'
import { type EditedPart, editedParts } from './editedParts.ts'
import { explanationsOf } from './explain.ts'
import type { Match } from './Match.ts'
import { otherPart } from './otherPart.ts'
import { partlyChanged } from './partlyChanged.ts'
import { mayBeDigest, possibleValues } from './possibleValues.ts'
import {
  type Choice,
  choicesOf,
  draftFrom,
  everyChoice,
  isMeant,
  type Product,
  type ProductKind,
  productsOf,
  sizeOf,
} from './products.ts'
import { type RareForm, rareForms, valueOfForm } from './rareForms.ts'
import { firstLevel, isWide, maxBytes, nextLevel, type Pending, type Space, slots, type Value } from './values.ts'
import { workOfWriting } from './work.ts'
import { writer } from './writer.ts'

export interface FoundText {
  readonly draft: Draft
  /** The text before the caller hashed it. */
  readonly text: Bytes.Bytes
  /** At least one, each of the fewest mistakes possible. An explanation has no steps if nothing is wrong. */
  readonly explanations: ReadonlyArray<Explanation>
  /** Whether the search has looked for every explanation by as few mistakes. */
  readonly exhaustive: boolean
}

type ExcludedCounts = Readonly<Record<Slot, number>>

export interface SearchResult {
  readonly found?: FoundText
  /** The number of texts that were tried. */
  readonly tried: number
  /** How many other values of each slot were tried with all others right. Undefined until all values of one mistake were tried. */
  readonly values?: ExcludedCounts | undefined
  /** Whether nothing was left out that could have led to the text. */
  readonly complete: boolean
  /** If the search ended before it found the text: how many mistakes at once were being tried. */
  readonly unfinished?: 1 | 2 | 3
  /** The entries of the catalogue that threw, and were skipped. */
  readonly failed?: ReadonlyArray<string>
}

export interface Query {
  /** The drafts that should have been signed: several if the header leaves timestamp or nonce open. */
  readonly expected: readonly [Draft, ...ReadonlyArray<Draft>]
  /** Whether the signature was made of this message. */
  readonly matches: (message: Bytes.Bytes) => boolean
  /** The message, if the caller shows it. Then the search looks for its mistakes, and tries only the texts that it may be. */
  readonly shown?: Bytes.Bytes
  readonly hash: Hash
  /** How many mistakes at once are tried. */
  readonly maxMistakes: number
}

/** The work on a text beside that on its bytes. A unit of work is about a nanosecond with native hashing. */
const workOfText = 1000
/** About a tenth of a millisecond. */
const workBetweenPauses = 100_000
/** The place of the digest in a choice: texts that differ only there are written once. */
const digestedIndex = 2
/** The place of the body in a choice. */
const bodyIndex = 0
/** The place of the layout in a choice. */
const layoutIndex = 1

/**
 * Tries texts of so many mistakes. Yields its work, and returns the text that matches. `shareOf` turns the fraction of the phase
 * that was tried into the share of the whole search.
 */
type TryTexts = (
  state: SearchState,
  mistakes: number,
  shareOf: (fraction: number) => number,
) => Generator<number, Match | undefined>

const tryKind =
  (kind: ProductKind): TryTexts =>
  (state, mistakes, shareOf) =>
    tryProducts(kind, state, mistakes, shareOf)

interface Phase {
  readonly mistakes: number
  readonly tryTexts: TryTexts
  /** The share of the search's time that this phase was measured to take, in parts of about a hundred. */
  readonly weight: number
}

/**
 * The order of the search. Mistakes in different slots are the likeliest and need no new values, which take longer to make
 * than texts to try. So the values that three mistakes make in one slot come last. An edit is one mistake, but no mistake explains it,
 * so it comes after all pairs of mistakes that may be made in the same slot.
 */
const phases: ReadonlyArray<Phase> = [
  { mistakes: 0, tryTexts: tryKind('all'), weight: 0 },
  { mistakes: 1, tryTexts: trySlotBySlot, weight: 1 },
  { mistakes: 1, tryTexts: tryRareForms, weight: 12 },
  { mistakes: 2, tryTexts: tryKind('shared'), weight: 1 },
  { mistakes: 2, tryTexts: trySlotBySlot, weight: 3 },
  { mistakes: 2, tryTexts: tryEditsOf(['nonce', 'target'], 'likely'), weight: 1 },
  { mistakes: 2, tryTexts: tryPartlyChanged('target', 'few'), weight: 0 },
  { mistakes: 2, tryTexts: tryKind('wide'), weight: 8 },
  { mistakes: 2, tryTexts: tryKind('rare'), weight: 8 },
  { mistakes: 2, tryTexts: tryBesideBodies, weight: 1 },
  { mistakes: 2, tryTexts: tryEditsOf(['body'], 'likely'), weight: 2 },
  { mistakes: 2, tryTexts: tryPartlyChanged('body', 'few'), weight: 0 },
  { mistakes: 2, tryTexts: tryPartlyChanged('target', 'many'), weight: 1 },
  { mistakes: 2, tryTexts: tryPartlyChanged('body', 'many'), weight: 1 },
  { mistakes: 3, tryTexts: tryKind('shared'), weight: 20 },
  { mistakes: 3, tryTexts: tryEditsOf(['nonce', 'target', 'body'], 'unlikely'), weight: 10 },
  { mistakes: 3, tryTexts: tryKind('wide'), weight: 24 },
  { mistakes: 3, tryTexts: trySlotBySlot, weight: 12 },
]

/** The values that were made, by slot and by the number of mistakes. The rare values of one mistake join them one by one. */
type GrowingSpace = ReadonlyArray<Array<Map<string, Value>>>

/** The state of a search. */
interface SearchState extends Query, Attempts {
  readonly space: GrowingSpace
  readonly pending: Pending
  /** The values by rare forms that are tried with usual bodies too, by the place of their slot. */
  readonly besideBodies: Map<number, Array<Value>>
  /** The slots whose values of one mistake were tried, but for the rare ones. */
  readonly triedSlots: Set<Slot>
  /** Writes the text of a choice. The next call overwrites it. */
  readonly write: (choice: Choice) => Bytes.Bytes
  readonly meter: Meter
}

type Meter = { -readonly [K in keyof Progress]: Progress[K] }

/** Runs the search. It pauses about every tenth of a millisecond, and ends early when a pause is answered with `enough`. */
export function* search(query: Query): Generator<Progress, SearchResult, 'enough' | undefined> {
  const { expected, hash } = query
  const meter: Meter = { tried: 0, work: 0, mistakes: 0, share: 0 }
  const space = slots.map((slot) => [firstLevel(slot, expected, hash)])
  const failed = new Set<string>()
  const state: SearchState = {
    ...query,
    failed,
    space,
    meter,
    pending: new Map(),
    besideBodies: new Map(),
    triedSlots: new Set(),
    write: writer(expected[0]),
  }
  const result = yield* runSearch(state)
  // An entry that threw might have led to the text as well.
  return failed.size === 0 ? result : { ...withoutProof(result), failed: [...failed] }
}

/** The same result, but something may have been left out. */
const withoutProof = ({ found, ...result }: SearchResult): SearchResult => ({
  ...result,
  ...(found === undefined ? {} : { found: { ...found, exhaustive: false } }),
  complete: false,
})

function* runSearch(state: SearchState): Generator<Progress, SearchResult, 'enough' | undefined> {
  const { expected, maxMistakes, meter, space } = state
  const match = yield* countWork(findMatch(state), meter)
  const { tried } = meter
  const excludedCounts = state.triedSlots.size < slots.length ? undefined : countExcluded(space)
  if (match === undefined) {
    const unfinished = Math.max(1, meter.mistakes) as 1 | 2 | 3
    return { tried, values: excludedCounts, complete: false, unfinished }
  }
  if (match === 'none') {
    const { length } = expected[0].body
    return {
      tried,
      values: excludedCounts,
      complete: length <= maxRewritten && (maxMistakes < 2 || length <= maxBytes),
    }
  }
  const completion = yield* countWork(completionOf(space, match, state), meter)
  const exhaustive = completion !== undefined
  const { draft, text } = match
  const explanations = explanationsOf(match, completion ?? { explanations: [], space })
  return { found: { draft, text, explanations, exhaustive }, tried, complete: exhaustive }
}

const countExcluded = (space: GrowingSpace): ExcludedCounts =>
  Object.fromEntries(slots.map((slot, index) => [slot, space[index]?.[1]?.size ?? 0] as const)) as ExcludedCounts

/** Counts the work that the steps yield, and pauses whenever enough has come together. Undefined if a pause is answered with `enough`. */
function* countWork<A>(
  steps: Generator<number, A, void>,
  meter: Meter,
): Generator<Progress, A | undefined, 'enough' | undefined> {
  // It pauses at the first step too, so that the caller may end the search before any work.
  let due = workBetweenPauses
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value
    meter.work += step.value
    due += step.value
    if (due < workBetweenPauses) continue
    due = 0
    if ((yield { ...meter }) === 'enough') return undefined
  }
}

/** Finds the first text that matches, phase by phase. It adds the values that it makes to the space. */
function* findMatch(state: SearchState): Generator<number, Match | 'none'> {
  const plannedPhases = phases.filter(({ mistakes }) => mistakes <= state.maxMistakes)
  const totalWeight = plannedPhases.reduce((sum, { weight }) => sum + weight, 0)
  let weightBefore = 0
  for (const { mistakes, tryTexts, weight } of plannedPhases) {
    state.meter.mistakes = mistakes
    const shareOf = (fraction: number): number => (weightBefore + weight * fraction) / Math.max(totalWeight, 1)
    state.meter.share = shareOf(0)
    const match = yield* tryTexts(state, mistakes, shareOf)
    if (match !== undefined) return match
    weightBefore += weight
  }
  return 'none'
}

/** Makes the values of one slot after the other, and tries the texts that differ in this slot alone. */
function* trySlotBySlot(
  state: SearchState,
  mistakes: number,
  shareOf: (fraction: number) => number,
): ReturnType<TryTexts> {
  const [rightDraft] = state.expected
  for (const [turn, slot] of slotsByCost.entries()) {
    if (slot === 'body' && mistakes > 1 && rightDraft.body.length > maxBytes) continue
    const shareOfSlot = (fraction: number): number => shareOf((turn + fraction) / slots.length)
    const match = yield* mistakes === 1
      ? tryOneMistake(state, slot, shareOfSlot)
      : tryLevel(state, slot, mistakes, shareOfSlot)
    if (match !== undefined) return match
    state.triedSlots.add(slot)
  }
  return undefined
}

/** Tries the values of a slot that several mistakes make. */
function* tryLevel(
  state: SearchState,
  slot: Slot,
  mistakes: number,
  shareOf: (fraction: number) => number,
): ReturnType<TryTexts> {
  const slotIndex = slots.indexOf(slot)
  const levels = state.space[slotIndex] as GrowingSpace[number]
  levels.push(yield* nextLevel(slot, levels, state.expected[0], state))
  return yield* tryValues(state, slotIndex, levels, mistakes, shareOf)
}

/**
 * Tries the values of a slot that one mistake makes. The wide mistakes have many forms, which take long to make, so they come after the
 * texts of all others.
 */
function* tryOneMistake(state: SearchState, slot: Slot, shareOf: (fraction: number) => number): ReturnType<TryTexts> {
  const slotIndex = slots.indexOf(slot)
  const levels = state.space[slotIndex] as GrowingSpace[number]
  const rightLevels = [...levels]
  const level = new Map<string, Value>()
  levels.push(level)
  for (const [half, wide] of [false, true].entries()) {
    const triedBefore = level.size
    yield* nextLevel(slot, rightLevels, state.expected[0], state, { pending: state.pending, wide }, level)
    const newLevel = new Map([...level].slice(triedBefore))
    const match = yield* tryValues(state, slotIndex, [...rightLevels, newLevel], 1, (fraction) =>
      shareOf((half + fraction) / 2),
    )
    if (match !== undefined) return match
  }
  return undefined
}

/** Tries these values of a slot, all others right. */
const tryValues = (
  state: SearchState,
  slotIndex: number,
  levels: GrowingSpace[number],
  mistakes: number,
  shareOf: (fraction: number) => number,
): ReturnType<TryTexts> => {
  const space = state.space.map((slotLevels, i) => (i === slotIndex ? levels : slotLevels.slice(0, 1)))
  return tryProducts('all', { ...state, space }, mistakes, shareOf)
}

/** The values of a body take longest to make, and there are most timestamps. */
const slotsByCost = ['layout', 'digested', 'method', 'nonce', 'target', 'body', 'timestamp'] as const

/** Tries the products of this kind, of the values that were made so far. */
function* tryProducts(
  kind: ProductKind,
  state: SearchState,
  mistakes: number,
  shareOf: (fraction: number) => number,
): ReturnType<TryTexts> {
  const products = [...productsOf(valuesToTry(state), mistakes, kind)]
  const total = products.reduce((sum, product) => sum + sizeOf(product), 0)
  const triedBefore = state.meter.tried
  for (const product of products)
    for (const step of tryProduct(state, product, mistakes)) {
      if (typeof step !== 'number') return step
      state.meter.share = shareOf((state.meter.tried - triedBefore) / total)
      yield step
    }
  return undefined
}

/** The values that were made, but for those that cannot be in the message that the caller shows. */
const valuesToTry = ({ space, shown }: SearchState): Space =>
  shown === undefined || mayBeDigest(shown) ? space : possibleValues(space, [], shown)

/** Tries the texts with one value by a rare form and all others right. */
function* tryRareForms(state: SearchState, mistakes: number): ReturnType<TryTexts> {
  const tryValue = valueTrier(state)
  let work = 0
  for (const step of rareForms(state.space, state.expected[0], state.pending, state)) {
    if (typeof step === 'number') work += step
    else {
      const { slotIndex, value, bytes } = step
      if (step.form.rare === 'with body') keepBesideBodies(state, step)
      const outcome = tryValue(slotIndex, { value, bytes, explanations: [] })
      if (typeof outcome !== 'number') {
        outcome[slotIndex as 0] = valueOfForm(step)
        return matchOf(state, outcome, mistakes)
      }
      work += workOfWriting * bytes.length + outcome
    }
    if (work > workBetweenPauses) {
      yield work
      work = 0
    }
  }
  yield work
  return undefined
}

/**
 * Tries the texts with one edit in one of these parts and all others right. No mistake explains such a text, so its explanation says
 * only what differs. There are many, and few are signed, so the likelier texts of the catalogue come first.
 */
function tryEditsOf(editedSlots: ReadonlyArray<EditedPart['slot']>, likelihood: Likelihood): TryTexts {
  return (state) => tryEdits(state, editedParts(state.expected[0], editedSlots, likelihood))
}

/** Tries the texts in which some of several things of a part are others, with all other parts right. */
function tryPartlyChanged(slot: 'target' | 'body', count: Count): TryTexts {
  return (state) => tryEdits(state, partlyChanged(state.expected[0], slot, count))
}

function* tryEdits(state: SearchState, edited: Iterable<EditedPart>): ReturnType<TryTexts> {
  const [rightDraft] = state.expected
  const tryValue = valueTrier(state)
  let work = 0
  for (const { slot, value, bytes, detail } of edited) {
    const slotIndex = slots.indexOf(slot)
    const outcome = tryValue(slotIndex, { value, bytes, explanations: [] })
    if (typeof outcome !== 'number') {
      const step = otherPart(slot, { ...rightDraft, [slot]: value }, rightDraft)
      const explanations = [[{ ...step, ...definedOf({ detail }) }]]
      outcome[slotIndex as 0] = { value, bytes, explanations }
      return matchOf(state, outcome, 1)
    }
    work += outcome
    if (work > workBetweenPauses) {
      yield work
      work = 0
    }
  }
  yield work
  return undefined
}

/** Tries a value of a slot with all others right: answers the work, or the choice that matches. */
const valueTrier = (state: SearchState): ((slotIndex: number, slotValue: Value) => number | Choice) => {
  const rightValues = state.space.map(([rightLevel]) => [...(rightLevel?.values() ?? [])])
  // For each slot, the choices of right values. Each value of the slot then replaces the right one in them.
  const choices = rightValues.map((slotValues, slotIndex) =>
    everyChoice(rightValues.with(slotIndex, slotValues.slice(0, 1))),
  )
  const rightDigests = rightValues[digestedIndex] as Product[number]
  return (slotIndex, slotValue) => {
    let work = 0
    for (const choice of choices[slotIndex] as ReadonlyArray<Choice>) {
      choice[slotIndex as 0] = slotValue
      const outcome = tryDigests(state, choice, slotIndex === digestedIndex ? [slotValue] : rightDigests)
      if (outcome === 'matches') return choice
      work += outcome
    }
    return work
  }
}

const keepBesideBodies = ({ besideBodies }: SearchState, form: RareForm): void => {
  const kept = besideBodies.get(form.slotIndex)
  if (kept === undefined) besideBodies.set(form.slotIndex, [valueOfForm(form)])
  else kept.push(valueOfForm(form))
}

/** Mistakes that programs make whatever else they do: they write the body anew, or drop its line ends. */
const usualInBodies: ReadonlyArray<string> = [
  'body-reserialized',
  'form-reencoded',
  'body-trailing-newline',
  'body-crlf',
]

/** Tries the texts with a kept rare value, and a body by a usual mistake. */
function* tryBesideBodies(state: SearchState, mistakes: number): ReturnType<TryTexts> {
  const rightValues = state.space.map(([rightLevel]) => [...(rightLevel?.values() ?? [])])
  const bodies = [...(state.space[bodyIndex]?.[1]?.values() ?? [])].filter(
    (value) => !isWide(value) && value.explanations.some((steps) => steps.every(isUsualInBody)),
  )
  if (bodies.length === 0) return undefined
  for (const [slotIndex, values] of state.besideBodies)
    for (const step of tryProduct(state, rightValues.with(slotIndex, values).with(bodyIndex, bodies), mistakes)) {
      if (typeof step !== 'number') return step
      yield step
    }
  return undefined
}

const isUsualInBody = ({ mistake }: Step): boolean => usualInBodies.includes(mistake.id)

/** Tries each text of a product. Yields its work, or the text that matches, which ends it. */
function* tryProduct(state: SearchState, product: Product, mistakes: number): Generator<number | Match> {
  const digests = product[digestedIndex] as Product[number]
  const { choice, advance } = choicesOf(product.with(digestedIndex, digests.slice(0, 1)))
  let work = 0
  do {
    const outcome = tryDigests(state, choice, digests)
    if (outcome === 'matches') {
      yield matchOf(state, choice, mistakes)
      return
    }
    work += outcome
    if (work > workBetweenPauses) {
      yield work
      work = 0
    }
  } while (advance())
  yield work
}

/** Writes a text whose layout may throw: then it is undefined. */
const writeByLayout = (state: SearchState, choice: Choice): Bytes.Bytes | undefined => {
  const idsOfLayout = (): ReadonlyArray<string> =>
    choice[layoutIndex].explanations.flat().map(({ mistake }) => mistake.id)
  return writeSafely(() => state.write(choice), idsOfLayout, state)
}

/**
 * Writes the text of a choice, and tries it with each of these digests. Answers the work if none matches. Otherwise the choice
 * afterwards holds the digest that does.
 */
const tryDigests = (state: SearchState, choice: Choice, digests: Product[number]): number | 'matches' => {
  const { matches, hash, write, meter } = state
  const layout = choice[layoutIndex].value as Draft['layout']
  if (!isMeant(layout, choice[0].bytes)) return 0
  // Such a text takes as long as a body that is written anew.
  const isRewritten = layout.pieces !== undefined || layout.whole !== undefined
  const text = isRewritten ? writeByLayout(state, choice) : write(choice)
  if (text === undefined) return workOfText
  let work = text.length * (isRewritten ? workOfWriting : 1)
  let sha256: string | undefined
  for (const digestValue of digests) {
    const hashSteps = digestValue.value as Draft['digested']
    if (hashSteps.length > 0) sha256 ??= hexOf(hash)('sha256', text)
    meter.tried++
    if (matches(hashSteps.length === 0 ? text : digestedOf(text, hashSteps, hash, sha256))) {
      choice[digestedIndex] = digestValue
      return 'matches'
    }
    work += workOfText * Math.max(1, hashSteps.length)
  }
  return work
}

const matchOf = ({ expected, write }: SearchState, choice: Choice, mistakes: number): Match => {
  const draft = draftFrom(choice, expected[0])
  const text = write(choice).slice()
  return { expected, draft, text, mistakes, choice: [...choice] }
}
