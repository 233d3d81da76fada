import * as E from 'fp-ts/lib/Either.js'
import { ours } from '../../src/core/Policies.ts'
import { standard } from '../../src/job/Codec.ts'
import { type Found, mismatch } from '../../src/job/JobError.ts'
import * as Stage from '../../src/job/Stage.ts'
import * as arb from '../../src/kit/testing/arbitraries.ts'
import { assert, forAll, suite } from '../support/suite.ts'

type Problem = readonly [pointer: string, expected: string, found: Found]

const ourCodec = Stage.codec()
const knownOnly = Stage.codec({ ...standard, policies: { ...ours, 'unknown-stage': false } })

const problems = (value: unknown, codec = ourCodec): ReadonlyArray<Problem> => {
  const result = codec.decode(value)
  assert.is(codec.is(value), E.isRight(result), 'the guard agrees with the decoder')
  if (E.isRight(result)) return []
  return result.left.map(mismatch).map((m) => [m.pointer, m.expected, m.found] as const)
}

const allFields: Stage.DiffusionFields = {
  width: 512,
  height: 768,
  prompts: [{ text: 'a lighthouse' }, { text: '' }],
  steps: 20,
  sd_model: '600423083519508503',
  clip_skip: 2,
  cfg_scale: 7.5,
}

const constructors = suite('Stage.inputInitialize and Stage.diffusion')

constructors('put the payload in the member of the type', () => {
  assert.equal(Stage.inputInitialize({ seed: -1, count: 4 }), {
    type: 'INPUT_INITIALIZE',
    inputInitialize: { seed: -1, count: 4 },
  })
  assert.equal(Stage.diffusion(allFields), { type: 'DIFFUSION', diffusion: allFields })
})

constructors('drop other members', () => {
  const more = { ...allFields, more: 1, prompts: [{ text: 'a', weight: 2 }] }
  assert.equal(Stage.diffusion(more), { type: 'DIFFUSION', diffusion: { ...allFields, prompts: [{ text: 'a' }] } })
  const seed = { seed: 1, count: 1, more: 1 }
  assert.equal(Stage.inputInitialize(seed), { type: 'INPUT_INITIALIZE', inputInitialize: { seed: 1, count: 1 } })
})

const guards = suite('Stage.isInputInitialize and Stage.isDiffusion')

guards('compare the exact type', () => {
  assert.ok(Stage.isInputInitialize(Stage.inputInitialize({ seed: -1, count: 1 })))
  assert.ok(Stage.isDiffusion(Stage.diffusion(allFields)))
  for (const type of ['diffusion', 'Diffusion', 'DIFFUSION ', 'UPSCALE', '']) {
    assert.not(Stage.isDiffusion(Stage.other(type)))
    assert.not(Stage.isInputInitialize(Stage.other(type)))
  }
  assert.not(Stage.isDiffusion(Stage.inputInitialize({ seed: -1, count: 1 })))
})

const codec = suite('Stage.codec')

codec('refuses a known type without its payload', () => {
  assert.equal(problems({ type: 'INPUT_INITIALIZE' }), [['/inputInitialize', 'object', 'nothing']])
  assert.equal(problems({ type: 'DIFFUSION' }), [['/diffusion', 'object', 'nothing']])
  assert.equal(problems({ type: 'DIFFUSION', diffusion: null }), [['/diffusion', 'object', 'null']])
  assert.equal(problems({ type: 'DIFFUSION', diffusion: [] }), [['/diffusion', 'object', 'array']])
})

codec('refuses two payloads, even where the other is null or empty', () => {
  for (const [other, found] of [
    [{}, 'object'],
    [null, 'null'],
    [{ seed: 1 }, 'object'],
  ] as const) {
    assert.equal(problems({ type: 'DIFFUSION', diffusion: {}, inputInitialize: other }), [
      ['/inputInitialize', 'nothing', found],
    ])
    assert.equal(problems({ type: 'INPUT_INITIALIZE', inputInitialize: {}, diffusion: other }), [
      ['/diffusion', 'nothing', found],
    ])
  }
})

/** The expected kind of each field, and values of all other kinds. */
const payloadFields: ReadonlyArray<
  readonly [payload: 'inputInitialize' | 'diffusion', field: string, expected: string]
> = [
  ['inputInitialize', 'seed', 'integer'],
  ['inputInitialize', 'count', 'integer'],
  ['diffusion', 'width', 'integer'],
  ['diffusion', 'height', 'integer'],
  ['diffusion', 'prompts', 'array'],
  ['diffusion', 'steps', 'integer'],
  ['diffusion', 'sd_model', 'string'],
  ['diffusion', 'clip_skip', 'integer'],
  ['diffusion', 'cfg_scale', 'number'],
]

const kinds: ReadonlyArray<readonly [value: unknown, found: Found, fits: ReadonlyArray<string>]> = [
  [null, 'null', []],
  [false, 'boolean', []],
  [1, 'number', ['integer', 'number']],
  [1.5, 'number', ['number']],
  ['1', 'string', ['string']],
  [[], 'array', ['array']],
  [{}, 'object', []],
]

for (const [payload, field, expected] of payloadFields) {
  codec(
    `${payload}.${field} is ${expected === 'array' ? 'an array' : `of kind ${expected}`} and nothing else, if it is there`,
    () => {
      for (const [value, found, fits] of kinds) {
        const stage = {
          type: payload === 'diffusion' ? 'DIFFUSION' : 'INPUT_INITIALIZE',
          [payload]: { [field]: value },
        }
        assert.equal(problems(stage), fits.includes(expected) ? [] : [[`/${payload}/${field}`, expected, found]])
      }
    },
  )
}

codec('for all stages: returns the same object', () =>
  forAll([arb.stage()], (stage) => {
    const result = ourCodec.decode(stage)
    assert.ok(E.isRight(result) && result.right === stage)
    assert.is(ourCodec.encode(stage), stage)
  }),
)

codec('for all stages: without unknown-stage exactly the known types are accepted', () =>
  forAll([arb.stage()], (stage) => {
    assert.is(E.isRight(knownOnly.decode(stage)), Stage.isDiffusion(stage) || Stage.isInputInitialize(stage))
  }),
)
