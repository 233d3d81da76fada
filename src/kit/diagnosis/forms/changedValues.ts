/**
 * JSON in which a program changed every value of a kind, or every name: before it signed, or after. `valueChanges.ts` has the changes. This
 * module makes each of them at all units, at those of the outermost object, at those within it, and at each unit alone:
 *
 *     {"a":1.5,"b":{"c":2.5}}     {"a":1,"b":{"c":2}}       fractions cut off
 *                                 {"a":1,"b":{"c":2.5}}     fractions cut off, only at the top
 *                                 {"a":1.5,"b":{"c":2}}     fractions cut off, only within
 *
 * A program that has parsed the text writes all of it anew. So the changes are made in the text as it was sent, and in the texts that such
 * programs write.
 */
import type { Hash } from '../../../effects/Hash.ts'
import { memoized } from '../../values/memoized.ts'
import { distinct } from './distinct.ts'
import { isJson } from './isJson.ts'
import { asciiJson, jsonToken } from './jsonText.ts'
import type { Form } from './Respelling.ts'
import { alikeIn } from './replacing.ts'
import { writtenAnew } from './restyle.ts'
import { type UnitKind, type ValueChange, valueChanges } from './valueChanges.ts'

/** A longer text has too many forms. */
const maxLength = 16_384

/** More units of a change are not changed one by one. */
const maxAlone = 8

/** A value or a name in the text. The members of the outermost object have the depth 1. */
interface Unit {
  readonly kind: UnitKind
  readonly depth: number
  readonly from: number
  readonly to: number
  readonly literal: string
}

/** All units of a valid JSON text, in its order. */
const unitsIn = (json: string): ReadonlyArray<Unit> => {
  const tokens = Array.from(json.matchAll(jsonToken), ({ 0: literal, index }) => ({ literal, index }))
  const units: Array<Unit> = []
  let depth = 0
  for (const [i, { literal, index }] of tokens.entries()) {
    const next = tokens[i + 1]
    if (/^[\]}]$/.test(literal)) depth--
    else if (/^[[{]$/.test(literal)) {
      const isEmpty = next !== undefined && /^[\]}]$/.test(next.literal)
      if (isEmpty)
        units.push({ kind: 'empty', depth, from: index, to: next.index + 1, literal: literal + next.literal })
      depth++
    } else if (!/^[,:]$/.test(literal))
      units.push({
        kind: next?.literal === ':' ? 'name' : 'scalar',
        depth,
        from: index,
        to: index + literal.length,
        literal,
      })
  }
  return units
}

/** A unit, and the text that a change puts in its place. */
interface Changed {
  readonly unit: Unit
  readonly text: string
}

const replaceUnits = (json: string, changed: ReadonlyArray<Changed>): string => {
  const pieces: Array<string> = []
  let offset = 0
  for (const { unit, text } of changed) {
    pieces.push(json.slice(offset, unit.from), text)
    offset = unit.to
  }
  return pieces.join('') + json.slice(offset)
}

