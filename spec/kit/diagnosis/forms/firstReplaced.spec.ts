/** Replacements at the first occurrence alone, in a body, a form and a target. */
import fc from 'fast-check'
import { assert, forAll, suite } from '../../../support/suite.ts'
import { findingOn, type Wire } from './changes.ts'

const first = suite('the first occurrence alone was replaced')

const checkTold = (sent: Wire, signed: Wire, id: string): void => {
  const found = findingOn(sent, signed)
  assert.is(found.id, id, found.what)
  assert.match(found.what, /^The caller replaced only the first .* in the signed text/)
}

/** Each changes a JSON text into another one of the same value. */
const escapes: ReadonlyArray<readonly [string, string]> = [
  ['/', '\\/'],
  ['&', '\\u0026'],
  ['<', '\\u003c'],
  ['>', '\\u003E'],
  ["'", '\\u0027'],
]

const escapable = fc.array(fc.constantFrom('a', ...escapes.map(([mark]) => mark)), { maxLength: 5 })

first('for all JSON with marks that serializers escape: one replacement or two', () =>
  forAll(
    [escapable, fc.constantFrom(...escapes), fc.constantFrom(...escapes)],
    { numRuns: 8 },
    (marks, [from, to], [otherFrom, otherTo]) => {
      const body = `{"ref":"x${from}${otherFrom}${marks.join('')}y","tags":["${from}b${otherFrom}"]}`
      const signed = body.replace(from, () => to)
      const both = from === otherFrom ? signed : signed.replace(otherFrom, () => otherTo)
      checkTold({ body }, { body: both }, 'body-reserialized')
    },
  ),
)

const targetReplacements = [
  ['%20', '+'],
  ['%2F', '/'],
  [',', '%2C'],
  [':', '%3A'],
  ['%5B', '['],
] as const

first('for all targets and forms: one escape of several that are alike', () =>
  forAll(
    [
      fc.constantFrom(...targetReplacements),
      fc.array(fc.constantFrom('a', 'b%2B', '7'), { maxLength: 4 }),
      fc.boolean(),
    ],
    { numRuns: 8 },
    ([from, to], words, isForm) => {
      const fields = `x=${from}${words.join('')}y${from}z&t=${from}${words.join('&u=')}`
      const write = (text: string): Wire => (isForm ? { body: text } : { target: `/v1/jobs?${text}` })
      const found = findingOn(write(fields), write(fields.replace(from, to)))
      assert.is(found.id, isForm ? 'form-reencoded' : 'target-reencoded', found.what)
    },
  ),
)

first('text that is neither JSON nor a form: on each line, as sed does', () =>
  checkTold({ body: 'a, b, c\nd, e, f\n' }, { body: 'a,b, c\nd,e, f\n' }, 'body-other'),
)
