/** Bodies that mean nothing: one program sends none, another the JSON of an empty value. */
import fc from 'fast-check'
import { otherEmptyTexts } from '../../../../src/kit/diagnosis/emptyBody.ts'
import { emptyValues, missingTexts } from '../../../../src/kit/diagnosis/forms/missingValues.ts'
import { assert, forAll, suite } from '../../../support/suite.ts'
import { findingOn } from './changes.ts'

const nothing = suite('a body that means nothing')

const emptyText = fc.constantFrom('', '""', '{}', '[]', 'null', 'undefined')

nothing('for all two texts of no body: one cause, which names both', () =>
  forAll([emptyText, emptyText, fc.constantFrom('', '\n', '\r\n')], { numRuns: 4 }, (signed, sent, end) => {
    // PHP and other programs write an empty array for an empty object: then JSON was written anew.
    if (signed === sent || ['{}[]', '[]{}'].includes(signed + sent)) return
    const body = sent === '' ? '' : sent + end
    const { id, what, detail } = findingOn({ body }, { body: signed })
    const ids = signed === '' ? ['body-missing'] : ['body-printed', 'body-other', 'body-reserialized']
    assert.ok(ids.includes(id), `${signed} for ${sent}: ${id}`)
    assert.ok(what.startsWith(`The caller signed ${signed === '' ? 'no body' : signed}`), what)
    assert.match(what, sent === '' ? /no body (?:arrived|was sent)\.$|sent no body\.$/ : `sent ${sent}, `)
    if (sent !== '') assert.ok(detail.endsWith(`sent ${sent}`), detail)
  }),
)

nothing('what was sent for no body says how the client sends none', () =>
  assert.match(findingOn({ body: '""' }, { body: '' }).remedy, /no body: axios sends it if data is ''/),
)

nothing('another body stands for itself: no text of no body is tried for it', () => {
  for (const body of ['', '{"a":1}', '0', '" "', '{} ', '""\n\n'])
    assert.equal(otherEmptyTexts(new Uint8Array(Buffer.from(body))), [], body)
  assert.match(findingOn({ body: '{"a":1}' }, { body: '' }).what, /^The caller sent a body, but did not sign it\.$/)
})

/** What a program prints where a body has no value, or no content. */
const nothingSigned = fc.constantFrom(
  ...missingTexts().filter((text) => !text.includes('MISSING')),
  ...emptyValues.map(({ text }) => text),
  '{}',
  '[]',
  '""',
  'Array',
  ' ',
)

nothing(
  'for all spellings of nothing and all bodies: one mistake, which names the spelling and calls no body unsigned',
  () =>
    forAll(
      [nothingSigned, fc.constantFrom('', '{"a":1}', 'a=1', 'plain text', '<a>b</a>')],
      { numRuns: 8 },
      (signed, body) => {
        const { id, what, remedy } = findingOn({ body }, { body: signed })
        const words = `${id}: ${what} ${remedy}`
        assert.ok(['body-printed', 'body-other'].includes(id), words)
        assert.ok(what.includes(signed === ' ' ? 'a space' : signed), words)
        assert.is(/sent no body|no body arrived|If no body is sent/.test(what + remedy), body === '', words)
        assert.not.match(words, /differs from the body that arrived|did not sign it|If there is no body/)
      },
    ),
)
