/**
 * The package as it is built, in a folder of its own: two specs that build at once must not wipe each other's `dist`. What
 * stands in the folder finds the package by its name, `countersign`, as any program would.
 */
import { copyFileSync, cpSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { plant, runIn } from './project.ts'

/** Runs TypeScript on every Node that the project supports. */
export const hook: string = pathToFileURL(resolve('scripts/typescript.mjs')).href

/** Builds, without declarations unless asked for them, and resolves to the folder; it is removed when the process ends. */
export const builtPackage = async ({ types = false }: { readonly types?: boolean } = {}): Promise<string> => {
  const folder = plant({})
  for (const file of ['package.json', 'tsconfig.json']) copyFileSync(file, join(folder, file))
  cpSync('src', join(folder, 'src'), { recursive: true })
  const { code, output } = await runIn(
    folder,
    `node --import ${hook} ${resolve('scripts/build.ts')}${types ? '' : ' --no-types'}`,
  )
  if (code !== 0) throw new Error(`the build failed:\n${output}`)
  return folder
}
