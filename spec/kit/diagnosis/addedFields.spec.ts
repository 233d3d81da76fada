/** What the words say of fields that were added to a form, of bytes that were read as text, and of a target that was escaped as a whole. */
import { assert, suite } from '../../support/suite.ts'
import { findingOn } from './forms/changes.ts'

const words = suite('words that name one cause')

words('fields added to a form after signing are no small buffer', () => {
  const { what, remedy } = findingOn({ body: 'a=1&b=2&session=tok&x=' }, { body: 'a=1&b=2' })
  assert.match(what, 'after signing: session=tok and x=.')
  assert.match(remedy, 'Add every field before you sign the form.')
  // Cut within a value, it is one.
  assert.not.match(findingOn({ body: `a=1&b=${'2'.repeat(60)}` }, { body: 'a=1&b=2' }).what, 'Fields were added')
})

words('bytes that were decoded as UTF-8 are signed as they are, not converted', () => {
  const image = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0xfe, 0x31])
  const { id, what, remedy } = findingOn({ body: image }, { body: Buffer.from(image).toString('utf8') })
  assert.is(id, 'body-encoding')
  assert.match(what, 'decoded it as UTF-8 before signing')
  assert.is(remedy, 'Sign the bytes of the body as they are sent. Do not decode them to text.')
})

words('a whole target that was escaped is not split into path and query', () => {
  const { what, remedy } = findingOn({ target: '/v1/jobs?limit=5' }, { target: '%2Fv1%2Fjobs%3Flimit%3D5' })
  assert.not.match(what, 'the path and the query together')
  assert.match(what, 'escaped the whole target')
  assert.match(remedy, 'Escape only the names and values')
})
