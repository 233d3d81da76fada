import { isDeepStrictEqual } from 'node:util'
import { generatorsOf } from '../../../../src/kit/conformance/generators/all.ts'
import { drawRuns, shareOutRuns } from '../../../../src/kit/conformance/generators/draws.ts'
import type { GeneratedInput, GeneratedRun } from '../../../../src/kit/conformance/generators/Generator.ts'
import { ownNonceRule } from '../../../../src/kit/conformance/generators/signing.ts'
import type { Inputs, Op } from '../../../../src/kit/conformance/Vector.ts'
import { rules as jobRules } from '../../../../src/kit/values/jobs/rules.ts'
import { createPlain } from '../../../support/plain/plain.ts'
import { assert, byTurns, suite } from '../../../support/suite.ts'
import { packaged } from '../ports/cases.ts'
import { defaultRuns, drawnAt, drawnBy, isWhole, passed, portWith, seeds } from './drawn.ts'

const drawing = byTurns(2, suite('generated runs'))

const { knownType } = jobRules
const all = generatorsOf(packaged, 'full')
const levels = ['full', 'signer', 'verifier'] as const

/** The rules that these draws met, and those of them on one side alone. */
const metBy = (runs: ReadonlyArray<GeneratedRun>) => {
  const inside = new Set<string>()
  const outside = new Set<string>()
  for (const { rule, passes } of runs) ([passes].flat().at(-1) === true ? inside : outside).add(rule)
  const rules = [...new Set([...inside, ...outside])].sort()
  return { rules, unmet: rules.filter((rule) => !inside.has(rule) || !(outside.has(rule) || rule === ownNonceRule)) }
}

// At the other levels each generator draws more.
for (const level of isWhole ? levels : (['full'] as const))
  drawing(`${level}: no rule and no side of one goes unmet in the default number of runs`, () => {
    const met = seeds.map((seed) => metBy(drawnAt(level, seed)))
    for (const { rules, unmet } of met) {
      assert.equal(rules, met[0]?.rules)
      // A signer writes a stage of every type.
      const told = unmet.filter((rule) => level !== 'signer' || rule !== knownType)
      assert.equal(told, [])
    }
  })

drawing('a run that is too short for them leaves sides unmet', () => {
  const runs = drawRuns({ generators: generatorsOf(packaged, 'signer'), runs: 100, seed: 'a' })
  assert.ok(metBy(runs).unmet.length > 5)
})

for (const level of levels)
  drawing(`${level}: each way to draw comes in a default run`, () => {
    for (const [{ name, arbitraries: ways }, share] of shareOutRuns(generatorsOf(packaged, level), defaultRuns))
      assert.ok(share >= ways.length, name)
  })

drawing('the same seed draws the same inputs, by every generator', () => {
  const [seed = ''] = seeds
  const known = new Map(drawnAt('full', seed).map((run) => [run.path, run]))
  for (const run of drawRuns({ generators: all, runs: 500, seed }))
    assert.is(JSON.stringify(run), JSON.stringify(known.get(run.path)))
})

/** How deep the arrays and objects of a line nest. A text holds no bracket that counts. */
const depthOf = (line: string): number => {
  let depth = 0
  let deepest = 0
  for (const [token] of line.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if (token === '[' || token === '{') deepest = Math.max(deepest, ++depth)
    if (token === ']' || token === '}') depth--
  }
  return deepest
}

drawing(
  'no line on the wire holds half of a surrogate pair or nests 300 deep, as the page for port authors says',
  () => {
    for (const { op, input } of [...packaged.vectors, ...seeds.flatMap((seed) => drawnAt('full', seed))]) {
      const line = JSON.stringify({ type: 'run', seq: 1, op, input })
      // Of all characters that JSON may hold as they are, `JSON.stringify` escapes these halves alone.
      assert.not.match(line, /(?<!\\)(?:\\\\)*\\ud[89a-f]/)
      assert.ok(depthOf(line) < 300, line.slice(0, 200))
    }
  },
)

drawing('each key of a run is valid from and to whole seconds, as the page for port authors says', () => {
  for (const { op, input } of [...packaged.vectors, ...seeds.flatMap((seed) => drawnAt('full', seed))]) {
    if (op !== 'verify') continue
    for (const { notBefore = 0, notAfter = 0 } of (input as Inputs['verify']).keys)
      for (const second of [notBefore, notAfter])
        assert.ok(Number.isInteger(second) && second >= 0 && second <= 99_999_999_999, String(second))
  }
})

const port = portWith()
const plain = createPlain()

/** Whatever a generator says of a value that it draws from a grammar, our own port says as well, and so does the second implementation. */
const labels = suite('the labels of drawn values')

const hold = async (op: Op, { input, rule, passes }: GeneratedInput<Op>): Promise<void> => {
  const sent = JSON.parse(JSON.stringify(input))
  for (const [who, answer] of [
    ['our own port', await port.answer(op, sent)],
    ['the second implementation', plain.answer(op, sent)],
  ] as const) {
    // The runner reads no longer value.
    assert.ok((JSON.stringify(answer.value) ?? '').length <= 262_144, rule)
    if (answer.outcome !== 'error' && isDeepStrictEqual(passed(answer, op), passes)) continue
    const [asked, told] = [input, answer].map((some) => JSON.stringify(some).slice(0, 300))
    assert.unreachable(`${rule}: ${asked}\n${who}: ${told}, and not ${JSON.stringify(passes)}`)
  }
}

for (const { name, op } of all)
  labels(`${name}: each is that of both implementations, in each way to draw`, async () => {
    for (const run of drawnBy(name)) await hold(op, run)
  })

labels('signature-to-verify: where a key draws a nonce again, its first request alone is sent', async () => {
  const [run] = drawRuns({ generators: all, runs: 1, seed: '504', path: 'signature-to-verify:2' })
  assert.is([run?.passes].flat().length, 58)
  await hold('verify', run as GeneratedInput<'verify'>)
})
