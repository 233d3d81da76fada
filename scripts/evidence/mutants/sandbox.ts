// A copy of the project, where code may change and specs run.
import { spawn } from 'node:child_process'
import { chmodSync, cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ended, temporary, temporaryFolder } from '../../temporary.ts'
import type { Read } from './mutate.ts'

export interface Ended {
  readonly code: number | null
  readonly output: string
  readonly seconds: number
}

export interface Sandbox {
  readonly read: Read
  readonly write: (file: string, text: string) => void
  /** `npm test -- --live WORDS`, in the copy, up to the first suite that fails; the time limit of a spec file is in seconds. */
  readonly runSpecs: (words: ReadonlyArray<string>, limit: number) => Promise<Ended>
}

const parts = [
  'src',
  'spec',
  'scripts',
  'vectors',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'README.md',
  'SECURITY.md',
  '.biome.json',
]
const isGenerated = (path: string): boolean => /\/(?:target|node_modules|__pycache__)$/.test(path)

/** Copies the project, without what is generated or fetched. The copy is removed when this process ends. */
export const open = (): Sandbox => {
  const folder = temporaryFolder('mutants')
  // Some specs start processes of another user.
  chmodSync(folder, 0o755)
  for (const name of parts) cpSync(name, join(folder, name), { recursive: true, filter: (from) => !isGenerated(from) })
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'), 'dir')
  return {
    read: (file) => readFileSync(join(folder, file), 'utf8'),
    write: (file, text) => writeFileSync(join(folder, file), text),
    runSpecs: (words, limit) => run(folder, words, limit),
  }
}

const run = async (folder: string, words: ReadonlyArray<string>, limit: number): Promise<Ended> => {
  const began = performance.now()
  const { NODE_V8_COVERAGE: _, SPEC_TURN: __, ...env } = process.env
  const args = [
    '--import',
    './scripts/typescript.mjs',
    'scripts/test.ts',
    `--limit=${limit}`,
    '--bail',
    '--live',
    ...words,
  ]
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // Each spec leads a process group: only the run that started them can end them all.
  const { code, output } = await ended(temporary(child, 'SIGTERM'))
  return { code, output, seconds: (performance.now() - began) / 1000 }
}
