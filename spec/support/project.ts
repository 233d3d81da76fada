// Small projects in temporary folders, in which specs plant faults and run the tools of this project.
import { spawn } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { lastingFolder } from './folder.ts'

/** The text of each file, by its path. */
export type Files = Readonly<Record<string, string>>

/** A folder with these files and this project's packages, removed when the process ends. */
export const plant = (files: Files): string => {
  const folder = lastingFolder()
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'), 'dir')
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

export interface Ended {
  readonly code: number | null
  /** Standard output and standard error, interleaved. */
  readonly output: string
}

/** Runs a shell command in the folder, with the packages' commands on the PATH and without colours. */
export const runIn = (folder: string, command: string, env: NodeJS.ProcessEnv = {}): Promise<Ended> =>
  new Promise((done) => {
    const { CI: _ci, FORCE_COLOR: _color, SPEC_TURN: _turn, ...inherited } = process.env
    const PATH = `${resolve('node_modules/.bin')}${delimiter}${process.env.PATH}`
    const child = spawn('sh', ['-c', `${command} 2>&1`], {
      cwd: folder,
      // Explicitly undefined: otherwise Node passes the coverage folder on to its child processes.
      env: { ...inherited, NODE_V8_COVERAGE: undefined, PATH, NO_COLOR: '1', ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
    })
    child.on('close', (code) => done({ code, output }))
  })
