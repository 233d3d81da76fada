// The real command laid out as in the package, with a copy of the vectors beside it.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { bundle } from '../../../support/commandBundle.ts'
import { beginsInProcess, type Fails, failsBy, type Run, toEnd } from '../../../support/commandRuns.ts'

const root = mkdtempSync(join(tmpdir(), 'countersign-conform-'))
process.once('exit', () => rmSync(root, { recursive: true, force: true }))

export { version } from '../../../support/commandBundle.ts'
export { type Ended, isPlain } from '../../../support/commandRuns.ts'

export const program: string = join(root, 'dist/apps/cli/main.js')
export const vectorsFolder: string = join(root, 'vectors')
/** The working directory of the command: file names in arguments are relative to it. */
export const home: string = join(root, 'home')

mkdirSync(home)
cpSync('vectors', vectorsFolder, { recursive: true, filter: (path) => !/vectors.(ports|cases)/.test(path) })
writeFileSync(join(root, 'package.json'), '{"type":"module"}')
cpSync(bundle, join(root, 'dist/apps/cli'), { recursive: true })

/** Writes a file in the command's working directory; returns its name. */
export const file = (name: string, content: string): string => {
  mkdirSync(dirname(join(home, name)), { recursive: true })
  writeFileSync(join(home, name), content)
  return name
}

export const read = (name: string): string => readFileSync(join(home, name), 'utf8')

/** Runs the command to its end. */
export const countersign: Run = toEnd(beginsInProcess(dirname(program), home))

export const fails: Fails = failsBy(countersign)

/** The command of our own port. */
export const ourPort = (...options: ReadonlyArray<string>): ReadonlyArray<string> => [
  process.execPath,
  program,
  'port',
  ...options,
]
