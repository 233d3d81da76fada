/** The package as npm would publish it: built, and packed into a new folder. */
import { join, resolve } from 'node:path'
import { buildPackage } from './builtPackage.ts'
import { plant, runIn } from './project.ts'

export interface PackedPackage {
  /** The folder of the tarball. */
  readonly folder: string
  /** The path of the tarball. */
  readonly tarball: string
  readonly bytes: number
  /** The paths in the tarball. */
  readonly files: ReadonlyArray<string>
}

export const packedPackage = async (): Promise<PackedPackage> => {
  await buildPackage({ types: true })
  const folder = plant({})
  const pack = `npm pack --json --ignore-scripts --loglevel=error --pack-destination ${folder}`
  const { code, output } = await runIn(resolve('.'), pack)
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
