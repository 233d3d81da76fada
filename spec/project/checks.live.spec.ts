// Each static check is run on the faults it exists for, and must report them and nothing else. Its result changes only when a
// check does.
import { readFileSync } from 'node:fs'
import { checks } from '../../scripts/check/checks.ts'
import { type Ended, type Files, plant, runIn } from '../support/project.ts'
import { assert, suite } from '../support/suite.ts'

const tools = [
  '.biome.json',
  'package.json',
  'tsconfig.json',
  'scripts/check/layers.ts',
  'scripts/check/focused.grit',
  'scripts/check/pure.grit',
  'scripts/check/spread.grit',
  'scripts/check/namespace.grit',
  'scripts/check/dense.grit',
  'scripts/typescript-hook.mjs',
  'scripts/typescript.mjs',
  'src/tsconfig.pure.json',
]
const project = (files: Files): string =>
  plant({ ...Object.fromEntries(tools.map((path) => [path, readFileSync(path, 'utf8')])), ...files })

const innocent: Files = {
  'src/core/Plain.ts': `export const plain = (seconds: number): string => new Date(seconds * 1000).toISOString()\n`,
  'src/programs/plain.ts': `import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { plain } from '../core/Plain.ts'

export const both = (x: unknown): E.Either<t.Errors, string> => E.map(plain)(t.number.decode(x))\n`,
  'src/index.ts': `export { both } from './programs/plain.ts'\n`,
  'src/platform/node/clock.ts': `export const now = (): number => Date.now() + Math.random()\n`,
  'src/kit/values/drawn.ts': `import { Gen } from './Gen.ts'\n\nconst { drawn } = Gen\nexport const f = (): string => drawn(0)\n`,
  'src/kit/values/Gen.ts': `export const Gen: { readonly drawn: (n: number) => string } = { drawn: String }\n`,
  'src/apps/cli/rest.ts': `export const f = (g: (...n: number[]) => number, ...given: number[]): number[] => [g(...given), ...given]\n`,
}

interface Fault {
  readonly what: string
  readonly path: string
  readonly code: string
  /** Matches the expected message, on a line that names the file. */
  readonly says: RegExp
}

/** One run over all the faults, then one test a fault. */
const refuses = (name: string, flags: string, faults: readonly Fault[]): void => {
  const check = suite<{ planted: Ended }>(name)
  check.before(async (context) => {
    const files = Object.fromEntries(faults.map(({ path, code }) => [path, `${code}\n`]))
    context.planted = await runIn(project({ ...innocent, ...files }), `${checks[name]} ${flags}`)
  })
  check('reports nothing for clean code', ({ planted }) => {
    for (const path of Object.keys(innocent)) assert.not.match(planted.output, path)
  })
  check('fails', ({ planted }) => assert.not.equal(planted.code, 0))
  for (const { what, path, says } of faults) {
    check(`refuses ${what}`, ({ planted }) => {
      const lines = planted.output.split('\n').filter((line) => line.includes(path))
      assert.ok(
        lines.some((line) => says.test(line)),
        `${says} in none of:\n${lines.join('\n')}`,
      )
    })
  }
}

