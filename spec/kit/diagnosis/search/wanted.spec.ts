/**
 * Where one text is wanted, a mistake may leave forms out that are another one. It never leaves out a form that is this text:
 * else a cause that is not the only one would be called exact. Nor does it make this text where the search, which counts all forms
 * against a limit, does not come to it: else a cause would be called uncertain.
 */
import fc from 'fast-check'
import { jsonFamilies } from '../../../../src/kit/diagnosis/catalogue/body.ts'
import { catalogue } from '../../../../src/kit/diagnosis/catalogue.ts'
import { type Draft, draftOf, encodedOf, makesText, type Slot, textOf } from '../../../../src/kit/diagnosis/Draft.ts'
import { rareLineAdded } from '../../../../src/kit/diagnosis/forms/addedLines.ts'
import { changedUnits } from '../../../../src/kit/diagnosis/forms/changedUnits.ts'
import { changedValues } from '../../../../src/kit/diagnosis/forms/changedValues.ts'
import { utf8 } from '../../../../src/kit/diagnosis/forms/charsets.ts'
import { chunkedText } from '../../../../src/kit/diagnosis/forms/chunks.ts'
import { isJson } from '../../../../src/kit/diagnosis/forms/isJson.ts'
import { jsonShapes } from '../../../../src/kit/diagnosis/forms/jsonShapes.ts'
import { treeOf } from '../../../../src/kit/diagnosis/forms/jsonText.ts'
import { membersAsFields } from '../../../../src/kit/diagnosis/forms/membersAsFields.ts'
import { partsAlike } from '../../../../src/kit/diagnosis/forms/partsAlike.ts'
import { printedBodies } from '../../../../src/kit/diagnosis/forms/printed.ts'
import { quotedMembers } from '../../../../src/kit/diagnosis/forms/quotedMembers.ts'
import type { Form } from '../../../../src/kit/diagnosis/forms/Respelling.ts'
import { stringLiterals } from '../../../../src/kit/diagnosis/forms/stringLiterals.ts'
import { unfilledBody } from '../../../../src/kit/diagnosis/forms/unfilledValues.ts'
import { mayWrite, textEncodings } from '../../../../src/kit/diagnosis/forms/wholeText.ts'
import type { Mistake, Variation } from '../../../../src/kit/diagnosis/Mistake.ts'
import { latin1 } from '../../../../src/kit/diagnosis/Received.ts'
import * as arb from '../../../../src/kit/testing/arbitraries.ts'
import { hash } from '../../../../src/platform/node/hash.ts'
import { everyForm } from '../../../support/finding.ts'
import { assert, byTurns, forAll, suite } from '../../../support/suite.ts'

/** For tests that are quick. */
const wantedAtOnce = suite('forms of a text that is wanted')

const wanted = byTurns(3, wantedAtOnce)

const bodies = [
  '{"b":"é/<\'","a":[1.0,{"c":"\\u0041"}],"d":null,"cfg_scale":7}',
  '{\r\n  "a": "x",\r\n  "n": 12345678901234567890\r\n}\r\n',
  '[true, "a&amp;b", {}]',
  'title=red+fox&page=2',
  '<a>\n <b c="1">x</b>\n</a>',
  'plain text',
  '',
]

const targets = [everyForm.target, '/v1/jobs/8812', '/v1/jobs?ids[]=1&ids[]=2&dry=true&at=10%3A00', '/V1/a%0Ab/?Q=x']

const drafts: ReadonlyArray<Draft> = targets.flatMap((target, i) =>
  bodies
    .filter((_, at) => (i === 0 && at < 4) || at === i + 3)
    .map((body) => draftOf({ ...everyForm, target, body: utf8(body), url: i === 3 ? undefined : everyForm.url })),
)

