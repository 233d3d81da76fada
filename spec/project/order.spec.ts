/** The order of the checks, and the string to sign, are each decided in one file of src. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { assert, suite } from '../support/suite.ts'

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => ({ name, code: withoutComments(readFileSync(join('src', name), 'utf8')) }))

function withoutComments(code: string): string {
  return code.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
}

const filesWith = (decision: RegExp): ReadonlyArray<string> =>
  sources.flatMap(({ name, code }) => (decision.test(code) ? [name] : [])).sort()

const order = suite('the order of the checks')

const verifier = 'programs/verifyRequest.ts'
const parser = 'core/Authorization.ts'
const rows: ReadonlyArray<{ readonly decides: string; readonly code: RegExp; readonly files: ReadonlyArray<string> }> =
  [
    { decides: 'one line of Authorization', code: /_tag: 'authorization_multiple'/, files: [verifier] },
    { decides: 'no line of Authorization', code: /_tag: 'authorization_missing'/, files: [verifier] },
    { decides: 'the items of a signed header', code: /\bparseSigned\(/, files: [parser, verifier] },
    { decides: 'the token of a bearer header', code: /\bparseBearer\(/, files: [parser, verifier] },
    // The diagnosis also measures the clock of a header that no verifier reads.
    { decides: 'freshness', code: /\bFreshness\.check\(/, files: ['kit/diagnosis/clockFindings.ts', verifier] },
    { decides: 'the case of the method', code: /\['method-case'\]/, files: ['core/Method.ts'] },
    { decides: 'the method of a request', code: /\bMethod\.parseUnder\(/, files: [verifier] },
    {
      decides: 'the string to sign',
      code: /\$\{[\w.]*target\}\\n\$\{[\w.]*timestamp\}\\n/,
      files: ['core/StringToSign.ts'],
    },
  ]

for (const { decides, code, files } of rows) {
  order(`${decides} is decided in ${files.join(' and ')} alone`, () => {
    assert.equal(filesWith(code), files)
  })
}
