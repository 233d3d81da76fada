/**
 * Where one text is wanted, a mistake may leave forms out that are another one. It never leaves out a form that is this text:
 * else a cause that is not the only one would be called exact. Nor does it make this text where the search, which counts all forms
 * against a limit, does not come to it: else a cause would be called uncertain.
 */
import { catalogue } from '../../../../src/kit/diagnosis/catalogue.ts'
import { type Draft, draftOf, textOf } from '../../../../src/kit/diagnosis/Draft.ts'
import { utf8 } from '../../../../src/kit/diagnosis/forms/charsets.ts'
import { quotedMembers } from '../../../../src/kit/diagnosis/forms/quotedMembers.ts'
import type { Form } from '../../../../src/kit/diagnosis/forms/Respelling.ts'
import { stringLiterals } from '../../../../src/kit/diagnosis/forms/stringLiterals.ts'
import { unfilledBody } from '../../../../src/kit/diagnosis/forms/unfilledValues.ts'
import { mayWrite, textEncodings } from '../../../../src/kit/diagnosis/forms/wholeText.ts'
import type { Mistake, Variation } from '../../../../src/kit/diagnosis/Mistake.ts'
import { latin1 } from '../../../../src/kit/diagnosis/Received.ts'
import { hash } from '../../../../src/platform/node/hash.ts'
import { everyForm } from '../../../support/finding.ts'
import { assert, byTurns, suite } from '../../../support/suite.ts'

const wanted = byTurns(3, suite('forms of a text that is wanted'))

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

/** The bytes that a form has in the one slot of its mistake. */
const slotValueOf = ({ slots }: Mistake, { signed }: Variation): Uint8Array | undefined => {
  const [slot] = slots
  if (slot === undefined || signed._tag !== 'Draft') return undefined
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
  wanted(`each form of one slot is among those of its own text: request ${i + 1}`, () => {
    for (const mistake of catalogue.filter(({ slots }) => slots.length === 1 && slots[0] !== 'digested'))
      for (const form of some([...mistake.variations(draft, hash)])) {
        const only = slotValueOf(mistake, form)
        if (only === undefined) continue
        const found = [...mistake.variations(draft, hash, only)].some((each) =>
          isSame(slotValueOf(mistake, each), only),
        )
        assert.ok(found, `${mistake.id}, ${form.detail}: ${Buffer.from(only)}`)
      }
  })

for (const [i, draft] of drafts.entries())
  wanted(`each form of several slots is among those of the whole text: request ${i + 1}`, () => {
    for (const mistake of catalogue.filter(({ slots }) => slots.length > 1))
      for (const { detail, signed } of some([...mistake.variations(draft, hash)])) {
        if (signed._tag !== 'Draft') continue
        const text = textOf({ ...draft, ...signed.change })
        const forms = [...mistake.variations(draft, hash, text), ...mistake.layouts()]
        const found = forms.some(
          (each) => each.signed._tag === 'Draft' && isSame(textOf({ ...draft, ...each.signed.change }), text),
        )
        assert.ok(found, `${mistake.id}, ${detail}`)
      }
  })

wanted('the beginning of a text rules out no form of the whole text', () => {
  for (const text of [...drafts.map(textOf), utf8('GET\n/\n1\nn\n'), utf8("\"'\"\n'x'%%%%%%%%"), utf8('é'), utf8('')])
    for (const form of textEncodings) assert.ok(mayWrite(form, text, form.write(text)), form.name)
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
      const changes = [...variations(draft, hash, only)].map(
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
      const whole = textOf({ ...draft, body: bytes })
      assert.is(bodiesBy('part-unfilled', whole).has(key), unfilled.has(key), `unfilled, ${length}: ${form}`)
    }
  }
  assert.ok(beyond > 2, `${beyond}`)
})