/** The bytes that a form has in this slot: those of a part, or those of the whole text for a layout. Undefined for a digest. */
const valueIn = (slot: Slot | undefined, draft: Draft, { signed }: Variation): Uint8Array | undefined => {
  if (slot === undefined || signed._tag !== 'Draft') return undefined
  if (slot === 'layout') return signed.change.layout === undefined ? undefined : textOf({ ...draft, ...signed.change })
  const value = signed.change[slot]
  return typeof value === 'string' ? utf8(value) : value instanceof Uint8Array ? value : undefined
}

const isSame = (a: Uint8Array | undefined, b: Uint8Array): boolean =>
  a !== undefined && a.length === b.length && Buffer.compare(a, b) === 0

/** Of a long list every so many. */
const most = 16

const some = <A>(list: ReadonlyArray<A>): ReadonlyArray<A> => {
  const step = Math.ceil(list.length / most)
  return list.filter((_, i) => i % step === 0)
}

for (const [i, draft] of drafts.entries())
  wanted(`each form is among those of its slot and its own text: request ${i + 1}`, () => {
    for (const mistake of catalogue)
      for (const form of some([...mistake.variations(draft, hash)])) {
        const [slot] = form.signed._tag === 'Draft' ? (Object.keys(form.signed.change) as [Slot]) : []
        const only = valueIn(slot, draft, form)
        // The search looks at the layouts that are the same for every request in another way.
        if (only === undefined || mistake.layouts().includes(form)) continue
        const isMadeBy = ({ variations }: Mistake): boolean => {
          for (const each of variations(draft, hash, only, slot))
            if (isSame(valueIn(slot, draft, each), only)) return true
          return false
        }
        // A search tries late forms after all others, so they may hold what another mistake makes.
        const isMade = isMadeBy(mistake) || (form.rare === 'late' && catalogue.some(isMadeBy))
        assert.ok(isMade, `${mistake.id}, ${form.detail}: ${Buffer.from(only)}`)
      }
  })

/** A body that is so long has only some of the forms of `body-quoted`. */
const longJson = JSON.stringify({
  id: '7',
  note: "é 灯 \ud83d\ude00 'x' \\ \n <b>",
  numbers: Array.from({ length: 1600 }, (_, i) => i),
})

/** Forms that a filter for the wanted text has left out before: the mistake, the detail, and the body that was sent. */
const formsOnceLeftOut = [
  ['body-printed', 'its bytes in hexadecimal digits with hyphens (BitConverter of .NET)', 'é'],
  ['body-quoted', 'each string as %+q, strconv.QuoteToASCII (Go) writes it', '{"\\u0000é":[1]}'],
  ['body-quoted', 'each string as {:?} (Rust) writes it', '["\\u0000é"]'],
  [
    'body-printed',
    'its value, a Struct (Ruby), Message',
    '["a text before the object of the type, of 40 characters",{"a":1}]',
  ],
  ['body-encoding', 'utf-8 read as shift_jis', '\u{1fb4e}t'],
  ['body-other', 'strings in quotation marks, only in place 1 of 2', longJson],
  ['body-other', 'strings in Unicode NFKC', '{"a":"\ufb01"}'],
  ['body-other', 'objects as lists of pairs, the numbers in their shortest form', '{"a":1e400}'],
  ['body-reserialized', 'javascript, indent 2, decoded before', '{"a":-1e400}'],
  ['body-reserialized', 'arrays of one value as the value, compact', '[ [ "a, b" ] ]'],
] as const

for (const [id, detail, body] of formsOnceLeftOut)
  wantedAtOnce(`a form is among those of its own text: ${detail}`, () => {
    const draft = draftOf({ ...everyForm, body: utf8(body) })
    const { variations } = catalogue.find((mistake) => mistake.id === id) as Mistake
    const form = [...variations(draft, hash)].find((variation) => variation.detail === detail) as Variation
    const text = valueIn('body', draft, form) as Uint8Array
    const formsOfText = [...variations(draft, hash, text, 'body')]
    assert.ok(formsOfText.some((variation) => isSame(valueIn('body', draft, variation), text)))
  })

