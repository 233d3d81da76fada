// The laboratory is a program of its own among the specs: a script imports none of them.
import { spawnSync } from 'node:child_process'
import process from 'node:process'

const command = ['--import', './scripts/typescript.mjs', 'spec/laboratory/run.ts', ...process.argv.slice(2)]
process.exit(spawnSync(process.execPath, command, { stdio: 'inherit' }).status ?? 3)
