// The declarations in dist/types/: whole for `require`, and for `import` a file for each entry point that passes them on.
import { exec } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { tsc } from '../check/checks.ts'
import { joined } from './joinedDeclarations.ts'
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
  const files = joined(
    reachable(entries, (module) => halves.get(module) ?? ''),
    entries,
  )
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join('dist/types', file)), { recursive: true })
    writeFileSync(join('dist/types', file), text)
  }
  for (const [module, text] of files) write(`${module}.d.ts`, text)
  // An ES module may read the declarations of CommonJS, and not the reverse.
  for (const entry of entries) write(`${entry}.d.mts`, `export * from './${basename(entry)}.js';\n`)
  write('package.json', '{ "type": "commonjs" }\n')
}
