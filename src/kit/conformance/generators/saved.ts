/**
 * Failures of generated runs as cases of the published format: a port keeps them as its own regression tests.
 */
import { createHash } from 'node:crypto'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { list, parseJson, text, vector } from '../codecs.ts'
import type { GeneratedFailure } from '../Report.ts'
import type { Vector } from '../Vector.ts'

const file = t.type({ behaviour: text, comment: text, cases: list(vector, 'cases') })

/** The cases of a file that `added` wrote; on the left, what is wrong with it. */
export const parse = (json: string): E.Either<string, ReadonlyArray<Vector>> =>
  E.map(({ cases }: t.TypeOf<typeof file>) => cases)(parseJson(file)(json))

/** The id of the case comes from its input. So a failure that is saved twice stays one case. */
const caseOf = ({ generator, op, rule, message, input, expected }: GeneratedFailure, since: string) => {
  const digest = createHash('sha256')
    .update(JSON.stringify([op, input]))
    .digest('hex')
    .slice(0, 12)
  return {
    id: `generated/${generator}-${digest}`,
    since,
    comment: `${rule === '' ? message : `The rule: ${rule}`}.`,
    flags: [],
    op,
    input,
    expect: expected,
  }
}

/** The text of a file with these cases and the failures that are new among them; `since` is the suite's version. */
export const added = (
  before: ReadonlyArray<Vector>,
  failures: ReadonlyArray<GeneratedFailure>,
  since: string,
): string => {
  const all = failures.map((failure) => caseOf(failure, since))
  const fresh = all.filter(({ id }) => !before.some((one) => one.id === id))
  const comment = 'The smallest inputs of generated runs that a port has failed.'
  return `${JSON.stringify({ behaviour: 'generated', comment, cases: [...before, ...fresh] }, null, 2)}\n`
}
