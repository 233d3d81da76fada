/** Bodies that mean nothing: one program sends none, another the JSON of an empty value. */
import fc from 'fast-check'
import { otherEmptyTexts } from '../../../../src/kit/diagnosis/emptyBody.ts'
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
    assert.match(what, sent === '' ? /sent no body\.$/ : `sent ${sent}, `)
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