/** Writes new strings with the escapes of the text: letters beyond ASCII and slashes. */
const spellingOf = (json: string): ((literal: string) => string) => {
  const hasAsciiAlone = /\\u[0-9a-f]{4}/.test(json) && !/[^\0-\u007f]/.test(json)
  const hasSlashesEscaped = json.includes('\\/')
  return (literal) => {
    const letters = hasAsciiAlone ? asciiJson(literal) : literal
    return hasSlashesEscaped ? letters.replace(/(?<!\\)\//g, '\\/') : letters
  }
}

/** The units that the change changes, one by one: a text that is wanted needs few of them. */
function* changedBy(
  { kind, write }: ValueChange,
  units: ReadonlyArray<Unit>,
  spell: (literal: string) => string,
): Generator<Changed, void, void> {
  for (const unit of units) {
    const text = unit.kind === kind ? write(unit.literal) : undefined
    if (text !== undefined && text !== unit.literal) yield { unit, text: spell(text) }
  }
}

const isOuter = ({ depth }: Unit): boolean => depth <= 1

/** What the change makes of the text at the units of one depth, and at each unit alone. */
function* formsInPart(json: string, { detail }: ValueChange, changed: ReadonlyArray<Changed>): Generator<Form> {
  const outer = changed.filter(({ unit }) => isOuter(unit))
  yield [`${detail}, only at the top`, replaceUnits(json, outer)]
  const inner = changed.filter(({ unit }) => !isOuter(unit))
  yield [`${detail}, only within`, replaceUnits(json, inner)]
  if (changed.length > maxAlone) return
  for (const [i, one] of changed.entries())
    yield [`${detail}, only in place ${i + 1} of ${changed.length}`, replaceUnits(json, [one])]
}

/** The same change, which keeps what it wrote: a unit is in each text that programs write, and often in one text several times. */
const keepingTexts = ({ detail, kind, write }: ValueChange): ValueChange => {
  const textOf = memoized((literal: string) => write(literal) ?? literal)
  return { detail, kind, write: textOf }
}

/** Every change of the text as it was sent, and as programs write it that have parsed it. */
function* everyChange(json: string, hash: Hash): Generator<Form> {
  const changes = valueChanges(hash).map(keepingTexts)
  for (const [i, written] of writtenAnew(json).entries()) {
    const units = unitsIn(written)
    const spell = spellingOf(written)
    for (const change of changes) {
      const changed = [...changedBy(change, units, spell)]
      if (changed.length === 0) continue
      yield [i === 0 ? change.detail : `${change.detail}, written anew (${i})`, replaceUnits(written, changed)]
      if (i === 0) yield* formsInPart(written, change, changed)
    }
  }
}

// ---- A text that is wanted

/** Whether the text with these units changed is the wanted one. It makes no more units than the texts have in common. */
const isReplaced = (json: string, changed: Iterable<Changed>, wanted: string): boolean => {
  let offset = 0
  let wantedOffset = 0
  for (const { unit, text } of changed) {
    const kept = json.slice(offset, unit.from)
    if (!wanted.startsWith(kept, wantedOffset)) return false
    wantedOffset += kept.length
    if (!wanted.startsWith(text, wantedOffset)) return false
    wantedOffset += text.length
    offset = unit.to
  }
  return wanted.length - wantedOffset === json.length - offset && wanted.endsWith(json.slice(offset))
}

/** Whether a change of some units of this text makes the wanted one. */
const isMadeOf = (written: string, changes: ReadonlyArray<ValueChange>, wanted: string): boolean => {
  const [alikeAtStart, alikeAtEnd] = alikeIn(written, wanted)
  const units = unitsIn(written)
  // The first unit that differs is where the texts part: nothing that a change writes begins with the unit and what follows it. If the texts
  // are the same, a change has only escaped a string anew.
  const mayDiffer = ({ from, to, literal }: Unit): boolean =>
    written === wanted ? literal.includes('\\') : from <= alikeAtStart && alikeAtStart <= to
  const firstUnits = units.filter(mayDiffer)
  if (firstUnits.length === 0) return false
  const spell = spellingOf(written)
  const mayBeFirst = (change: ValueChange): boolean =>
    [...changedBy(change, firstUnits, spell)].some(({ unit, text }) => wanted.startsWith(text, unit.from))
  const onlyUnits = firstUnits.filter(({ to }) => written.length - to <= alikeAtEnd).map((unit) => [unit])
  const parts = [units, units.filter(isOuter), units.filter((unit) => !isOuter(unit)), ...onlyUnits]
  return changes.some(
    (change) => mayBeFirst(change) && parts.some((part) => isReplaced(written, changedBy(change, part, spell), wanted)),
  )
}

/** The outermost bracket stays, unless nothing is in it. Behind that of an object stays a name, whatever it becomes. */
const mayBegin = (json: string, wanted: string): boolean => {
  const isObject = /^\s*\{\s*"/
  if (isObject.test(json)) return isObject.test(wanted)
  return !/^\s*\[\s*[^\s\]]/.test(json) || /^\s*\[/.test(wanted)
}

/** Whether the wanted text is among the forms of this JSON text, or beyond their limits. This takes less work than to make them. */
export const isChangedValues = (json: string, hash: Hash, wanted: string): boolean => {
  if (!mayBeChanged(json) || wanted === json || !mayBegin(json, wanted)) return false
  const changes = valueChanges(hash)
  return writtenAnew(json).some((written) => isMadeOf(written, changes, wanted))
}

// ---- All of them

const limits = { forms: 4000, characters: 4_000_000 }

const mayBeChanged = (json: string): boolean => json.length <= maxLength && /^\s*[[{]/.test(json) && isJson(json)

/** The JSON text with its units changed, each text once. None for any other text. */
export function* changedValues(json: string, hash: Hash): Generator<Form> {
  if (mayBeChanged(json)) yield* distinct([json], limits, everyChange(json, hash))
}
