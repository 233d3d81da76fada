/** The members of a JSON object as the fields of a form: each list of fields is made into texts once. */
import fc from 'fast-check'
import { treeOf } from '../../../../src/kit/diagnosis/forms/jsonText.ts'
import { fieldListsOf } from '../../../../src/kit/diagnosis/forms/membersAsFields.ts'
import { assert, forAll, suite } from '../../../support/suite.ts'

const lists = suite('members as fields')

const fieldsOf = (value: object): ReadonlyArray<string> => {
  const tree = treeOf(JSON.stringify(value))
  return tree._tag === 'Object' ? Array.from(fieldListsOf(tree), ({ fields }) => JSON.stringify(fields)) : []
}

lists('for all objects: no list of fields comes twice', () =>
  forAll([fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }))], (value) => {
    const all = fieldsOf(value)
    assert.is(new Set(all).size, all.length)
  }),
)

lists('texts alone make one list, and its order by name', () => {
  assert.equal(fieldsOf({ b: 'x', a: 'y' }), ['[["b","x"],["a","y"]]', '[["a","y"],["b","x"]]'])
})

lists('null, true and lists have their own', () => {
  const all = fieldsOf({ b: null, a: [true] })
  for (const expected of ['[["b","None"],["a[0]","True"]]', '[["a[]","1"]]', '[["b",""],["a.0","true"]]'])
    assert.ok(all.includes(expected), expected)
})
