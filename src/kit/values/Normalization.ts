/**
 * A normalization is what a careless program does to a part of a request before it signs or verifies: it trims, lower-cases, parses and
 * writes again. All are forbidden. A verifier that trims accepts the nonce `n-1 ` where `n-1` was signed.
 *
 * Each has triggers, texts that it changes. An alteration is a valid text into which one trigger was put:
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

export interface Normalization {
  /** Shown in reports. */
  readonly name: string
  readonly apply: ChangeText
  readonly triggers: ReadonlyArray<Trigger>
  /** It puts other characters in the place of some, and may do so to any text. The others only drop what a trigger puts in. */
  readonly isReplacing: boolean
}

/** How a valid text is altered so that a normalization changes it. */
type Trigger =
  /** Put in at each place. */
  | { readonly _tag: 'Piece'; readonly piece: string }
  /** The same, of a body: bytes as they are. */
  | { readonly _tag: 'RawPiece'; readonly piece: string }
  | { readonly _tag: 'Around'; readonly before: string; readonly after: string }
  /** In place of the valid text. */
  | { readonly _tag: 'Whole'; readonly whole: string }

export const pieces = (...texts: ReadonlyArray<string>): ReadonlyArray<Trigger> =>
  texts.map((piece) => ({ _tag: 'Piece', piece }))
export const rawPieces = (...texts: ReadonlyArray<string>): ReadonlyArray<Trigger> =>
  texts.map((piece) => ({ _tag: 'RawPiece', piece }))
export const around = (...pairs: ReadonlyArray<readonly [before: string, after: string]>): ReadonlyArray<Trigger> =>
  pairs.map(([before, after]) => ({ _tag: 'Around', before, after }))
export const wholes = (...texts: ReadonlyArray<string>): ReadonlyArray<Trigger> =>
  texts.map((whole) => ({ _tag: 'Whole', whole }))

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

/** One for each trigger: so that a run has a text with each. */
export const onePerTrigger = (row: Normalization): ReadonlyArray<Normalization> =>
  row.triggers.map((trigger) => ({ ...row, triggers: [trigger] }))

// ---- Texts that a normalization changes

export interface Alteration {
  readonly sent: string
  /** What the normalization makes of `sent`. */
  readonly normalized: string
  /** The valid text that was altered. */
  readonly original: string
  /** Alters another text by the same trigger, at the same place. */
  readonly alter: ChangeText
}

const unchanged: ChangeText = (text) => text

/** Bodies are held as bytes: there `encode` writes what a trigger puts in. */
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

/** What the trigger makes of a text: one function for each place at which it can be put. */
const alterersOf = (trigger: Trigger, places: number): ReadonlyArray<ChangeText> => {
  switch (trigger._tag) {
    case 'Piece':
    case 'RawPiece':
      return Array.from(
        { length: places },
        (_, place): ChangeText =>
          (text) =>
            text.slice(0, place) + trigger.piece + text.slice(place),
      )
    case 'Around':
      return [(text) => trigger.before + text + trigger.after]
    case 'Whole':
      return [() => trigger.whole]
  }
}

/** The texts that a normalization changes, each once: of each trigger, at each place of a valid text. */
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

/** Such texts on both sides of a rule. */
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

/** A text of many pieces, each of which some normalization changes; a quarter of the time, a whole text that one changes. */
export const textOfTriggers = (
  normalizations: ReadonlyArray<Normalization>,
  isAllowed: RegExp,
  encode: ChangeText = unchanged,
): Gen.Gen<string> => {
  const pieceTexts: Array<string> = []
  const wholeTexts: Array<string> = []
  for (const unencoded of normalizations.flatMap(({ triggers }) => triggers)) {
    const trigger = encodeTrigger(unencoded, encode)
    if ((trigger._tag === 'Piece' || trigger._tag === 'RawPiece') && isAllowed.test(trigger.piece))
      pieceTexts.push(trigger.piece)
    if (trigger._tag === 'Whole' && isAllowed.test(trigger.whole)) wholeTexts.push(trigger.whole)
  }
  const manyPieces = Gen.array(Gen.constantFrom(...pieceTexts), { minLength: 1, maxLength: 60, size: 'max' })
  return Gen.weighted([3, manyPieces.map((drawnPieces) => drawnPieces.join(''))], [1, Gen.constantFrom(...wholeTexts)])
}
