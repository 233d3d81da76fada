/** A path that was signed with dot segments, which a client or a proxy resolved before the path arrived. */
import fc from 'fast-check'
import { unresolvedDots } from '../../../../src/kit/diagnosis/forms/unresolvedDots.ts'
import { dotsResolved } from '../../../../src/kit/diagnosis/targetDifference.ts'
import { assert, forAll, suite } from '../../../support/suite.ts'

const dots = suite('dot segments that were resolved')

for (const [sent, signed] of [
  ['/v1/one/three/x.png?v=1', '/v1/one/two/../three/./x.png?v=1'],
  ['/v1/jobs', '/v1/api/../jobs'],
  ['/v1/jobs', '/static/..;/v1/jobs'],
  ['/v1/jobs/8812/images', '/v1/jobs/8812/./images/.'],
] as const)
  dots(`${sent} sent, ${signed} signed: among the forms, and told`, () => {
    assert.ok([...unresolvedDots(sent)].includes(signed))
    assert.ok([...unresolvedDots(sent, signed)].includes(signed))
    assert.match(dotsResolved(signed, sent)?.what ?? '', /dot segments/)
  })

// The URL parser of Node 20 leaves `..` in `/a/.b/../.b`.
const segment = fc.stringMatching(/^[a-z0-9](?:[a-z0-9.]*[a-z0-9])?$/)

dots(
  'for all paths: a URL parser makes the sent path of each form without `..;`, and there are some thousands at most',
  () =>
    forAll([fc.array(segment, { minLength: 1, maxLength: 8 })], (segments) => {
      const path = `/${segments.join('/')}`
      const forms = [...unresolvedDots(path)]
      assert.ok(forms.length <= 3500, `${forms.length} forms`)
      for (const form of forms)
        if (!form.includes('..;') && !form.endsWith('/.')) assert.is(new URL(`http://a${form}`).pathname, path)
      for (const form of forms)
        assert.match(dotsResolved(form, path)?.what ?? dotsResolved(form, `${path}/`)?.what ?? '', /dot/, form)
    }),
)

dots('not: a path with dot segments, a long one, or if the wanted text has none', () => {
  assert.equal([...unresolvedDots('/v1/./jobs')], [])
  assert.equal([...unresolvedDots(`/${'a'.repeat(600)}`)], [])
  assert.equal([...unresolvedDots('/v1/jobs', '/v1/other')], [])
})
