/** How the input of a failure is made plain: whatever the input is, it ends, and what still fails is kept. */
import * as fc from 'fast-check'
import type { GeneratedInput } from '../../../../src/kit/conformance/generators/Generator.ts'
import type { Wrong } from '../../../../src/kit/conformance/generators/judge.ts'
import { simplify } from '../../../../src/kit/conformance/generators/simplify.ts'
import type { Op } from '../../../../src/kit/conformance/Vector.ts'
import { assert, forAll, suite } from '../../../support/suite.ts'

const simplifying = suite('a failing input made plain')

const bodyOf = (text: string): { readonly hex: string } => ({ hex: Buffer.from(text).toString('hex') })

/** A failure of `decodeJob` with this text as its body. */
const failureWith = (text: string): Wrong =>
  ({
    verdict: 'fail',
    message: 'it must be refused',
    isAccepted: true,
    drawn: { input: { body: bodyOf(text) } },
  }) as unknown as Wrong

/** A text of JSON whose arrays or objects nest so many levels deep. */
const nested = (levels: number, open: string, close: string): string => `${open.repeat(levels)}0${close.repeat(levels)}`

const brackets = fc.constantFrom(['[', ']'], ['{"a":', '}'], ['[{"a":1,"b":', '}]'])
const depths = fc.oneof(fc.integer({ min: 1, max: 400 }), fc.constantFrom(1000, 4000, 10_000))

/** 20 of them: a job that is followed level by level costs some milliseconds. */
const inBrief = { numRuns: 20 }

simplifying('ends, however deep its job is, and is no longer than before', () =>
  forAll(
    [depths, brackets, fc.integer({ min: 1, max: 99 })],
    inBrief,
    async (levels, [open = '', close = ''], percent) => {
      const failure = failureWith(nested(levels, open, close))
      const lengthOf = ({ input }: GeneratedInput<Op>): number => JSON.stringify(input).length
      const limit = (lengthOf(failure.drawn) * percent) / 100
      let asked = 0
      // As of a port that has a limit of its own.
      const stillFails = async (drawn: GeneratedInput<Op>): Promise<Wrong | undefined> => {
        asked++
        return asked > 60 || lengthOf(drawn) < limit ? undefined : { ...failure, drawn }
      }
      const { smallest } = await simplify('decodeJob', failure, stillFails)
      assert.ok(lengthOf(smallest.drawn) <= lengthOf(failure.drawn))
    },
  ),
)
