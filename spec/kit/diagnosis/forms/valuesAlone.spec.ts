/** One value of a JSON body that was signed in place of the body. */
import fc from 'fast-check'
import { isJson } from '../../../../src/kit/diagnosis/forms/isJson.ts'
import { partTelling } from '../../../../src/kit/diagnosis/forms/partsAlone.ts'
import { valuesAlone } from '../../../../src/kit/diagnosis/forms/valuesAlone.ts'
import { assert, forAll, suite } from '../../../support/suite.ts'
import { findingOn } from './changes.ts'

const alone = suite('values signed alone')

const word = fc.stringMatching(/^[A-Za-z0-9 é]{1,20}$/)

alone('for all objects: each string and each number is made, and its member named', () =>
  forAll([fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.oneof(word, fc.integer()), { maxKeys: 8 })], (object) => {
    const made = new Map([...valuesAlone(JSON.stringify({ data: object }))].map(([detail, text]) => [text, detail]))
    for (const [name, value] of Object.entries(object)) {
      const detail = made.get(String(value)) ?? ''
      const member = /^only the value of (".*")$/.exec(partTelling(detail)?.detail ?? '')?.[1]
      assert.ok(member !== undefined && Object.keys(object).includes(JSON.parse(member) as string), name)
    }
  }),
)

alone('for all texts: nothing is made of no JSON, and no empty text', () =>
  forAll([fc.oneof(fc.string(), fc.json())], (text) => {
    const made = [...valuesAlone(text)]
    assert.ok(made.every(([, value]) => value !== ''))
    if (!isJson(text)) assert.equal(made, [])
  }),
)

alone('for all JSON: no two forms have one name', () =>
  forAll([fc.json()], (text) => {
    const details = [...valuesAlone(text)].map(([detail]) => detail)
    assert.is(new Set(details).size, details.length)
  }),
)

alone('the value of challenge was signed as the body', () => {
  const challenge = '3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P'
  const body = JSON.stringify({ token: 'Jhj5', challenge, type: 'url_verification' })
  assert.is(
    findingOn({ body }, { body: challenge }).what,
    'The caller signed only the value of "challenge", not the whole body.',
  )
})

alone('an object or an array that was signed alone keeps its words', () =>
  assert.match(findingOn({ body: '{"id":1,"items":[{"a":2}]}' }, { body: '[{"a":2}]' }).what, /"items"/),
)
