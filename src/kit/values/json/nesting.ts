/**
 * Jobs with arrays and objects one in the other, for the rule about depth; and with a repeated name at the innermost level, because a
 * reader may look for repeated names only near the top.
 */
import * as Gen from '../Gen.ts'
import * as places from '../jobs/places.ts'
import { rules } from '../jobs/rules.ts'
import { constants, type LabelledGens, mapEach } from '../Labelled.ts'
import { spellingsIn, valueIn } from './frames.ts'

/** A value in `levels` arrays, objects or both in turn, one in the other. */
const nesting =
  (innermost: string) =>
  (levels: number): Gen.Gen<string> =>
    Gen.tuple(Gen.constantFrom(['[', ']'], ['{"":', '}'], ['[0,{"a":', '}]']), Gen.constantFrom('', ' ', '\n')).map(
      ([[open = '', close = ''], space]) => {
        // `[0,{"a":` opens an array and an object. An odd level is one more array around the innermost value.
        const levelsPerTurn = open === '[0,{"a":' ? 2 : 1
        const turns = Math.floor(levels / levelsPerTurn)
        const inner = levels % levelsPerTurn === 0 ? innermost : `[${innermost}]`
        return (open + space).repeat(turns) + inner + (close + space).repeat(turns)
      },
    )

const nestedNumber = nesting('0')
const repeatedName = nesting('{"a":1,"a":2}')

/** A member of the job itself: no other level is around it. */
const memberOfJob = valueIn(places.at(places.inJob, 'x', ''))

export const nestedValues: LabelledGens = [
  ...spellingsIn(
    memberOfJob,
    rules.depth,
    [...[127, 126, 1].map(nestedNumber), ...mapEach(constants('[]{}'), (bracket) => `"${bracket.repeat(130)}"`)],
    [128, 129, 255, 256, 1000, 100_000].map(nestedNumber),
  ),
  ...spellingsIn(memberOfJob, rules.name, nesting('{"a":1,"b":1}')(126), [
    ...[5, 38, 126].map(repeatedName),
    Gen.logUniform(126).chain(nesting('{"":null,"\\u0061":0,"a":0}')),
  ]),
  // Some ports keep this member as it is. They must look into it all the same.
  ...spellingsIn(valueIn(places.at(places.inOtherStage, 'x', 'diffusion')), rules.name, [], [1, 5].map(repeatedName)),
]
