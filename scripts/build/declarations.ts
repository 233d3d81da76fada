// The declarations, for `import` in dist/types/ and for `require` in dist/types/cjs/: the same text, read by other rules.
import { exec } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { tsc } from '../check/checks.ts'
import { split } from './plainDeclarations.ts'

/** With what the compiler knows of it: it emits again what has changed alone. */
const emitted = '.tmp/types'

const emit = (): Promise<void> =>
  new Promise((resolve, reject) => {
    exec(`${tsc} -p src/tsconfig.build.json --incremental --tsBuildInfoFile ${emitted}/tsbuildinfo`, (error, output) =>
      error ? reject(new Error(output || error.message)) : resolve(),
    )
  })

const relative = /((?:from|import\()\s*['"])(\.{1,2}\/[^'"]+)\.[jt]s(?=['"])/g

/** tsc leaves `./Nonce.ts` as it is written; a runtime that reads declarations would look for that file. */
const emittedOf = (module: string): string =>
  readFileSync(join(emitted, `${module}.d.ts`), 'utf8').replace(relative, '$1$2.js')

/** The declarations of some modules and of all that they import, by module; nothing else is published. */
const reachable = (modules: ReadonlyArray<string>, textOf: (module: string) => string): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  const visit = (module: string): void => {
    if (found.has(module)) return
    const text = textOf(module)
    found.set(module, text)
    for (const [, , path] of text.matchAll(relative)) visit(join(dirname(module), String(path)))
  }
  modules.forEach(visit)
  return found
}

/** Writes the declarations of the given entry points. */
export const declarations = async (entries: ReadonlyArray<string>): Promise<void> => {
  await emit()
  const halves = split(reachable(entries, emittedOf), entries)
  const files = reachable(entries, (module) => halves.get(module) ?? '')
  for (const folder of ['dist/types', 'dist/types/cjs']) {
    for (const [module, text] of files) {
      mkdirSync(join(folder, dirname(module)), { recursive: true })
      writeFileSync(join(folder, `${module}.d.ts`), text)
    }
  }
  writeFileSync('dist/types/cjs/package.json', '{ "type": "commonjs" }\n')
}
