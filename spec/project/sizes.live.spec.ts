// What each entry point weighs: minified, in KB of 1,024 bytes, as esbuild's metafile tells. What grows beyond its budget is
// either worth it, and the budget is raised here, or a mistake, such as a library that came in by an import.
import { readFileSync } from 'node:fs'
import { build } from 'esbuild'
import { firstKilobytes, splitBundle } from '../../scripts/build/bundled.ts'
import { external, fastCheckOfTheProgram } from '../../scripts/build/external.ts'
import { namespaces } from '../../scripts/build/namespaces.ts'
import { entryPoints } from '../../scripts/build/outputs.ts'
import { sizes as table } from '../../scripts/build/sizes.ts'
import { verdictsOf } from '../../scripts/build/verifyingBundle.ts'
import { withoutEffects } from '../../scripts/build/withoutEffects.ts'
import { readFigures } from '../../scripts/figures.ts'
import { buildPackage } from '../support/builtPackage.ts'
import { assert, suite } from '../support/suite.ts'

interface Budget {
  readonly whole: number
  /** Of it fp-ts and io-ts. */
  readonly libraries: number
}

/**
 * A new adapter needs no budget of its own. 3 of it hand pipelined requests on one by one; 10 start a verifier that is given as a
 * function or a promise, of which 6 are the words of the refusals; 0.6 read a job by the option `decode`; 0.4 say that nothing was kept.
 */
const adapter: Budget = { whole: 38.5, libraries: 2 }
const isAdapter = (entry: string): boolean => entry.startsWith('server/adapters/')

const own: Readonly<Record<string, Budget>> = {
  // 3 of it say which option helps a connection that failed; so in each that sends. One and a half are the records and named
  // functions of what reads headers and verifies; so in each that verifies.
  index: { whole: 90.5, libraries: 9 },
  // 5 of it keep refused requests, with the headers that tell of a mistake.
  'platform/node/index': { whole: 65, libraries: 3 },
  'platform/web/index': { whole: 29.5, libraries: 3 },
  // 2 of it poll. A quarter are the named records by which one attempt follows another; so in each that sends.
  'client/node': { whole: 92.5, libraries: 10 },
  // Half a KB of these reads many keys in slices, and shares the checks behind a signature; 5 believe files for a bounded time.
  // 8 are the machine of keys behind a URL, and 3 say why a URL did not answer. One and a half are the records of looked-up keys.
  'server/node': { whole: 145.5, libraries: 7 },
  'guards/memory/memory': { whole: 26, libraries: 5 },
  'guards/lmdb/lmdb': { whole: 31.5, libraries: 4 },
  // 6 of it are the decisions of a shard and the settling of its epoch, as functions of a state and an event.
  'guards/redis/redis': { whole: 35, libraries: 3 },
  'guards/postgres/postgres': { whole: 18, libraries: 4 },
  'guards/durableObject/durableObject': { whole: 12.5, libraries: 3 },
  // 370 of it explain a refusal.
  'kit/testing/node': { whole: 1005, libraries: 8 },
  'kit/testing/web': { whole: 128, libraries: 8 },
  // The grammars of all values; 1 are their lists as arrays.
  'kit/testing/arbitraries': { whole: 78, libraries: 3 },
  // The arbitraries that it draws from, and the test keys; 15 are the laws of Http, and what reads an answer to its end.
  'kit/testing/laws': { whole: 48, libraries: 1 },
  // A fifth of it reads what people paste: commands, calls of fetch, objects, logs of libraries. A tenth makes the forms of serializers,
  // escapes, encodings and headers; 8 KB explain what Node's parser refuses. 26 KB write dates, labels, lists, templates,
  // entities and the escapes of languages' strings. 12 KB write components by every encoder, 9 name what differs in a text.
  // 27 KB are the right code in eight languages. 5 KB keep what is secret out of what is told. 50 KB read a dozen further printed forms,
  // make components that were decoded or escaped once more, numbers as programs print them and first replacements, and say in which
  // direction parts differ. 70 KB name what stands in place of a signature and lines of other schemes, make values, routes and members
  // as programs print them, and read messages in which a program changed characters. 50 KB read a text of unknown form by its parts, know
  // what else programs print in place of a part, and keep each JSON family that cannot lead to a text from being made. 90 KB make what
  // programs do to one unit of a target, a value of JSON or a part, and every single edit, name these, and say what of a text is in doubt.
  // 20 KB do the same to several parts at once, add a line, and write a body in other formats and a time as few programs write it.
  // 40 KB change some of several pieces, put members in an order of their own, list parts with other values, and name step by step how
  // texts differ.
  'kit/diagnosis/index': { whole: 1160, libraries: 4 },
  // 20 of it make whole neighbourhoods: of UTF-8, of a key's bytes and lines, of labels, of inner parts and of JSON types. 12 tell what a
  // failure needs, and 4 write the archive.
  'kit/conformance/index': { whole: 429, libraries: 100 },
  'client/web': { whole: 89.5, libraries: 9 },
  'server/web': { whole: 122, libraries: 7 },
  'kit/conformance/web': { whole: 94, libraries: 17 },
}

