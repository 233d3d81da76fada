/**
 * Jobs on both sides of the rule that a name comes once in an object. The near misses have a member twice: right after each other or far
 * apart, with the same value or another, the second name in any spelling. The valid jobs have two names that a reader may take for one.
 */
import * as Gen from '../Gen.ts'
import * as places from '../jobs/places.ts'
import { rules } from '../jobs/rules.ts'
import { anyName, integer, text, value } from '../jobs/values.ts'
import { constants, type LabelledGens, mapEach, validAndInvalid } from '../Labelled.ts'
import { lookalikes } from '../lookalikes.ts'
import { fillFrame, frameOf, marker } from './frames.ts'
import { anySpellings, lengthsAtLimits, spellName } from './texts.ts'

const { template } = Gen

// ---- A name that comes twice

/** A place, the name of a member there, and two values of the member's type. */
type TwiceMember = readonly [place: places.Place, name: string, firstValue: unknown, secondValue: unknown]

/** Values that programs take for no value. */
const emptyValues = Gen.constantFrom<unknown>(null, null, false, 0, '', [], {})

/** A field with one of these names, and with values from this generator. */
const fieldTwice = (
  place: Gen.Gen<places.Place>,
  names: ReadonlyArray<string>,
  values: Gen.Gen<unknown>,
): Gen.Gen<TwiceMember> => Gen.tuple(place, Gen.constantFrom(...names), values, values)

const twiceMembers: ReadonlyArray<Gen.Gen<TwiceMember>> = [
  ...constants<unknown>([null, false, 0, '', [], {}, 'x']).map((firstValue) =>
    Gen.tuple(places.anywhere, Gen.constantFrom('a field', ''), firstValue, value),
  ),
  ...[...constants(['__proto__', 'constructor', '\u0000']), template`its own ${anyName}`].map((name) =>
    Gen.tuple(places.anywhere, name, Gen.oneof(emptyValues, value), Gen.oneof(emptyValues, value)),
  ),
  fieldTwice(places.inJob, ['request_id'], text),
  fieldTwice(places.inJob, ['stages'], Gen.constant([])),
  fieldTwice(places.inSeededStage, ['type'], Gen.constant('INPUT_INITIALIZE')),
  fieldTwice(places.inDiffusedStage, ['diffusion'], places.diffused),
  fieldTwice(places.inSeeded, ['seed', 'count'], integer),
  fieldTwice(places.inDiffused, ['width', 'steps'], integer),
  fieldTwice(places.inPrompt, ['text'], text),
  fieldTwice(places.inOtherStage, ['x', 'diffusion'], value),
]

/** Texts of jobs: the member, perhaps many others, and the member once more, its name in any spelling. */
const repeatedNames = twiceMembers.map((memberGen) =>
  Gen.tuple(memberGen, Gen.boolean, anySpellings, Gen.constantFrom(0, 20, 1000)).map(
    ([[place, name, firstValue, secondValue], isSameValue, spellings, between]) => {
      const frame = frameOf(place.put({ [name]: firstValue, [marker]: null }))
      const others = Array.from({ length: between }, (_, i) => `"one of many ${i}":0,`).join('')
      const second = `${spellName(name, spellings)}:${JSON.stringify(isSameValue ? firstValue : secondValue)}`
      return fillFrame(frame, `${others}${second},"another name of its own"`)
    },
  ),
)

// ---- Two names that are nearly one

const nearlySameNames = [
  Gen.tuple(
    places.anywhere,
    Gen.constantFrom('x', 'Seed', 'é', 'REQUEST_ID', '__proto__'),
    Gen.constantFrom(' ', '\u0000', '\u0301', '_', '\ufeff', "'"),
    value,
  ).map(([place, name, affix, member]) =>
    place.put({ [name]: member, [name + affix]: member, [affix + name]: member }),
  ),
  // Case, Unicode normalization, and numbers.
  ...constants([
    ['x', 'X'] as const,
    ['é', 'e\u0301'] as const,
    ['\u212b', '\u00c5'] as const,
    ['ſ', 's'] as const,
    ['ﬁ', 'fi'] as const,
    ['0', '00'] as const,
  ]).map((twoNames) =>
    Gen.tuple(places.anywhere, twoNames, value).map(([place, [name, otherName], member]) =>
      place.put({ [name]: member, [otherName]: member }),
    ),
  ),
  // The same name in objects inside of each other, and in two objects.
  Gen.tuple(places.anywhere, anyName, value).map(([place, name, member]) => {
    const inner = { [name]: { [name]: member } }
    return place.put({ x: inner, y: inner })
  }),
]

/** Names that differ only at their end. The longest would make an answer of more than 262,144 characters. */
const differentEnds = lengthsAtLimits
  .slice(0, -1)
  .map((length): readonly [string, string] => [`${'n'.repeat(length)}a`, `${'n'.repeat(length)}b`])

/** The two names have an object of their own: some maps compare names by their hash only while the maps are small. */
const alikeNames = constants([...differentEnds, ...lookalikes]).map((twoNames) =>
  Gen.tuple(places.anywhere, twoNames, value).map(([place, [name, otherName], member]) =>
    place.put({ x: { [name]: member, [otherName]: member } }),
  ),
)

export const names: LabelledGens = validAndInvalid(
  rules.name,
  mapEach([...nearlySameNames, ...alikeNames], (job) => JSON.stringify(job)),
  repeatedNames,
)
