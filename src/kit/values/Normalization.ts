/**
 * A normalization is what a careless program does to a part of a request before it signs or verifies: it trims, lower-cases, parses and
 * writes again. All are forbidden. A verifier that trims accepts the nonce `n-1 ` where `n-1` was signed.
 *
 * Each normalization has triggers: texts that it changes. An alteration is a valid text into which one trigger was put:
 *
 * ```ts
 * const trim = normalization('trimmed', (text) => text.trim(), pieces(' ', '\t'))
 * alterationsBy(trim, 'n-1')[0] // { sent: ' n-1', normalized: 'n-1', original: 'n-1', alter }
 * ```
 *
 * conformance/generators/altered.ts sends `sent` with a signature over `normalized`: a sound verifier refuses it.
 */
import * as Gen from './Gen.ts'
import { type LabelledGens, validAndInvalid } from './Labelled.ts'

type ChangeText = (text: string) => string

// ---- A normalization and its triggers

export interface Normalization {
  /** Shown in reports. */
  readonly name: string
  readonly apply: ChangeText
  readonly triggers: ReadonlyArray<Trigger>
  /**
   * Whether it replaces characters. Then it may also change text around a trigger. The other normalizations only drop what a trigger
   * puts in.
   */
  readonly isReplacing: boolean
}

/** How a valid text is altered so that a normalization changes it. */
type Trigger =
  /** The piece is put in at each place of the text. */
  | { readonly _tag: 'Piece'; readonly piece: string }
  /** The same, for a body. The characters of the piece are bytes. */
  | { readonly _tag: 'RawPiece'; readonly piece: string }
  | { readonly _tag: 'Around'; readonly before: string; readonly after: string }
  /** The whole text is replaced by this one. */
  | { readonly _tag: 'Whole'; readonly whole: string }

/** A normalization that drops what a trigger puts in. */
export const normalization = (name: string, apply: ChangeText, triggers: ReadonlyArray<Trigger>): Normalization => ({
  name,
  apply,
  triggers,
  isReplacing: false,
})

export const replacing = (name: string, apply: ChangeText, triggers: ReadonlyArray<Trigger>): Normalization => ({
  ...normalization(name, apply, triggers),
  isReplacing: true,
})

export const pieces = (...inserted: ReadonlyArray<string>): ReadonlyArray<Trigger> =>
  inserted.map((piece) => ({ _tag: 'Piece', piece }))

export const rawPieces = (...inserted: ReadonlyArray<string>): ReadonlyArray<Trigger> =>
  inserted.map((piece) => ({ _tag: 'RawPiece', piece }))

export const around = (...pairs: ReadonlyArray<readonly [before: string, after: string]>): ReadonlyArray<Trigger> =>
  pairs.map(([before, after]) => ({ _tag: 'Around', before, after }))

export const wholes = (...replacements: ReadonlyArray<string>): ReadonlyArray<Trigger> =>
  replacements.map((whole) => ({ _tag: 'Whole', whole }))

/** One normalization for each trigger, with this trigger alone. So a run has a text with each trigger. */
export const onePerTrigger = (row: Normalization): ReadonlyArray<Normalization> =>
  row.triggers.map((trigger) => ({ ...row, triggers: [trigger] }))

// ---- Texts that a normalization changes

export interface Alteration {
  readonly sent: string
  /** The result of the normalization for `sent`. */
  readonly normalized: string
  /** The valid text that was altered. */
  readonly original: string
  /** Alters another text with the same trigger, at the same place. */
  readonly alter: ChangeText
}

const unchanged: ChangeText = (text) => text

/**
 * The alterations of a valid text that a normalization changes: for each trigger, at each place. Two alterations never send the same
 * text. Bodies are held as bytes: for a body, `encode` writes what a trigger puts in.
 */
export const alterationsBy = (
  { apply, triggers }: Normalization,
  original: string,
  encode: ChangeText = unchanged,
): ReadonlyArray<Alteration> => {
  const alterers = triggers.flatMap((trigger) => alterersOf(encodeTrigger(trigger, encode), original.length + 1))
  const bySent = new Map<string, Alteration>()
  for (const alter of alterers) {
    const sent = alter(original)
    const normalized = apply(sent)
    if (normalized !== sent && !bySent.has(sent)) bySent.set(sent, { sent, normalized, original, alter })
  }
  return [...bySent.values()]
}

const encodeTrigger = (trigger: Trigger, encode: ChangeText): Trigger => {
  switch (trigger._tag) {
    case 'Piece':
      return { ...trigger, piece: encode(trigger.piece) }
    case 'RawPiece':
      return trigger
    case 'Around':
      return { ...trigger, before: encode(trigger.before), after: encode(trigger.after) }
    case 'Whole':
      return { ...trigger, whole: encode(trigger.whole) }
  }
}

/** The changes of a text by a trigger: one function for each place at which the trigger can be put. */
const alterersOf = (trigger: Trigger, places: number): ReadonlyArray<ChangeText> => {
  switch (trigger._tag) {
    case 'Piece':
    case 'RawPiece':
      return Array.from({ length: places }, (_, place) => insertAt(place, trigger.piece))
    case 'Around':
      return [(text) => trigger.before + text + trigger.after]
    case 'Whole':
      return [() => trigger.whole]
  }
}

const insertAt =
  (place: number, piece: string): ChangeText =>
  (text) =>
    text.slice(0, place) + piece + text.slice(place)

/** The altered texts as labelled values. The change of an invalid one is the name of the normalization. */
export const labelledAlterations = (
  rule: string,
  normalizations: ReadonlyArray<Normalization>,
  original: string,
  isValid: (text: string) => boolean,
): LabelledGens =>
  normalizations.flatMap((row) => {
    const alteredTexts = alterationsBy(row, original).map(({ sent }) => sent)
    const genOf = (chosen: ReadonlyArray<string>): ReadonlyArray<Gen.Gen<string>> =>
      chosen.length === 0 ? [] : [Gen.constantFrom(...chosen)]
    return validAndInvalid(rule, genOf(alteredTexts.filter(isValid)), {
      [row.name]: genOf(alteredTexts.filter((text) => !isValid(text))),
    })
  })

/**
 * A text of many pieces, each of which is a trigger of some normalization. One text in four is a trigger that stands in the place of a
 * whole text. Triggers that `isAllowed` does not match are left out.
 */
export const textOfTriggers = (
  normalizations: ReadonlyArray<Normalization>,
  isAllowed: RegExp,
  encode: ChangeText = unchanged,
): Gen.Gen<string> => {
  const triggers = normalizations.flatMap((row) => row.triggers).map((trigger) => encodeTrigger(trigger, encode))
  const allowedPieces: Array<string> = []
  const allowedWholes: Array<string> = []
  for (const trigger of triggers) {
    const isPiece = trigger._tag === 'Piece' || trigger._tag === 'RawPiece'
    if (isPiece && isAllowed.test(trigger.piece)) allowedPieces.push(trigger.piece)
    if (trigger._tag === 'Whole' && isAllowed.test(trigger.whole)) allowedWholes.push(trigger.whole)
  }
  const pieceLists = Gen.array(Gen.constantFrom(...allowedPieces), { minLength: 1, maxLength: 60, size: 'max' })
  return Gen.weighted([3, pieceLists.map((pieceList) => pieceList.join(''))], [1, Gen.constantFrom(...allowedWholes)])
}
