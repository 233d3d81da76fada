// A test in Jest loads the copy of the package for `require`, and Jest's `require` takes no ES module. That copy has no
// diagnosis of its own, which is two fifths of the package: it runs the modules of `countersign/diagnosis` as one script.
import type { Plugin } from 'esbuild'

/** The parts of that script, in dist/. */
export const parts = 'shared/diagnosis.json'

const contents = `
import { joinedParts } from '../../platform/node/joinedParts.ts'
export const { explainRefusals } = new Function(joinedParts(__dirname + '/../../..', '${parts}'))()
`

export const diagnosisInJest: Plugin = {
  name: 'the diagnosis in Jest',
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/]kit[\\/]diagnosis[\\/]explainRefusals\.ts$/ }, () => ({
      contents,
      loader: 'js',
      resolveDir: 'src/kit/diagnosis',
    }))
  },
}
