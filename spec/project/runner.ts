// Shared by the specs of the runner: specs with planted faults, and the runner's output about them.
import { resolve } from 'node:path'
import type { Ended } from '../support/project.ts'

export const command: string = `node --import ${resolve('scripts/typescript.mjs')} ${resolve('scripts/test.ts')}`
export const lastLine = ({ output }: Ended): string => output.trimEnd().split('\n').at(-1) ?? ''

/** The runner's output about a file: from the line that names it to the next file's. */
export const about = ({ output }: Ended, path: string): string =>
  output.split(/^(?=[✓✘] |failed: )/m).find((part) => part.startsWith(`✓ ${path}`) || part.startsWith(`✘ ${path}`)) ??
  ''

/** A spec with one suite, a test that passes, and `more`. */
export const spec = (
  more: string,
): string => `import { assert, needs, suite } from '${resolve('spec/support/suite.ts')}'
const s = suite('planted')
s('passes', () => assert.ok(true))
${more}
`
