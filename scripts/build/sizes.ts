// What the package weighs, to keep and to use: the table that the build prints, and a spec holds.
import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { bundled, firstKilobytes, kilobytes, type ProgramName, programs, splitBundle } from './bundled.ts'

export interface Size {
  readonly what: string
  readonly value: number
  /** The target. */
  readonly most: number
  /** What the spec holds while the target is out of reach; the target itself unless set. */
  readonly held?: number
  readonly unit: string
}

/** The tarball of the current folder, without writing it. */
const packed = async (): Promise<ReadonlyArray<Size>> => {
  const { stdout } = await promisify(execFile)('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    maxBuffer: 2 ** 26,
  })
  const [{ size, unpackedSize, entryCount }] = JSON.parse(stdout)
  return [
    // 0.02 of it are the skeletons of ports and the tests that read the vectors; 0.01 is for `require`, which runs the ES modules.
    // 0.07 of it (0.19 unpacked, five files) are the Chinese texts: their tables, once for command and page, and two guides.
    // 0.05 of it (0.1 unpacked) are the readers of what tools print of a request, the later classes of mistakes, and their words in two
    // languages. 0.02 of it are the shorter sentences of guides and messages, which explain their words at first use.
    { what: 'packed', value: size / 1e6, most: 1.1, held: 1.55, unit: 'MB' },
    { what: 'unpacked', value: unpackedSize / 1e6, most: 3, held: 4.45, unit: 'MB' },
    { what: 'files', value: entryCount, most: 350, held: 435, unit: '' },
  ]
}

/** KB of 1,024 bytes after gzip, by platform. */
const most: ReadonlyArray<readonly [ProgramName, 'browser' | 'node', most: number, held?: number]> = [
  ['nonce', 'browser', 2.5],
  ['nonce', 'node', 4],
  ['verify-request', 'node', 8],
  // Beyond their targets they look for a key that was added a moment ago, name the mistake in a key, and say which option helps.
  // Of this page 55 % verify and refuse, and 40 % read keys. Of the next three a sixth are words of errors, a sixth to a third
  // reads and checks keys, and a tenth at most is fp-ts and io-ts.
  ['bundle-verify', 'browser', 6, 7.9],
  ['crypto-key-signer', 'browser', 4],
  // Here with all that a page loads later.
  ['create-signer', 'browser', 16, 17.2],
  ['create-client', 'browser', 30, 32.4],
  ['bundle-verifier', 'browser', 22, 29.2],
]

/** The same of a bundle with splitting: what a page loads before it runs. */
const mostAtFirst: ReadonlyArray<readonly [ProgramName, most: number, held?: number]> = [
  ['create-signer', 12],
  // Beyond its target by words: messages are whole sentences.
  ['create-client', 22, 22.3],
]

const bundles = (): Promise<ReadonlyArray<Size>> =>
  Promise.all([
    ...mostAtFirst.map(async ([name, most, held = most]): Promise<Size> => {
      const value = firstKilobytes(await splitBundle(name))
      return { what: `${programs[name].what}, the first files`, value, most, held, unit: 'KB gzip' }
    }),
    ...most.map(async ([name, platform, most, held = most]): Promise<Size> => {
      const what = `${programs[name].what}, ${platform === 'node' ? 'on Node' : 'on the web'}`
      return { what, value: kilobytes(await bundled(name, { platform })), most, held, unit: 'KB gzip' }
    }),
  ])

/** The processor's seconds for ten starts: other load makes a start late, and hardly dearer. `times` tells of children last. */
const startSeconds = (args: ReadonlyArray<string>): number => {
  const tenTimes = 'set -e; for i in 0 1 2 3 4 5 6 7 8 9; do "$@" > /dev/null; done; times'
  const { status, stdout } = spawnSync('sh', ['-c', tenTimes, 'sh', process.execPath, ...args], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
  })
  if (status !== 0) throw new Error(`node ${args.join(' ')} failed`)
  const ofChildren = stdout.trimEnd().split('\n').at(-1) ?? ''
  return [...ofChildren.matchAll(/(\d+)m([\d.]+)s/g)].reduce((sum, [, m, s]) => sum + Number(m) * 60 + Number(s), 0)
}

/**
 * What a program's objects and buffers hold after a collection. Resident memory would count pages of node's own file too, of which
 * the kernel maps more or fewer as its cache happens to be.
 */
const heldMemory = `
globalThis.gc()
const { heapUsed, external } = process.memoryUsage()
console.log(heapUsed + external)`

/** Of a program in a file, as a server is; in .tmp, where its imports lead to what was built. */
const heldMb = (program: string): number => {
  const file = '.tmp/held.mjs'
  writeFileSync(file, `${program}\n${heldMemory}`)
  const said = execFileSync(process.execPath, ['--expose-gc', '--no-warnings', file], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
  })
  return Number(said) / 2 ** 20
}

/** The least of each of two alternating programs: other load on the machine only adds. */
const least = (rounds: number, one: () => number, other: () => number): readonly [number, number] => {
  const figures = Array.from({ length: rounds }, () => [one(), other()] as const)
  return [Math.min(...figures.map(([a]) => a)), Math.min(...figures.map(([, b]) => b))]
}

const running = (): ReadonlyArray<Size> => {
  const [command, node] = least(
    3,
    () => startSeconds(['dist/apps/cli/main.js', '--version']),
    () => startSeconds(['-e', '0']),
  )
  const verifier = "import { createVerifier } from 'countersign/server'\nawait createVerifier({ keys: {} })"
  const [server, empty] = least(
    3,
    () => heldMb(verifier),
    () => heldMb(''),
  )
  return [
    // A command that loads the library before it is asked for takes twice as long; less than half is a busy machine's.
    { what: 'start of the command', value: command / node, most: 1.2, held: 1.5, unit: '× node -e 0' },
    { what: 'memory after createVerifier', value: server - empty, most: 4, unit: 'MB above an empty process' },
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
