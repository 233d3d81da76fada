// For tests that need a tool which the machine may lack: `needs('openssl', test)('signs what openssl verifies', () => …)`.
// Without the tool the test is skipped and the tool named in the closing summary; under CI it fails instead.
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Test, uvu } from 'uvu'

/** What the runner reads: one entry for each skipped test. */
export const missingTools: string[] = []

const isExecutable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const isThere = (tool: string): boolean =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => isExecutable(join(folder, tool)))

type Register<T> = (name: string, handler: uvu.Callback<T>) => void

/** `test` itself where the tool is on the PATH. */
export const needs = <T>(tool: string, test: Test<T>): Register<T> => {
  if (isThere(tool)) return test
  if (process.env.CI)
    return (name) => test(name, () => Promise.reject(new Error(`${tool} is missing, and CI skips nothing`)))
  const { skip } = test
  return (name, handler) => {
    missingTools.push(tool)
    skip(name, handler)
  }
}
