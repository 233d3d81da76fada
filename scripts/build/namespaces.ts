// `export * as Nonce from './core/Nonce.ts'` as an object of the module's functions.
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { build, type Plugin, transform } from 'esbuild'

/** What the module exports at run time. */
const exportsOf = async (file: string): Promise<ReadonlyArray<string>> => {
  const { metafile } = await build({ entryPoints: [file], format: 'esm', write: false, metafile: true })
  return Object.values(metafile.outputs).flatMap((output) => output.exports)
}

/**
 * A bundler can leave such an object out, and what only that one needs. esbuild's own has getters, which a call defines that
 * nobody may leave out; a file for each module doubles the number of files.
 */
export const namespaces: Plugin = {
  name: 'namespaces as objects',
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/]src[\\/]index\.ts$/ }, async ({ path }) => {
      const { code } = await transform(await readFile(path, 'utf8'), { loader: 'ts' })
      const lines = code.split('\n').map(async (line) => {
        const [, name, from] = /^export \* as (\w+) from "(.+)";$/.exec(line) ?? []
        if (name === undefined || from === undefined) return line
        const names = await exportsOf(join(dirname(path), from))
        const imported = names.map((each) => `${each} as ${name}_${each}`)
        const members = names.map((each) => `${each}: ${name}_${each}`)
        return `import { ${imported.join(', ')} } from "${from}";\nexport const ${name} = { ${members.join(', ')} };`
      })
      return { contents: (await Promise.all(lines)).join('\n'), loader: 'js' }
    })
  },
}