wantedAtOnce('no form of a body with letters beyond 16 bits is an empty body by accident', () => {
  const draft = draftOf({ ...everyForm, body: utf8('{"a":"\ud83d\ude00"}') })
  const { variations } = catalogue.find(({ id }) => id === 'body-quoted') as Mistake
  for (const form of variations(draft, hash)) assert.ok(valueIn('body', draft, form)?.length !== 0, form.detail)
})

/** Forms of JSON that are not made for a text which cannot be theirs. */
const formsOfJson: Readonly<Record<string, (json: string, text?: string) => Iterable<Form>>> = {
  ...Object.fromEntries(jsonFamilies.map(({ forms }, i) => [`family ${i + 1}`, forms])),
  chunkedText,
  membersAsFields: (json, text) => membersAsFields(treeOf(json), json, text),
  printedBodies: (json, text) => notJson(printedBodies(utf8(json), text)),
}

/** A printed value that is JSON is told as JSON that was written anew. */
function* notJson(forms: Iterable<Form>): Generator<Form> {
  for (const form of forms) if (!isJson(form[1])) yield form
}

const checkJson = (json: string): void => {
  for (const [name, formsOf] of Object.entries(formsOfJson))
    for (const [detail, text] of some([...formsOf(json)]))
      assert.ok(
        [...formsOf(json, text)].some((form) => form[1] === text),
        `${name}, ${detail}: ${json} -> ${text}`,
      )
}

wanted('each form of JSON that is nearly empty is among those of its own text', () =>
  ['{" ":{}}', '{"":null,"a":[]}', '{"":{"":{"x":{}}}}', '[]', '{}', '{"":"\u007f"}'].forEach(checkJson),
)

wanted('for all JSON: each form is among those of its own text', () =>
  forAll(
    [fc.dictionary(fc.string({ unit: 'grapheme' }), arb.json()), fc.constantFrom(0, 2, '\t')],
    { numRuns: 10 },
    (value, indent) => checkJson(JSON.stringify(value, null, indent)),
  ),
)

/** ASCII that some encodings take for a part of a letter, beside letters. */
const besideLetters = fc.string({ unit: fc.constantFrom('a', '0', '@', '~', ' ', '\\', '|', '\u0301', 'é', '灯') })

wanted('for all texts: each of its encodings is among those of its own text', () =>
  forAll(
    [fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 }), besideLetters],
    { numRuns: 20 },
    (letters, rest) => {
      const draft = draftOf({ ...everyForm, body: utf8(letters + rest) })
      const { variations } = catalogue.find(({ id }) => id === 'body-encoding') as Mistake
      for (const form of variations(draft, hash)) {
        const bytes = valueIn('body', draft, form) as Uint8Array
        const formsOfBytes = [...variations(draft, hash, bytes, 'body')]
        assert.ok(
          formsOfBytes.some((variation) => isSame(valueIn('body', draft, variation), bytes)),
          `${form.detail}: ${letters + rest}`,
        )
      }
    },
  ),
)

/** A longer text has no such forms. */
const maxOfOtherValues = 8192

/** JSON with other values, names or shapes, which the search leaves out where another mistake makes the text. */
const checkOtherValues = (json: string): void => {
  const draft = draftOf({ ...everyForm, body: utf8(json) })
  const makers = catalogue.filter(({ slots }) => slots.includes('body'))
  for (const [detail, text] of some([...changedValues(json, hash), ...jsonShapes(json)])) {
    const only = utf8(text)
    const isMadeBy = ({ variations }: Mistake): boolean =>
      [...variations(draft, hash, only, 'body')].some((form) => isSame(valueIn('body', draft, form), only))
    assert.ok(makers.some(isMadeBy), `${detail}: ${json} -> ${text}`)
  }
}

