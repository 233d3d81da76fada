// For tests that need a tool which the machine may lack: `needs('openssl', test)('signs what openssl verifies', () => …)`.
// Without the tool the test is skipped and the tool named in the closing summary; under CI it fails instead.
import type { Callback } from 'uvu'
import { describeTool, findTool } from '../../scripts/tools.ts'
import type { Test } from './suite.ts'

/** `test` itself where the tool is on the PATH. */
export const needs = <T>(tool: string, test: Test<T>): ((name: string, handler: Callback<T>) => void) => {
  if (findTool(tool) !== undefined) return test
  const missing = describeTool(tool)
  return process.env.CI
    ? (name) => test(name, () => Promise.reject(new Error(`${missing} is missing, and CI skips nothing`)))
    : () => test.lacks(missing)
}
