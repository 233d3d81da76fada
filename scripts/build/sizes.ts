// What the package weighs, to keep and to use: the table that the build prints, and a spec holds.
import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { median } from '../bench/measure.ts'
import { bundled, kilobytes, type ProgramName, programs } from './bundled.ts'

export interface Size {
  readonly what: string
  readonly value: number
  readonly most: number
  readonly unit: string
}

interface Packed {
  readonly size: number
  readonly unpackedSize: number
  readonly entryCount: number
}

/** The tarball of the current folder, without writing it. */
const packed = async (): Promise<ReadonlyArray<Size>> => {
  const { stdout } = await promisify(execFile)('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    maxBuffer: 2 ** 26,
  })
  const [{ size, unpackedSize, entryCount }] = JSON.parse(stdout) as [Packed]
  return [
    { what: 'packed', value: size / 1e6, most: 0.9, unit: 'MB' },
    { what: 'unpacked', value: unpackedSize / 1e6, most: 4, unit: 'MB' },
    { what: 'files', value: entryCount, most: 350, unit: '' },
  ]
}

/** KB of 1,024 bytes after gzip, by platform. */
const most: Readonly<Record<ProgramName, Partial<Record<'browser' | 'node', number>>>> = {
  nonce: { browser: 2.5, node: 4 },
  'verify-request': { node: 8 },
  'bundle-verify': { browser: 6 },
  'create-signer': { browser: 12 },
  'create-client': { browser: 22 },
  'bundle-verifier': { browser: 22 },
}

const bundles = (): Promise<ReadonlyArray<Size>> =>
  Promise.all(
    Object.entries(most).flatMap(([name, byPlatform]) =>
      Object.entries(byPlatform).map(async ([platform, most]): Promise<Size> => {
        const { what } = programs[name as ProgramName]
        const bundle = await bundled(name as ProgramName, { platform: platform as 'node' })
        const where = platform === 'node' ? 'on Node' : 'on the web'
        return { what: `${what}, ${where}`, value: kilobytes(bundle), most, unit: 'KB gzip' }
      }),
    ),
  )

const startMs = (args: ReadonlyArray<string>): number => {
  const began = performance.now()
  const { status } = spawnSync(process.execPath, args, { stdio: 'ignore', env: { PATH: process.env.PATH } })
  if (status !== 0) throw new Error(`node ${args.join(' ')} failed`)
  return performance.now() - began
}

const residentMb = (program: string): number => {
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
  })
  return Number(stdout) / 2 ** 20
}

/** Of two alternating programs, so that other load on the machine meets both. */
const compared = (
  rounds: number,
  one: () => number,
  other: () => number,
  by: (a: number, b: number) => number,
): number => median(Array.from({ length: rounds }, () => by(one(), other())))

const running = (): ReadonlyArray<Size> => {
  const start = compared(
    11,
    () => startMs(['dist/apps/cli/main.js', '--version']),
    () => startMs(['-e', '0']),
    (command, node) => command / node,
  )
  const tell = 'console.log(process.memoryUsage.rss())'
  const verifier = `import { createVerifier } from 'countersign/server'\nawait createVerifier({ keys: {} })\n${tell}`
  const memory = compared(
    5,
    () => residentMb(verifier),
    () => residentMb(tell),
    (server, empty) => server - empty,
  )
  return [
    { what: 'start of the command', value: start, most: 1.2, unit: '× node -e 0' },
    { what: 'resident memory after createVerifier', value: memory, most: 7, unit: 'MB above an empty process' },
  ]
}

/** All of it, measured in the current folder, where the package is built. */
export const sizes = async (): Promise<ReadonlyArray<Size>> => [...(await packed()), ...(await bundles()), ...running()]

export const tableOf = (sizes: ReadonlyArray<Size>): string =>
  sizes
    .map(({ what, value, most, unit }) => {
      const figure = unit === '' ? String(value) : value.toFixed(2)
      return `${value <= most ? '✔' : '✘'} ${what.padEnd(48)}${figure.padStart(8)}  ≤ ${most} ${unit}`.trimEnd()
    })
    .join('\n')