wanted('for all JSON with long lists or large numbers: a text with other values is made by some mistake', () =>
  forAll(
    [
      arb.json(),
      fc.nat(1500),
      fc.constantFrom('7', '1e400', '-1e999'),
      fc.constantFrom('\ud83d\ude00 \\ <', '\ufb01', '7'),
    ],
    { numRuns: 3 },
    (value, count, number, text) => {
      const numbers = Array.from({ length: count }, (_, i) => i)
      const json = `{"n":${number},"s":${JSON.stringify(text)},"v":${JSON.stringify(value)},"l":${JSON.stringify(numbers)}}`
      if (json.length <= maxOfOtherValues && isJson(json)) checkOtherValues(json)
    },
  ),
)

/** Forms of several parts at once. */
const textsOfDraft = (draft: Draft, text?: Uint8Array): ReadonlyArray<readonly [detail: string, text: Uint8Array]> => [
  ...Array.from(partsAlike(draft, hash, text), ([detail, bytes]) => [detail, bytes] as const),
  ...Array.from(
    rareLineAdded(draft, hash, text),
    ([detail, layout]) => [detail, textOf({ ...draft, layout })] as const,
  ),
]

wanted('for all parts: each text with parts changed alike, or with one more line, is among those of its own', () =>
  forAll([fc.string(), fc.webPath(), fc.string({ unit: 'grapheme' })], { numRuns: 10 }, (nonce, path, body) => {
    const draft = draftOf({ ...everyForm, nonce, target: `/${path}`, body: utf8(body) })
    for (const [detail, text] of some(textsOfDraft(draft)))
      assert.ok(
        textsOfDraft(draft, text).some((form) => isSame(form[1], text)),
        `${detail}: ${Buffer.from(text)}`,
      )
  }),
)

wanted('for all targets: each form of its units is among those of its own text', () =>
  forAll([fc.webPath(), fc.webQueryParameters()], { numRuns: 10 }, (path, query) => {
    const target = `/${path}?${query}`
    for (const [kind, text] of some([...changedUnits(target, { hash })]))
      assert.ok(
        [...changedUnits(target, { hash, wanted: text })].some((form) => form[1] === text),
        `${kind}: ${target} -> ${text}`,
      )
  }),
)

wanted('the beginning of a text rules out no form of the whole text', () => {
  for (const text of [...drafts.map(textOf), utf8('GET\n/\n1\nn\n'), utf8("\"'\"\n'x'%%%%%%%%"), utf8('é'), utf8('')])
    for (const form of textEncodings()) assert.ok(mayWrite(form, text, form.write(text)), form.name)
})

wanted('for all texts: a form that says so has no line feed', () =>
  forAll([fc.array(fc.constantFrom('\n', '"', "'", '`', '\\', 'a', 'é', '\0', '%', '$', '\r', '\u2028'))], (pieces) => {
    const text = utf8(pieces.join(''))
    for (const { name, hasNoLineFeed, write } of textEncodings())
      if (hasNoLineFeed) assert.not(write(text).includes(0x0a), name)
  }),
)

wanted('for all texts: a form of the whole text has a length that it may have', () => {
  const forms = catalogue
    .flatMap(({ layouts }) => layouts())
    .flatMap(({ signed }) => (signed._tag === 'Draft' ? (signed.change.layout?.whole ?? []) : []))
    .filter(({ mayHaveLength }) => mayHaveLength !== undefined)
  assert.ok(forms.length > 0)
  return forAll([fc.uint8Array({ maxLength: 40 }), fc.nat(5)], (bytes, lineFeeds) => {
    const text = new Uint8Array([...bytes, ...Array.from({ length: lineFeeds }, () => 0x0a), ...bytes])
    for (const { name, mayHaveLength, write } of forms)
      assert.ok(mayHaveLength?.(write(text).length, text.length), `${name}: ${text}`)
  })
})