const pureLayers = ['core', 'job', 'effects', 'queue', 'programs']
const impurities: readonly (readonly [what: string, code: string, says: RegExp])[] = [
  ['Date.now', 'export const f = (): number => Date.now()', /Date\.now: /],
  ['Date.now, not called', 'export const f: () => number = Date.now', /Date\.now: /],
  ['Date()', 'export const f = (): string => Date()', /Date\.now: /],
  ['new Date()', 'export const f = (): Date => new Date()', /new Date: /],
  ['new Date', 'export const f = (): Date => new Date', /new Date: /],
  ['new Date in local time', 'export const f = (): Date => new Date(2026, 1)', /new Date: /],
  ['Math.random', 'export const f = (): number => Math.random()', /Math\.random: /],
  ['fetch', `export const f = (): unknown => fetch('/')`, /global variable fetch/],
  ['process', 'export const f = (): unknown => process.env', /global variable process/],
  ['globalThis', 'export const f = (): unknown => globalThis', /global variable globalThis/],
  ['throw', `export const f = (): never => {\n  throw 'x'\n}`, /throw: /],
  ['try … catch', 'try {\n  f()\n} catch {}', /try: /],
  ['try … finally', 'try {\n  f()\n} finally {\n  g()\n}', /try: /],
  ['class', 'export class C {}', /class: /],
  ['class as an expression', 'export const C: unknown = class {}', /class: /],
  ['class by default', 'export default class {}', /class: /],
]
const spellings: readonly (readonly [code: string, says: RegExp])[] = [
  [`import * as E from 'fp-ts/Either'`, /Import fp-ts as/],
  [`import type { Either } from 'fp-ts/Either'`, /Import fp-ts as/],
  [`import * as E from 'fp-ts/lib/Either'`, /Import fp-ts as/],
  [`import * as E from 'fp-ts/es6/Either.js'`, /Import fp-ts as/],
  [`import { either } from 'fp-ts'`, /Import fp-ts as/],
  [`export * from "fp-ts/Either"`, /Import fp-ts as/],
  [`export const load = (): unknown => import('fp-ts/Either')`, /Import fp-ts as/],
  [`import * as t from 'io-ts/Decoder'`, /Import io-ts by its root/],
  [`import * as t from 'io-ts/lib/index.js'`, /Import io-ts by its root/],
]
const leftOut = ['only', 'skip'].map((word) => ({
  what: `.${word} in a spec`,
  path: `spec/${word}.spec.ts`,
  code: `import { suite } from 'uvu'\n\nconst s = suite('s')\ns.${word}('t', () => {})`,
  says: new RegExp(`\\.${word} `),
}))
const namespaces: readonly Fault[] = [
  {
    what: 'a namespace that is taken apart',
    path: 'src/kit/values/apart.ts',
    code: `import * as Plain from '../../core/Plain.ts'\nconst { plain } = Plain\nexport const f = (): string => plain(0)`,
    says: /Read a member of a namespace by its name/,
  },
]
const spreads = [
  'some.push(...list)',
  'some.unshift(0, ...list)',
  'some.concat(...[list])',
  'Uint8Array.of(1, ...list)',
  'String.fromCharCode(...list)',
  'String.fromCodePoint(...list)',
  'Math.max(0, ...list)',
  'Math.min(...list.map((n) => n + 1))',
].map((call, i) => ({
  what: call,
  path: `src/apps/cli/spread${i}.ts`,
  code: `export const f = (some: number[], list: number[]): unknown => ${call}`,
  says: /A long list throws as arguments/,
}))

const dense: ReadonlyArray<readonly [what: string, code: string, says: RegExp]> = [
  ['an object that is spread at once', 'export const f = (a: number) => ({ ...{ a, b: 1 } })', /Write the members/],
  ['an array that is spread at once', 'export const f = (a: number) => [...[a, 1], 2]', /Write the members/],
  [
    'two constants in one statement',
    'export const f = (a: number) => {\n  const [b, c] = [a, 1]\n  return b + c\n}',
    /one value/,
  ],
  [
    'two assignments in one',
    'export const f = (a: number, b: number) => {\n  ;[a, b] = [b, a]\n  return a - b\n}',
    /one value/,
  ],
  ['a list in a text', "export const f = () => 'a b c'.split(' ')", /Write a list as an array/],
]
const density = dense.map(([what, code, says], i) => ({ what, path: `scripts/dense${i}.ts`, code, says }))

refuses('rules', '--reporter=github --max-diagnostics=none', [
  ...pureLayers.flatMap((layer) =>
    impurities.map(([what, code, says], i) => ({
      what: `${what} in ${layer}`,
      path: `src/${layer}/P${i}.ts`,
      code,
      says,
    })),
  ),
  ...spellings.map(([code, says], i) => ({ what: code, path: `src/platform/node/I${i}.ts`, code, says })),
  ...leftOut,
  ...spreads,
  ...namespaces,
  ...density,
])

