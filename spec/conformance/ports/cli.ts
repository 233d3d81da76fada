// The real command laid out as in the package, with a copy of the vectors beside it, run in separate processes.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { bundle } from '../../support/commandBundle.ts'

const root = mkdtempSync(join(tmpdir(), 'countersign-conform-'))
process.once('exit', () => rmSync(root, { recursive: true, force: true }))

export { version } from '../../support/commandBundle.ts'

export const program: string = join(root, 'dist/cli/main.js')
export const vectorsFolder: string = join(root, 'vectors')
/** The working directory of the command: file names in arguments are relative to it. */
export const home: string = join(root, 'home')

mkdirSync(home)
cpSync('vectors', vectorsFolder, { recursive: true, filter: (path) => !/vectors.(ports|cases)/.test(path) })
writeFileSync(join(root, 'package.json'), '{"type":"module"}')
cpSync(bundle, join(root, 'dist/cli'), { recursive: true })

/** Writes a file in the command's working directory; returns its name. */
export const file = (name: string, content: string): string => {
  mkdirSync(dirname(join(home, name)), { recursive: true })
  writeFileSync(join(home, name), content)
  return name
}

export const read = (name: string): string => readFileSync(join(home, name), 'utf8')

export interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

const { CI: _ci, FORCE_COLOR: _force, NO_COLOR: _no, ...inherited } = process.env

/** Runs the command to its end. */
export const countersign = async (
  args: ReadonlyArray<string>,
  { env = {}, stdin = '' }: { readonly env?: NodeJS.ProcessEnv; readonly stdin?: string } = {},
): Promise<Ended> => {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: home,
    // Explicitly undefined: otherwise Node passes the coverage folder on to child processes.
    env: { ...inherited, NODE_V8_COVERAGE: undefined, ...env },
    stdio: 'pipe',
  })
  let [out, err] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    out += chunk
  })
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    err += chunk
  })
  child.stdin.on('error', () => {})
  child.stdin.end(stdin)
  const [code] = await once(child, 'close')
  return { code, out, err }
}

/** The command of our own port. */
export const ourPort = (...options: ReadonlyArray<string>): ReadonlyArray<string> => [
  process.execPath,
  program,
  'port',
  ...options,
]

/** Never part of an error message: a stack, and source text. */
export const isPlain = (text: string): boolean => !/\n\s+at |node:internal|\[object|undefined|Error:/.test(text)
