/**
 * Frames: valid jobs with one open place. A frame is the text before the place and the text after it, and a spelling of a number, a text or
 * a name fills the place.
 *
 * ```ts
 * // a frame of `anyNumber`: { head: '{"request_id":"42","stages":[],"x":', tail: '}' }
 * spellingsIn(anyNumber, rules.number, constants(['1', '1.5']), constants(['01', '+1'])) // jobs with such a number in them
 * ```
 */
import * as Gen from '../Gen.ts'
import * as places from '../jobs/places.ts'
import { combineWith, type GensByChange, type LabelledGens, validAndInvalid } from '../Labelled.ts'

export interface Frame {
  readonly head: string
  readonly tail: string
}

export const fillFrame = ({ head, tail }: Frame, fill: string): string => head + fill + tail

/** Texts of jobs on both sides of a rule: the spellings of a value or a name, each in a frame. */
export const spellingsIn = (
  frames: Gen.Gen<Frame>,
  rule: string,
  valid: GensByChange<string>,
  invalid: GensByChange<string> = [],
): LabelledGens => combineWith(frames, validAndInvalid(rule, valid, invalid), fillFrame)

/** The text of a whole job. */
export const jobText: Gen.Gen<string> = places.shortJob.map((job) => JSON.stringify(job))

// ---- The open places

/** In a document, this text is at the open place. */
export const marker = 'the place to fill'

export const frameOf = (document: unknown): Frame => {
  const [head = '', ...rest] = JSON.stringify(document).split(JSON.stringify(marker))
  return { head, tail: rest.join() }
}

/** The place is the value of one of these fields. */
export const valueIn = (fields: ReadonlyArray<places.Field>): Gen.Gen<Frame> =>
  places.put(Gen.oneof(...fields), Gen.constant(marker)).map(frameOf)

/** Around any value: of a field, or of an item or a member in it. */
export const anyValue: Gen.Gen<Frame> = Gen.tuple(
  valueIn(places.otherFields),
  Gen.constantFrom<readonly [open: string, close: string]>(['', ''], ['[', ']'], ['[0,', ',1]'], ['{"a":', '}']),
).map(([{ head, tail }, [open, close]]) => ({ head: head + open, tail: close + tail }))

export const anyNumber: Gen.Gen<Frame> = Gen.oneof(anyValue, valueIn([places.scale]))
export const anyInteger: Gen.Gen<Frame> = valueIn(places.integerFields)

/** Around the name of a member that may have any value. */
export const anyName: Gen.Gen<Frame> = places.anywhere.map((place) => frameOf(place.put({ [marker]: null })))

/** The place is inside of a text, between its double quotes. */
export const inText: Gen.Gen<Frame> = Gen.oneof(valueIn(places.textFields), anyValue).map(({ head, tail }) => ({
  head: `${head}"`,
  tail: `"${tail}`,
}))

/** The place is inside of a name. The name begins with words of its own, so that no other name is the same. */
export const inName: Gen.Gen<Frame> = anyName.map(({ head, tail }) => ({
  head: `${head}"a name of its own `,
  tail: `"${tail}`,
}))

export const inTextOrName: Gen.Gen<Frame> = Gen.oneof(inText, inName)
