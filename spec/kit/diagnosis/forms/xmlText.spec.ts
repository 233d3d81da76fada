/** Another layout of an XML text has all its characters: comments, CDATA and attributes may have a `<`. */
import fc from 'fast-check'
import { piecesOf, respelledXml } from '../../../../src/kit/diagnosis/forms/xmlText.ts'
import { assert, forAll, suite } from '../../../support/suite.ts'

const xml = suite('forms of XML')

xml('a < in a comment, in CDATA or in an attribute stays', () => {
  for (const piece of ['<!-- a < b -->', '<![CDATA[a<b]]>', '<c d="1<2">', '<c d="<"/>']) {
    const forms = [...respelledXml(`<a>${piece}<b>x</b></a>`)].filter(([detail]) => detail.startsWith('each element'))
    assert.ok(forms.length > 10, piece)
    for (const [detail, text] of forms)
      assert.ok(text.includes(piece.slice(0, -2)) && text.replace(/\s/g, '').includes('<b>x</b>'), `${detail}: ${text}`)
  }
})

xml('for all texts: the pieces joined are the text', () =>
  forAll([fc.string({ unit: fc.constantFrom('<', '>', '/', 'a', '!', '-', '"', ' ', '\n') })], (text) =>
    assert.is(piecesOf(text).join(''), text),
  ),
)

xml('a tag and the text after it are two pieces', () =>
  assert.equal(piecesOf('<a b="c">d</a>'), ['<a b="c">', 'd', '</a>']),
)
