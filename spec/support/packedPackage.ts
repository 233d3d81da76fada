/** The package as npm would publish it: built, and packed into a new folder. */
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { digestOf } from '../../scripts/build/digest.ts'
import { locked } from '../../scripts/build/locked.ts'
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

/** What npm tells of a tarball. */
interface Packed {
  readonly filename: string
  readonly size: number
  readonly files: ReadonlyArray<{ readonly path: string }>
}

const place = resolve('.tmp/packed')

/** Everything that npm may pack: dist/ by the digest that its build left, and the other files. */
const digestOfContent = (): string => {
  const { files } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly files: ReadonlyArray<string> }
  const others = files.filter((name) => !name.startsWith('!') && name !== 'dist')
  const roots = others.map((name) => name.replace(/\/\*.*$/, ''))
  return digestOf(['package.json', 'README.md', 'LICENSE', ...roots], readFileSync('.tmp/built.json', 'utf8'))
}

/** npm takes seconds of the processor, and several specs pack the same files: the first of them does. */
const packOnce = async (): Promise<Packed> => {
  const digest = digestOfContent()
  const record = join(place, `${digest}.json`)
  await locked('.tmp/pack.lock', async () => {
    if (existsSync(record)) return
    rmSync(place, { recursive: true, force: true })
    mkdirSync(place, { recursive: true })
    const pack = `npm pack --json --ignore-scripts --loglevel=error --pack-destination ${place}`
    const { code, output } = await runIn(resolve('.'), pack)
    if (code !== 0) throw new Error(`npm pack failed:\n${output}`)
    const [packed] = JSON.parse(output.slice(output.indexOf('['))) as [Packed]
    writeFileSync(record, JSON.stringify(packed))
  })
  return JSON.parse(readFileSync(record, 'utf8'))
}

export const packedPackage = async (): Promise<PackedPackage> => {
  await buildPackage({ types: true })
  const { filename, size, files } = await packOnce()
  const folder = plant({})
  copyFileSync(join(place, filename), join(folder, filename))
  return { folder, tarball: join(folder, filename), bytes: size, files: files.map(({ path }) => path) }
}
