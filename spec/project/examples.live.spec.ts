import { type Checked, check, type Example, examplesIn, examplesOfProject } from '../support/examples.ts'
import { assert, suite } from '../support/suite.ts'

const example = (line: number, code: string): Example => ({ file: 'src/core/Nonce.ts', line, code })
const notCompiling = [
  example(40, "import * as Nonce from './Nonce.ts'\n\nconst n: Nonce.Nonce = 'a'"),
  example(50, "import * as Nothing from './Nothing.ts'"),
  example(60, 'const a = )'),
]
const notHolding = [
  example(
    70,
    "import * as Nonce from './Nonce.ts'\n// which takes no underscore\n\nassert.ok(Nonce.isNonce('_'), 'no nonce')",
  ),
  example(80, "assert.ok(true)\nthrow new Error('by the example')"),
  example(90, 'assert.equal(1, 2)'),
]
const examples = await examplesOfProject()

// One compiler run for all examples.
const { checked, discard } = await check([...notCompiling, ...notHolding, ...examples])
const of = (some: ReadonlyArray<Example>): ReadonlyArray<Checked> => checked.filter((one) => some.includes(one.example))

const checking = suite('check')

checking('names file and line of an example without a block', () =>
  assert.throws(() => examplesIn('src/a.ts', '/**\n * @example\n * one()\n */'), /^src\/a\.ts:2: /),
)

checking('names file and line of an example that does not compile', () => {
  const [type, module, syntax] = of(notCompiling).map(({ complaints }) => complaints[0] ?? 'compiles')
  assert.match(type as string, /^src\/core\/Nonce\.ts:42: .*not assignable/)
  assert.match(module as string, /^src\/core\/Nonce\.ts:50: .*Cannot find module/)
  assert.match(syntax as string, /^src\/core\/Nonce\.ts:60: .*expected/)
})

checking('names file and line of an example whose assertion fails', async () => {
  const outcomes = of(notHolding).map(({ complaints, run }) => {
    assert.equal(complaints, [])
    return run().then(
      () => 'holds',
      (error: Error) => error.message,
    )
  })
  const [asserted, thrown, unequal] = await Promise.all(outcomes)
  assert.is(asserted, 'src/core/Nonce.ts:73: no nonce')
  assert.is(thrown, 'src/core/Nonce.ts:81: by the example')
  assert.match(unequal as string, /^src\/core\/Nonce\.ts:90: /)
})

const documentation = suite('the examples of the documentation')

documentation.after(discard)

documentation('exist', () => assert.ok(examples.length > 0))

for (const { example, complaints, run } of of(examples)) {
  documentation(`${example.file}:${example.line} compiles and passes`, async () => {
    assert.is(complaints.join('\n'), '')
    await run()
  })
}
