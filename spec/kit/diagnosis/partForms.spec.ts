/** What programs do to one part of the string to sign: each habit is known for every part, and told in words that name the part. */
import fc from 'fast-check'
import { catalogue } from '../../../src/kit/diagnosis/catalogue.ts'
import { type Draft, draftOf } from '../../../src/kit/diagnosis/Draft.ts'
import { diagnose } from '../../../src/kit/diagnosis/examine.ts'
import { methodPrintings } from '../../../src/kit/diagnosis/forms/methodPrintings.ts'
import { encodedParts, paddedParts, partsPrinted, printedObjects } from '../../../src/kit/diagnosis/forms/partForms.ts'
import type { Report } from '../../../src/kit/diagnosis/Report.ts'
import { tellingOf } from '../../../src/kit/diagnosis/tellingOf.ts'
import { hash } from '../../../src/platform/node/hash.ts'
import { line, now, publicKey, signatureOf } from '../../support/planting.ts'
import { onlyFinding } from '../../support/signedText.ts'
import { assert, forAll, suite } from '../../support/suite.ts'

const keys = [{ appId: 'app-1', key: publicKey(2048, 'app-1') }]
const right = { method: 'POST', target: '/v1/jobs/8812', timestamp: String(now), nonce: 'a1B2-c3D4' }
const body = new Uint8Array(Buffer.from('{"seed":7}'))

type PartName = keyof typeof right
const partNames = Object.keys(right) as ReadonlyArray<PartName>

const reportOn = (changes: Partial<typeof right>, nonce = right.nonce): Report => {
  const { method, target, timestamp, nonce: signedNonce } = { ...right, nonce, ...changes }
  const signature = signatureOf(`${method}\n${target}\n${timestamp}\n${signedNonce}\n${Buffer.from(body)}`)
  const authorization = [line(signature, nonce)]
  return diagnose({ method: right.method, target: right.target, authorization, body, keys, now }, hash, 100_000_000)
}

/** A form of a mistake that signs another text in place of one part. */
interface PartForm {
  readonly id: string
  readonly detail: string
}

const rightDraft = draftOf({ ...right, body, appId: 'app-1' })

/** The part and the text of a form that changes one part alone. */
const keyOf = (part: string, text: string): string => `${part} ${text}`

/** Every form of the catalogue that changes one part, in its order. Listing them signs nothing and hashes no text to sign. */
const formsByText = (): ReadonlyMap<string, ReadonlyArray<PartForm>> => {
  const forms = new Map<string, Array<PartForm>>()
  for (const mistake of catalogue)
    for (const { detail, signed } of mistake.variations(rightDraft, hash)) {
      if (signed._tag !== 'Draft') continue
      const [[part = '', text] = [], ...others] = Object.entries(signed.change)
      if (others.length > 0 || typeof text !== 'string') continue
      const form = { id: mistake.id, detail }
      const known = forms.get(keyOf(part, text))
      if (known === undefined) forms.set(keyOf(part, text), [form])
      else known.push(form)
    }
  return forms
}

const known = formsByText()

/** What a report on this part would say, by each form that signs the text. */
const wordsFor = (name: PartName, text: string): ReadonlyArray<string> => {
  const signed: Draft = { ...rightDraft, [name]: text }
  return (known.get(keyOf(name, text)) ?? []).map((form) => tellingOf(form, signed, rightDraft, true)?.what ?? '')
}

/** A habit of programs: the texts that it makes of a part, and the words that a report must have for one of them. */
interface Habit {
  readonly textsFor: (part: string) => ReadonlyArray<string>
  readonly words: (name: PartName, signed: string) => RegExp
}

const escaped = (text: string): string => text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')

const habits: Readonly<Record<string, Habit>> = {
  'each text that programs print round it': {
    textsFor: partsPrinted,
    words: (name) => new RegExp(`\\b${name}\\b|query|path`),
  },
  'each text that programs print for an object': {
    textsFor: () => printedObjects,
    words: (name, signed) => new RegExp(`${escaped(signed)} instead of the ${name}`),
  },
  'blanks and zero bytes up to the length of a column': {
    textsFor: (part) => paddedParts(part).map(([, signed]) => signed),
    words: (name, { length }) => new RegExp(`the ${name} with (?:blanks|zero bytes) after it, ${length} characters`),
  },
  'its encodings and hashes': {
    textsFor: (part) =>
      encodedParts(part, hash)
        .map(([, signed]) => signed)
        .filter((signed) => signed !== part),
    words: () => /./,
  },
}

const parts = suite('what programs do to a part')

for (const name of partNames)
  for (const [habit, { textsFor, words }] of Object.entries(habits)) {
    const texts = textsFor(right[name])

    parts(`the ${name}: ${habit} is in the catalogue, and its words name the part`, () => {
      for (const signed of texts) {
        const told = wordsFor(name, signed)
        assert.ok(told.length > 0, `no form signs ${signed} as the ${name}`)
        assert.ok(
          told.some((what) => words(name, signed).test(what)),
          `${signed}: ${told.join(' | ')}`,
        )
      }
    })

    // A diagnosis takes far longer than to list the forms, so a run makes a few: others at each run.
    parts(`the ${name}: ${habit} is found and proven`, () =>
      forAll([fc.constantFrom(...texts)], { numRuns: 2 }, (signed) =>
        assert.match(onlyFinding(reportOn({ [name]: signed })).what, words(name, signed), signed),
      ),
    )
  }

parts('the method: each rare printing of it is in the catalogue, and quoted', () => {
  for (const signed of methodPrintings(right.method)) {
    const told = wordsFor('method', signed)
    assert.ok(
      told.some((what) => what.startsWith(`The caller signed ${signed} as the method`)),
      `${signed}: ${told.join(' | ')}`,
    )
  }
})

parts('the method: a rare printing of it is found and proven', () =>
  forAll([fc.constantFrom(...methodPrintings(right.method))], { numRuns: 2 }, (signed) =>
    assert.match(onlyFinding(reportOn({ method: signed })).what, /^The caller signed .* as the method/s, signed),
  ),
)

for (const [sent, signed, how] of [
  ['7315922048811467523', '7315922048811468000', 'JavaScript'],
  ['7315922048811467523', '7315922048811467776', 'an integer of a double'],
  ['7315922048811467523', '7.315922048811468E18', 'Java'],
  ['7315922048811467523', '7.315922048811468e+18', 'Python'],
  ['7315922048811467523', '7.3159220488115E+18', 'echo of PHP'],
  ['7315922048811467523', '7315922048811460000', 'a spreadsheet'],
  ['7315922048811467523', '7315922222558740480', 'a float of 32 bits'],
  ['7315922048811467523', '2147483647', 'the largest integer of a column'],
  ['1700013584482', '1,700,013,584,482', 'a number in groups'],
  ['004821', '0000000000004821', 'a number of 16 digits'],
] as const)
  parts(`a nonce of digits that was read as a number: ${how}`, () =>
    assert.match(onlyFinding(reportOn({ nonce: signed }, sent)).what, /read the nonce as a (?:floating-point )?number/),
  )

parts('a nonce with the app id before it or the timestamp after it: both nonces are shown', () => {
  for (const signed of [`app-1-${right.nonce}`, `${right.nonce}${now}`])
    assert.is(
      onlyFinding(reportOn({ nonce: signed })).what,
      `The caller signed ${signed} as the nonce, but sent ${right.nonce}.`,
    )
})