const imports: readonly (readonly [what: string, path: string, code: string, says: RegExp])[] = [
  ['an upward import', 'src/core/Up.ts', `import '../job/Job.ts'`, /core may not import/],
  ['an upward type', 'src/core/T.ts', `import type { J } from '../job/J.ts'`, /core may not/],
  ['an upward export', 'src/job/Up.ts', `export * from '../effects/Up.ts'`, /job may not import/],
  ['a lazy one', 'src/guards/up.ts', `void import('../apps/cli/main.ts')`, /guards may not import/],
  ['web in node', 'src/platform/node/w.ts', `import '../web/n.ts'`, /platform\/node may not import/],
  ['node in web', 'src/platform/web/n.ts', `import '../node/w.ts'`, /platform\/web may not import/],
  ['client in server', 'src/server/c.ts', `import '../client/s.ts'`, /server may not import/],
  ['a circle', 'src/core/Round.ts', `import './Back.ts'`, /Back\.ts → src\/core\/Round\.ts → .*: a circle/],
  ['a cycle through a type import', 'src/core/Back.ts', `import type { R } from './Round.ts'`, /a circle/],
  ['an import of itself', 'src/core/Self2.ts', `export * from './Self2.ts'`, /Self2\.ts → .*Self2\.ts: a circle/],
  ['a spec in a script', 'scripts/s.ts', `import '../spec/core/x.ts'`, /what both need is in spec\/support/],
  ['server in client', 'src/client/s.ts', `import '../server/c.ts'`, /client may not import/],
  ['the index', 'src/apps/cli/index.ts', `import '../../index.ts'`, /cli may not import/],
  ['a program in the kit', 'src/kit/testing/up.ts', `import '../../apps/cli/x.ts'`, /kit\/testing may not/],
  ['the kit in the library', 'src/server/kit.ts', `import '../kit/testing/x.ts'`, /server may not import/],
  ['a way out of src', 'src/apps/cli/out.ts', `import '../../../scripts/x.ts'`, /cli may not import/],
  ['the package by name', 'src/core/Self.ts', `import 'countersign/cli'`, /by name/],
  ['an unranked folder', 'src/utils/a.ts', '', /utils has no rank/],
  ['a loose file', 'src/loose.ts', '', /loose\.ts has no rank/],
]
refuses(
  'layers',
  '',
  imports.map(([what, path, code, says]) => ({ what, path, code, says })),
)

const platform = ['Buffer', 'URL', 'TextEncoder', 'fetch', 'process', 'crypto', 'performance', 'setTimeout', 'console']
refuses(
  'pure types',
  '',
  pureLayers.flatMap((layer) =>
    platform.map((name) => ({
      what: `${name} in ${layer}`,
      path: `src/${layer}/Uses${name}.ts`,
      code: `export const it: unknown = ${name}`,
      says: new RegExp(`'${name}'`),
    })),
  ),
)

refuses('types', '', [
  { what: 'what is not erasable', path: 'src/core/Enum.ts', code: 'export enum E {}', says: /TS1294/ },
  {
    what: 'an unchecked index',
    path: 'src/core/At.ts',
    code: 'export const f = (a: 1[]): 1 => a[0]',
    says: /TS2322/,
  },
  {
    what: 'undefined for an optional member',
    path: 'spec/optional.ts',
    code: 'export const o: { a?: 1 } = { a: undefined }',
    says: /TS2375/,
  },
  { what: 'a type error in a script', path: 'scripts/wrong.ts', code: `export const n: number = 'n'`, says: /TS2322/ },
])

// tsc reports this only for code without other errors, so it runs alone.
refuses('types', '', [
  { what: 'an inferred export', path: 'src/core/Infer.ts', code: 'export const f = (a: 1) => a', says: /TS9007/ },
])
