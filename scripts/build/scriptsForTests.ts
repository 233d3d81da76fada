// A test in Jest loads the copy of the package for `require`, and Jest's `require` takes no ES module. What only tests load has
// no copy there: the modules in dist/ run as one script. It is two fifths of the package, most of it the diagnosis.
import { dirname, relative } from 'node:path'
import { build, type Plugin } from 'esbuild'
import type { Part } from '../../src/platform/node/joinedParts.ts'
import { scriptParts } from './scriptParts.ts'

/** Entry points that only the tests of an app import. */
export const onlyForTests: ReadonlyArray<string> = ['kit/testing/arbitraries', 'kit/testing/laws']

const diagnosis = 'kit/diagnosis/index'

const listOf = (entry: string): string => `shared/parts/${entry.replaceAll('/', '-')}.json`

/** The lists of the scripts' parts, by the path of each in dist/. `files` are the modules as they are written. */
export const partsForTests = (files: ReadonlyMap<string, string>): ReadonlyMap<string, ReadonlyArray<Part>> =>
  new Map(
    [diagnosis, ...onlyForTests].map((entry) => [listOf(entry), scriptParts(files, `dist/${entry}.js`, 'return ')]),
  )

const running = (file: string, entry: string): string =>
  `runParts(__dirname + '/${relative(dirname(file), 'dist')}', '${listOf(entry)}', require)`

/** `countersign/testing` explains refusals, and so loads the diagnosis, which is a script. */
export const diagnosisForTests: Plugin = {
  name: 'the diagnosis for tests',
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/]kit[\\/]diagnosis[\\/]explainRefusals\.ts$/ }, () => ({
      contents: `import { runParts } from '../../platform/node/joinedParts.ts'
export const { explainRefusals } = ${running('dist/cjs/shared/chunks/explainRefusals.js', diagnosis)}`,
      loader: 'js',
      resolveDir: 'src/kit/diagnosis',
    }))
  },
}

/** The file of an entry point for `require`, which runs its script. */
export const scriptFile = async (entry: string, file: string): Promise<string> => {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { runParts } from './src/platform/node/joinedParts.ts'\nmodule.exports = ${running(file, entry)}`,
      resolveDir: '.',
    },
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    minify: true,
  })
  return outputFiles[0]?.text ?? ''
}
