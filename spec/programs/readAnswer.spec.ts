import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { timer } from '../../src/platform/common/system.ts'
import { readAnswer } from '../../src/programs/readAnswer.ts'
import { assert, forAll, suite } from '../support/suite.ts'

const reading = suite('readAnswer')

reading('for all parts and limits: the content within the limit, and an answer that can be read from its start', () =>
  forAll(
    [fc.array(fc.uint8Array({ maxLength: 20 }), { maxLength: 6 }), fc.nat(60), fc.boolean()],
    async (parts, limit, isSync) => {
      const whole = Buffer.concat(parts)
      const given = parts.map((part) => new Uint8Array(part))
      const later = async function* () {
        yield* given
      }
      const body = isSync ? given : later()
      const { content, answer } = await readAnswer(timer, limit, 1000)({ status: 200, headers: [], body } as never)()
      assert.is(E.isRight(content), whole.length <= limit)
      if (E.isRight(content)) assert.ok(whole.equals(content.right))
      const again: Array<Uint8Array> = []
      for await (const part of answer.body) again.push(part)
      assert.ok(whole.equals(Buffer.concat(again)))
    },
  ),
)
