import { type Checked, check, type Example, examplesIn, examplesOfProject } from '../support/examples.ts'
import { assert, suite } from '../support/suite.ts'

const doc = (...lines: ReadonlyArray<string>): string =>
  ['/**', ...lines.map((line) => ` * ${line}`.trimEnd()), ' */', 'export const x = 1'].join('\n')

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

const extraction = suite('examplesIn')

extraction('finds the ts blocks under @example, and the lines where they begin', () => {
  const text = doc(
    'Words.',
    '',
    '@example',
    '```ts',
    'one()',
    '',
    '  two()',
    '```',
    'More.',
    '```ts',
    'three()',
    '```',
    '@see x',
  )
  assert.equal(examplesIn('src/a.ts', `// first line\n${text}`), [
    { file: 'src/a.ts', line: 7, code: 'one()\n\n  two()' },
    { file: 'src/a.ts', line: 13, code: 'three()' },
  ])
})

extraction('names file and line of an example without a block, or with an unclosed block', () => {
  assert.throws(() => examplesIn('src/a.ts', doc('@example', 'one()')), /^src\/a\.ts:2: /)
  assert.throws(() => examplesIn('src/a.ts', doc('@example', '```sh', 'one', '```', '@see x')), /^src\/a\.ts:2: /)
  assert.throws(() => examplesIn('src/a.ts', doc('@example', '```ts', 'one()')), /^src\/a\.ts:3: /)
})

const checking = suite('check')

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