const weigh = async (entry: string): Promise<Budget> => {
  const { metafile } = await build({
    entryPoints: [`src/${entry}.ts`],
    outfile: `${entry}.js`,
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    external: ['node:*', ...external],
    plugins: [namespaces, withoutEffects, fastCheckOfTheProgram],
    metafile: true,
  })
  const [output] = Object.values(metafile.outputs)
  const parts = Object.entries(output?.inputs ?? {})
  const libraries = parts.filter(([file]) => file.includes('node_modules/'))
  const bytes = libraries.reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0)
  return { whole: (output?.bytes ?? Number.NaN) / 1024, libraries: bytes / 1024 }
}

const sizes = suite('sizes')

const entries = entryPoints

sizes('every entry point has a budget, and nothing else has', () =>
  assert.equal(Object.keys(own).toSorted(), entries.filter((entry) => !isAdapter(entry)).toSorted()),
)

for (const entry of entries) {
  const budget = own[entry] ?? adapter
  sizes(`${entry}: at most ${budget.whole} KB, of which ${budget.libraries} are libraries`, async () => {
    const { whole, libraries } = await weigh(entry)
    assert.ok(whole <= budget.whole, `${whole.toFixed(1)} KB`)
    assert.ok(libraries <= budget.libraries, `${libraries.toFixed(1)} KB of fp-ts and io-ts`)
    // A budget that is far from what it is for guards nothing.
    assert.ok(budget === adapter || whole > budget.whole * 0.8 - 1, `only ${whole.toFixed(1)} KB: lower the budget`)
  })
}

// The table that the build prints.
await buildPackage({ types: true })
const rows = await table()

/** The figures of guides that this table measures: rounded, those with a decimal to a few tenths. */
for (const figure of readFigures())
  if (figure.by === 'npm run build')
    sizes(`${figure.row}: as src/server/figures.json says, and so the guides`, () => {
      const { value = Number.NaN } = rows.find(({ what }) => what === figure.row) ?? {}
      const difference = Math.abs(value - figure.value)
      assert.ok(difference <= (figure.decimals === 0 ? 0.5 : 0.4), `${value}; npm run build -- --write-figures`)
    })

for (const { what, value, most, held = most, unit } of rows)
  sizes(`${what}: at most ${held} ${unit}`.trimEnd(), () => assert.ok(value <= held, `${value.toFixed(2)} ${unit}`))

for (const program of ['bundle-verify', 'bundle-verifier'] as const)
  sizes(`${program}: accepts what is signed, and refuses what was altered`, async () =>
    assert.equal(await verdictsOf(program), [true, false]),
  )

const guide = readFileSync('src/client/README.md', 'utf8')
for (const [program, row] of [
  ['crypto-key-signer', '`cryptoKeySigner` and `signRequest`'],
  ['create-signer', '`createSigner`'],
  ['create-client', '`createClient`'],
] as const)
  sizes(`the client's guide says what a page with ${row} loads at first`, async () => {
    const line = guide.split('\n').find((text) => text.startsWith(`| ${row} | `) && text.includes(' KB |'))
    const [, figure] = line?.match(/ ([\d.]+) KB \|/) ?? []
    const measured = firstKilobytes(await splitBundle(program))
    const isRight = measured <= Number(figure) && measured > Number(figure) - 0.4
    assert.ok(isRight, `${measured.toFixed(2)} KB, and the guide says ${figure}`)
  })