wanted('a form that adds so many bytes does so to the text of each of its layouts', () => {
  const [, ...withBody] = drafts.filter(({ body }) => body.length > 0)
  for (const mistake of catalogue)
    for (const { detail, signed } of mistake.layouts()) {
      const layout = signed._tag === 'Draft' ? signed.change.layout : undefined
      if (layout?.whole?.adds === undefined) continue
      for (const draft of withBody) {
        const { length } = textOf({ ...draft, layout: { ...layout, whole: undefined } })
        assert.is(textOf({ ...draft, layout }).length, length + layout.whole.adds(), `${mistake.id}, ${detail}`)
      }
    }
})

wanted('a target that another mistake has changed gets the usual forms that it has as a sent target', () => {
  const { variations } = catalogue.find(({ id }) => id === 'target-reencoded') as Mistake
  for (const target of [...targets, "/v1/a%20b?q=%22x%22+y&z=it's&k=caf%C3%A9", '/a%2fb%5B%5D%7C?x=%3C%3E%60&y=1']) {
    const usualTargets = (sent: string): ReadonlyArray<unknown> =>
      [...variations({ ...draftOf({ ...everyForm, target }), sent }, hash)]
        .filter(({ rare }) => rare === undefined)
        .map(({ detail, signed }) => [detail, signed])
    assert.equal(usualTargets('/sent'), usualTargets(target), target)
  }
})

wanted('a layout makes its own text, and no text with a byte more or less, whether it was used before or not', () => {
  const parts = encodedOf(draftOf({ ...everyForm, target: '/é\ud83d\ude00', body: utf8('ü') }))
  for (const { layouts } of catalogue)
    for (const { detail, signed } of layouts()) {
      const layout = signed._tag === 'Draft' ? signed.change.layout : undefined
      if (layout === undefined) continue
      const text = textOf({ ...draftOf({ ...everyForm, target: '/é\ud83d\ude00', body: utf8('ü') }), layout })
      const isMade = (signedText: Uint8Array): ReadonlyArray<boolean> =>
        [{ ...layout }, layout].map((each) => makesText(each, parts, signedText))
      assert.equal(isMade(text), [true, true], detail)
      assert.equal(isMade(text.subarray(1)), [false, false], detail)
      assert.equal(isMade(new Uint8Array([...text, 0x20])), [false, false], detail)
    }
})

/** A body whose forms are more than their limits, by how many characters its one long value has. */
const longBody = (length: number): string =>
  JSON.stringify({
    a: `x "${'é'.repeat(length)}" y`,
    b: { c: "it's", d: [1, '\\'] },
    count: 7,
    e: 'f',
    g: 'h/i',
    j: true,
  })

wanted('a text beyond a limit is made neither with nor without its being wanted', () => {
  let beyond = 0
  for (const length of [1200, 4000]) {
    const text = longBody(length)
    const unlimited: ReadonlyArray<string> = Array.from(
      [...stringLiterals.map(({ write }): Form => ['', write(text)]), ...quotedMembers(text), ...unfilledBody(text)],
      ([, form]) => form,
    )
    const draft = draftOf({ ...everyForm, body: utf8(text) })
    const bodiesBy = (id: string, only?: Uint8Array): ReadonlySet<string> => {
      const { variations } = catalogue.find((each) => each.id === id) as Mistake
      const changes = [...variations(draft, hash, only, 'body')].map(
        ({ signed }) => signed._tag === 'Draft' && signed.change.body,
      )
      return new Set(changes.flatMap((body) => (body instanceof Uint8Array ? [latin1(body)] : [])))
    }
    const quoted = bodiesBy('body-quoted')
    const unfilled = bodiesBy('part-unfilled')
    for (const form of some(unlimited)) {
      const bytes = utf8(form)
      const key = latin1(bytes)
      if (!quoted.has(key) && !unfilled.has(key)) beyond++
      assert.is(bodiesBy('body-quoted', bytes).has(key), quoted.has(key), `quoted, ${length}: ${form}`)
      assert.is(bodiesBy('part-unfilled', bytes).has(key), unfilled.has(key), `unfilled, ${length}: ${form}`)
    }
  }
  assert.ok(beyond > 2, `${beyond}`)
})
