/** The built package in a folder of its own, where programs import it by its name, `countersign`, as any program does. */
import { copyFileSync, cpSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { plant, runIn } from './project.ts'

/** A module for `--import` that runs TypeScript on every supported Node. */
export const hook: string = pathToFileURL(resolve('scripts/typescript.mjs')).href

/** Builds dist/, unless it is of these sources. */
export const buildPackage = async ({ types = false }: { readonly types?: boolean } = {}): Promise<void> => {
  const { code, output } = await runIn(
    '.',
    `node --import ${hook} scripts/build.ts --no-sizes${types ? '' : ' --no-types'}`,
  )
  if (code !== 0) throw new Error(`the build failed:\n${output}`)
}

/** Resolves to the folder, which is removed when the process ends. */
export const builtPackage = async ({ types = false }: { readonly types?: boolean } = {}): Promise<string> => {
  await buildPackage({ types })
  const folder = plant({})
  for (const file of ['package.json', 'tsconfig.json']) copyFileSync(file, join(folder, file))
  cpSync('dist', join(folder, 'dist'), {
    recursive: true,
    filter: (path) => !/^dist.(?:docs|ports|prove)$/.test(path) && (types || path !== join('dist', 'types')),
  })
  return folder
}
