/**
 * The target after one operation on one unit, or on all units of a kind: the product of `choicesOf` and `operations`. So an operation that
 * programs do to a value is also tried on a name, a segment, the path and the query.
 *
 *     [...changedUnits('/v1/jobs?a=1')]  // ['unfilled', '{{path}}'], …, ['twice', '/v1/jobs?a=1&a=1'], …
 */
import type { Hash } from '../../../effects/Hash.ts'
import type { SignedParts } from './addedParameters.ts'
import { changedMarks } from './changedMarks.ts'
import type { ChangedTarget } from './operations/Operation.ts'
import { mayBecome, type Span } from './replacing.ts'
import { type Choice, choicesOf, type Unit, withUnits } from './targetUnits.ts'
import { operations } from './unitOperations.ts'

/** Longer targets have too many forms. */
const maxLength = 1024

interface Options {
  /** At least the forms that are this text. */
  readonly wanted?: string | undefined
  /** Without it, no unit is hashed. */
  readonly hash?: Hash | undefined
  readonly parts?: SignedParts | undefined
}

/** Each text once, with what was done. */
export function* changedUnits(target: string, { wanted, hash, parts }: Options = {}): Generator<ChangedTarget> {
  if (target.length > maxLength) return
  const tried = new Set([target])
  for (const form of everyForm(target, { wanted, hash, parts })) {
    const [, text] = form
    if (tried.has(text)) continue
    tried.add(text)
    yield form
  }
}

function* everyForm(target: string, { wanted, hash, parts }: Options): Generator<ChangedTarget> {
  const isOpen = wanted === undefined ? () => true : mayBecome(target, wanted)
  const choices = [...choicesOf(target)].filter(({ units }) => isOpen(units))
  for (const { kind, units, write } of operations(hash))
    for (const choice of choices) {
      if (!units.includes(choice.kind)) continue
      const writeUnit = ({ from, to, variables }: Unit, index: number): string =>
        write(target.slice(from, to), { variables, index })
      if (wanted !== undefined && !beginsAlike(choice, writeUnit, wanted)) continue
      yield [
        kind === 'twice' && choice.units.length > 1 ? 'each twice' : kind,
        withUnits(target, choice.units, writeUnit),
        spanOf(choice),
      ]
    }
  yield* changedMarks(target, parts, wanted)
}

/** Whether the wanted text has the first unit as it is written. What is before that unit is the same in both texts. */
const beginsAlike = (
  { units: [first] }: Choice,
  writeUnit: (unit: Unit, index: number) => string,
  wanted: string,
): boolean => first === undefined || wanted.startsWith(writeUnit(first, 0), first.from)

/** From the first unit to the last. */
const spanOf = ({ units }: Choice): Span => ({ from: units[0]?.from ?? 0, to: units.at(-1)?.to ?? 0 })
