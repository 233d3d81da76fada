/**
 * A compound form of the catalogue makes two deviations at once. It is no simpler than the two mistakes that make them one by one: both
 * are told, and neither is exact.
 */
import { catalogue } from '../../../../src/kit/diagnosis/catalogue.ts'
import { type Draft, draftOf, textOf } from '../../../../src/kit/diagnosis/Draft.ts'
import { utf8 } from '../../../../src/kit/diagnosis/forms/charsets.ts'
import type { Mistake, Variation } from '../../../../src/kit/diagnosis/Mistake.ts'
import { isCompound } from '../../../../src/kit/diagnosis/search/compounds.ts'
import { search } from '../../../../src/kit/diagnosis/search/search.ts'
import { hash } from '../../../../src/platform/node/hash.ts'
import { everyForm } from '../../../support/finding.ts'
import { assert, byTurns, inTurn, suite } from '../../../support/suite.ts'

const compound = byTurns(4, suite('compound forms'))

const rightWith = (body: string): Draft => draftOf({ ...everyForm, body: utf8(body), url: undefined, host: undefined })

const drafts: ReadonlyArray<Draft> = ['{"b":"<é>","a":[1,{"c":"d/e"}]}', '{  "b": "x",  "a": [    1  ]}'].map(rightWith)

const textOfForm = (right: Draft, { signed }: Variation): Uint8Array =>
  textOf({ ...right, ...(signed._tag === 'Draft' ? signed.change : {}) })

const keyOf = (text: Uint8Array): string => Buffer.from(text).toString('latin1')

const layoutsAndBodies = catalogue.filter(({ slots }) => slots.includes('layout') || slots.includes('body'))

/** The texts that a mistake makes of this draft, in forms of this kind. */
const formsOf = (mistake: Mistake, right: Draft, isWanted: (form: Variation) => boolean): ReadonlyArray<Variation> =>
  [...mistake.variations(right, hash)].filter((form) => form.signed._tag === 'Draft' && isWanted(form))

/** A kind of compound forms, by the mistake and the words at the end of their details. */
interface CompoundKind {
  readonly id: string
  readonly ending: string
  /** The mistakes that such a form contains. */
  readonly contained: ReadonlyArray<string>
}

const separators = ['separator-crlf', 'separator-literal', 'separator-missing', 'separator-other']

const kinds: ReadonlyArray<CompoundKind> = [
  { id: 'body-reserialized', ending: ', a line feed behind it', contained: ['trailing-line-feed'] },
  { id: 'body-reserialized', ending: ', and a line end', contained: ['trailing-line-feed'] },
  { id: 'parts-reordered', ending: ', a line feed behind each', contained: ['trailing-line-feed'] },
  { id: 'parts-reordered', ending: ' between them', contained: separators },
  { id: 'parts-reordered', ending: ', an empty line first', contained: ['leading-line-feed'] },
  { id: 'parts-reordered', ending: ', two line feeds before the body', contained: ['separator-other'] },
  { id: 'app-id-included', ending: 'before nonce and timestamp', contained: ['parts-reordered'] },
  { id: 'parts-labelled', ending: ', at the end as well', contained: ['trailing-line-feed'] },
]

const isOfKind = ({ id, ending }: CompoundKind, mistake: Mistake, { detail }: Variation): boolean =>
  mistake.id === id && detail.endsWith(ending)

/** How a text is explained, by the ids. */
const explanationsOf = (right: Draft, text: Uint8Array): ReadonlyArray<string> => {
  const searching = search({
    expected: [right],
    matches: (bytes) => Buffer.compare(bytes, text) === 0,
    hash,
    maxMistakes: 1,
  })
  let step = searching.next()
  while (step.done !== true) step = searching.next()
  return step.value.found?.explanations.map((steps) => steps.map(({ mistake }) => mistake.id).join('+')) ?? []
}

/** The forms of each kind that are searched for: the first, and some of the others. */
const some = 2

for (const kind of kinds) {
  const { id, ending, contained } = kind
  compound(`${id} (…${ending}): ${contained.join(' or ')} beside a simpler form is told as well`, () => {
    const mistake = catalogue.find((each) => each.id === id) as Mistake
    let told = 0
    for (const right of drafts) {
      const forms = formsOf(mistake, right, (form) => isOfKind(kind, mistake, form))
      for (const { detail, traits } of forms) assert.equal(traits?.contains, contained, `${id} (${detail})`)
      const step = Math.ceil(forms.length / some)
      for (const form of forms.filter((_, i) => i % step === 0)) {
        const ways = explanationsOf(right, textOfForm(right, form))
        // Another mistake alone may lead to the text: then that is simpler.
        if (!ways.includes(id)) continue
        assert.ok(
          contained.some((other) => ways.includes(`${id}+${other}`)),
          `${id} (${form.detail}): ${ways}`,
        )
        told++
      }
    }
    assert.ok(told > 0, `${id}: no form`)
  })
}

compound('no other form is a compound', () => {
  for (const right of drafts)
    for (const mistake of catalogue)
      for (const form of formsOf(mistake, right, isCompound))
        assert.ok(
          kinds.some((kind) => isOfKind(kind, mistake, form)),
          `${mistake.id} (${form.detail})`,
        )
})

/** One deed in which several bytes differ: the remedy of the whole is that of its parts. curl drops all line ends, echo adds one. */
const oneDeed = ['nonce-missing', 'body-missing', 'lines-indented', 'body-lines-joined', 'body-quoted']

/** What another service signs, taken over as a whole. */
const ofOthers = ['parts-labelled', 'part-missing']
const isOfOthers = ({ detail }: Variation): boolean => detail.endsWith('(WeChat)')

/** A joint and what stands behind the body: the form names both, so neither stays unsaid. */
const saysBoth = ({ id }: Mistake, { detail }: Variation): boolean =>
  (id === 'separator-other' && detail.endsWith(' after the body')) ||
  (id === 'separator-crlf' && detail.endsWith('also after the last line'))

compound('every form that one of its own mistake and another usual mistake make is declared', () => {
  const right = drafts[0] as Draft
  const undeclared = new Set<string>()
  const others = layoutsAndBodies.filter(({ slots }) => slots[0] === 'layout')
  const counted = layoutsAndBodies.filter(({ id }) => ![...oneDeed, ...ofOthers].includes(id))
  for (const mistake of inTurn(3, counted)) {
    const forms = formsOf(mistake, right, () => true)
    const byText = new Map(forms.toReversed().map((form) => [keyOf(textOfForm(right, form)), form]))
    for (const form of forms.filter(({ rare }, i) => (rare !== 'alone' && rare !== 'late') || i % 97 === 0)) {
      const simpler: Draft = { ...right, ...(form.signed._tag === 'Draft' ? form.signed.change : {}) }
      for (const other of others.filter((each) => each !== mistake))
        for (const second of formsOf(other, simpler, ({ rare }) => rare === undefined)) {
          const whole = byText.get(keyOf(textOfForm(simpler, second)))
          if (whole === undefined || whole === form || isCompound(whole)) continue
          if (isOfOthers(whole) || saysBoth(mistake, whole)) continue
          undeclared.add(`${mistake.id} (${whole.detail}) is ${form.detail}, and ${other.id} (${second.detail})`)
        }
    }
  }
  assert.equal([...undeclared], [])
})
