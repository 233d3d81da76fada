/** The package as npm would publish it: built and packed in a new folder. */
import { copyFileSync, cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { builtPackage } from './builtPackage.ts'
import { runIn } from './project.ts'

export interface PackedPackage {
  /** The folder in which it was packed. */
  readonly folder: string
  /** The path of the tarball. */
  readonly tarball: string
  readonly bytes: number
  /** The paths in the tarball. */
  readonly files: ReadonlyArray<string>
}

/** npm chooses the files. Without `types`, there are no declarations. */
export const packedPackage = async (options: { readonly types?: boolean } = {}): Promise<PackedPackage> => {
  const folder = await builtPackage(options)
  const { files } = JSON.parse(readFileSync('package.json', 'utf8')) as { files: ReadonlyArray<string> }
  for (const name of ['README.md', 'LICENSE', ...files.filter((name) => /^[^/]+\.md$/.test(name))]) {
    copyFileSync(name, join(folder, name))
  }
  cpSync('spec/examples', join(folder, 'spec/examples'), { recursive: true })
  const { code, output } = await runIn(folder, 'npm pack --json --ignore-scripts --loglevel=error')
  if (code !== 0) throw new Error(`npm pack failed:\n${output}`)
  const [packed] = JSON.parse(output.slice(output.indexOf('['))) as [
    { filename: string; size: number; files: ReadonlyArray<{ path: string }> },
  ]
  return {
    folder,
    tarball: join(folder, packed.filename),
    bytes: packed.size,
    files: packed.files.map(({ path }) => path),
  }
}
