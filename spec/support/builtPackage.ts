/**
 * Builds the package in a new folder: two specs that build at once must not delete each other's `dist`. Files in that
 * folder import the package by its name, `countersign`, as any program does.
 */
import { copyFileSync, cpSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { plant, runIn } from './project.ts'

/** A module for `--import` that runs TypeScript on every supported Node. */
export const hook: string = pathToFileURL(resolve('scripts/typescript.mjs')).href

/** Builds, with declarations if asked, and resolves to the folder. The folder is removed when the process ends. */
export const builtPackage = async ({ types = false }: { readonly types?: boolean } = {}): Promise<string> => {
  const folder = plant({})
  for (const file of ['package.json', 'tsconfig.json']) copyFileSync(file, join(folder, file))
  for (const part of ['src', 'vectors']) cpSync(part, join(folder, part), { recursive: true })
  const { code, output } = await runIn(
    folder,
    `node --import ${hook} ${resolve('scripts/build.ts')}${types ? '' : ' --no-types'}`,
  )
  if (code !== 0) throw new Error(`the build failed:\n${output}`)
  return folder
}
