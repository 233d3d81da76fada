// What the files of the build import from the program's own packages; everything else is put into them.
import { readFileSync } from 'node:fs'
import type { Plugin } from 'esbuild'

const { peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))

/** Put in, so that the command, the client and the servers run where they are not installed. The program's copies serve the types. */
const bundled = ['fp-ts', 'io-ts', 'fast-check']

export const external: ReadonlyArray<string> = Object.keys(peerDependencies).filter((name) => !bundled.includes(name))

/** The arbitraries use the program's fast-check, and with it its global settings. The runner of the vectors has its own. */
export const fastCheckOfTheProgram: Plugin = {
  name: 'fast-check of the program',
  setup: ({ onResolve }) => {
    onResolve({ filter: /^fast-check$/ }, ({ path, importer }) =>
      /[\\/]src[\\/]kit[\\/]testing[\\/]/.test(importer) ? { path, external: true, sideEffects: false } : undefined,
    )
  },
}
