/**
 * What is told of a value that no codec accepts: the pointer leads to the member at fault. io-ts adds an index to a path at each union and
 * at each intersection, and no pointer may have it.
 */
import * as E from 'fp-ts/lib/Either.js'
import { parseJson, vector } from '../../../src/kit/conformance/codecs.ts'
import { readSuite } from '../../../src/kit/conformance/suite.ts'
import { ops, type Vector } from '../../../src/kit/conformance/Vector.ts'
import { assert, suite } from '../../support/suite.ts'

const codecs = suite('the codec of a case')

const problemOf = (input: unknown): string => {
  const result = parseJson(vector)(JSON.stringify(input))
  return E.isLeft(result) ? result.left : 'none'
}

const { vectors } = readSuite()
const oneOfEachOp: ReadonlyArray<Vector> = ops.flatMap((op) =>
  vectors.filter((testCase) => testCase.op === op).slice(0, 1),
)

codecs('reads a case of each op', () => {
  assert.is(oneOfEachOp.length, ops.length)
  for (const testCase of oneOfEachOp) assert.is(problemOf(testCase), 'none', testCase.id)
})

codecs('names a member of a case that is missing', () => {
  assert.is(problemOf({ id: 7, op: 'importKey' }), 'at /id, expected a text, found 7')
  for (const testCase of oneOfEachOp)
    for (const member of ['id', 'since', 'comment', 'flags', 'op', 'input', 'expect'])
      assert.match(
        problemOf({ ...testCase, [member]: undefined }),
        new RegExp(`^at /${member}\\b`),
        `${testCase.id} without ${member}`,
      )
})

codecs('names a member of the input that has a wrong type', () => {
  for (const testCase of oneOfEachOp)
    for (const member of Object.keys(testCase.input)) {
      const problem = problemOf({ ...testCase, input: { ...testCase.input, [member]: true } })
      // Any value is a job.
      if (problem !== 'none') assert.match(problem, new RegExp(`^at /input/${member}\\b`), `${testCase.id}: ${member}`)
      else assert.is(member, 'job', testCase.id)
    }
})
